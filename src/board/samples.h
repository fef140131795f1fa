#pragma once
// Some states of a game, and who had just moved, from random playouts. The same game gives the same
// samples.

#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "model/draw.h"
#include "model/forward_model.h"

namespace palamedes::board {

template <typename State>
struct Step {
  State before;
  State after;
  std::vector<Move> joint_move;
  std::optional<Role> mover;  // the only role that had a choice
};

// use(step) for each of at most this number of steps. It ends early where the machine gives up, or
// where use() gives back false.
template <model::ForwardModel M, typename Use>
void sample_steps(M& machine, std::size_t steps, const Use& use) {
  constexpr std::size_t longest_playout = 500;
  Rng rng(1);
  model::MoveList moves;
  Step<typename M::State> step{machine.initial(), machine.initial(), {}, {}};
  std::size_t length = 0;
  for (std::size_t i = 0; i < steps && machine.fault().empty(); ++i) {
    step.joint_move.clear();
    step.mover.reset();
    std::size_t choosing = 0;
    const bool ended = length >= longest_playout || machine.terminal(step.before);
    for (std::size_t role = 0; role < machine.role_count() && !ended; ++role) {
      const model::DrawnMove drawn =
          model::draw_legal(machine, step.before, Role(role), rng, moves);
      if (drawn.count == 0) break;
      if (drawn.count > 1) {
        step.mover = Role(role);
        ++choosing;
      }
      step.joint_move.push_back(drawn.move);
    }
    if (step.joint_move.size() < machine.role_count()) {
      if (length == 0) return;  // the game ends where it begins
      step.before = machine.initial();
      length = 0;
      continue;
    }
    if (choosing != 1) step.mover.reset();
    step.after = step.before;
    machine.advance(step.after, step.joint_move);
    if constexpr (std::is_same_v<decltype(use(step)), bool>) {
      if (!use(step)) return;
    } else {
      use(step);
    }
    step.before = step.after;
    ++length;
  }
}

}  // namespace palamedes::board
