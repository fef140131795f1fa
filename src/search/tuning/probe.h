#pragma once
// Looks at a game in a few random playouts, for a tuner that wants to know what it is like.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "base/stopwatch.h"
#include "model/forward_model.h"
#include "search/search_model.h"
#include "tune/features.h"

namespace palamedes::search::tuning {

struct ProbeLimits {
  std::uint32_t playouts = 30;
  std::uint32_t steps = 3000;  // of all playouts
  double seconds = 2;          // for rules that take very long; the first playout is made anyhow
};

// The same for the same seed, unless the time is over first. Of a model that gives up nothing is
// known.
template <SearchModel M>
[[nodiscard]] tune::Features probe(M& model, const typename M::State& from, Rng rng,
                                   const ProbeLimits& limits = {}) {
  const std::size_t roles = model.role_count();
  const Stopwatch watch;
  model::MoveList moves;
  std::vector<Move> joint(roles);
  double steps = 0;
  double choices = 0;  // of roles that had several moves,
  double legal = 0;    // and how many they had together
  double choice_steps = 0;
  double shared_steps = 0;  // several roles had a choice
  double decided = 0;
  std::uint32_t playouts = 0;
  for (; playouts < limits.playouts && steps < limits.steps; ++playouts) {
    if (playouts > 0 && watch.seconds() > limits.seconds) break;
    typename M::State state = from;
    while (!model.terminal(state) && steps < limits.steps) {
      std::size_t choosing = 0;
      for (std::size_t role = 0; role < roles; ++role) {
        moves.clear();
        model.legal(state, Role(role), moves);
        if (moves.empty()) return {.players = static_cast<double>(roles)};
        joint[role] = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        if (moves.size() < 2) continue;
        ++choosing;
        ++choices;
        legal += static_cast<double>(moves.size());
      }
      choice_steps += choosing > 0 ? 1 : 0;
      shared_steps += choosing > 1 ? 1 : 0;
      ++steps;
      model.advance(state, joint);
    }
    for (std::size_t role = 0; role < roles; ++role) {
      decided += 2 * std::abs(payoff(model, state, role) - 0.5) / static_cast<double>(roles);
    }
  }
  tune::Features features{.players = static_cast<double>(roles)};
  if (choices > 0) features.branching = legal / choices;
  features.length = std::max(1.0, steps / playouts);
  if (choice_steps > 0) features.simultaneous = shared_steps / choice_steps;
  features.decided = decided / playouts;
  return features;
}

}  // namespace palamedes::search::tuning
