#pragma once
// Random games on an engine, step by step, to measure what it does.

#include <cstdint>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "model/draw.h"

namespace palamedes::machine::scalar {

class RandomSteps {
 public:
  RandomSteps(std::vector<std::uint64_t> initial, std::size_t roles, std::uint64_t seed = 1)
      : initial_(std::move(initial)), state_(initial_), joint_move_(roles), seed_(seed) {}

  // The same games from the start.
  void begin_again() {
    rng_ = Rng(seed_);
    state_ = initial_;
  }

  // A step of a random game, or its goals and back to the start.
  template <typename Engine>
  void step(Engine& engine) {
    engine.enter(state_.data());
    bool is_over = engine.terminal();
    for (std::size_t role = 0; role < joint_move_.size() && is_over; ++role) {
      (void)engine.goal(Role(role));
    }
    for (std::size_t role = 0; role < joint_move_.size() && !is_over; ++role) {
      const model::DrawnMove drawn = engine.draw_legal(Role(role), rng_);
      joint_move_[role] = drawn.move;
      is_over = drawn.count == 0;
    }
    if (is_over) {
      state_ = initial_;
    } else {
      engine.advance(joint_move_, state_.data());
    }
  }

 private:
  std::vector<std::uint64_t> initial_;
  std::vector<std::uint64_t> state_;
  std::vector<Move> joint_move_;
  std::uint64_t seed_;
  Rng rng_{seed_};
};

}  // namespace palamedes::machine::scalar
