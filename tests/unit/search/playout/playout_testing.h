#pragma once
// Simulations written down step by step.

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "search/simulation.h"

namespace palamedes::search {

inline constexpr Move noop{0};
inline constexpr Move a{1};
inline constexpr Move b{2};
inline constexpr Move c{3};
inline constexpr Move d{4};
inline constexpr Move e{5};

using JointMoves = std::vector<std::vector<Move>>;

inline Simulation simulation(const JointMoves& steps, std::vector<double> payoffs) {
  Simulation result;
  result.roles = payoffs.size();
  for (const auto& step : steps) {
    result.moves.insert(result.moves.end(), step.begin(), step.end());
  }
  result.payoffs = std::move(payoffs);
  return result;
}

inline std::vector<Move> joint(const JointMoves& steps) { return simulation(steps, {}).moves; }

// A role's choice: codes to choose from, and the position of the chosen one.
struct Chosen {
  std::vector<MoveCode> codes;
  std::uint32_t taken = 0;
};

// One choice per role and step, role by role.
inline Simulation simulation_of(const std::vector<Chosen>& choices, std::vector<double> payoffs) {
  Simulation result;
  result.roles = payoffs.size();
  result.payoffs = std::move(payoffs);
  for (const Chosen& choice : choices) {
    auto& codes = result.choices.codes;
    codes.insert(codes.end(), choice.codes.begin(), choice.codes.end());
    result.choices.ends.push_back(static_cast<std::uint32_t>(codes.size()));
    result.choices.taken.push_back(choice.taken);
    result.moves.push_back(Move{static_cast<std::uint32_t>(choice.codes[choice.taken])});
  }
  return result;
}

// How often each position comes in so many draws.
template <typename DrawOne>
std::vector<int> histogram(std::size_t positions, int draws, const DrawOne& draw_one) {
  std::vector<int> counts(positions);
  for (int i = 0; i < draws; ++i) ++counts.at(draw_one());
  return counts;
}

// Five standard deviations of how often something with this probability comes.
inline double tolerance(int draws, double probability) {
  return 5 * std::sqrt(draws * probability * (1 - probability));
}

}  // namespace palamedes::search
