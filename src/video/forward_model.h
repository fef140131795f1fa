#pragma once
// What the Java framework lets an agent do with a state: copy it, advance the copy, ask what the
// avatar can do. The game's own random numbers are not to be foreseen, so every copy draws others.

#include <array>
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "vgdl/observation.h"
#include "vgdl/simulator.h"

namespace palamedes::video {

// Actions of an avatar in the order of its class, without `nil` unless there is nothing else.
class Actions {
 public:
  void add(vgdl::Action action) { list_[count_++] = action; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] vgdl::Action operator[](std::size_t i) const { return list_[i]; }
  [[nodiscard]] const vgdl::Action* begin() const { return list_.data(); }
  [[nodiscard]] const vgdl::Action* end() const { return list_.data() + count_; }

 private:
  std::array<vgdl::Action, vgdl::action_count> list_{};
  std::uint8_t count_ = 0;
};

class ForwardModel {
 public:
  ForwardModel(const vgdl::Game& game, std::uint64_t seed);

  [[nodiscard]] const vgdl::Game& game() const { return game_; }
  [[nodiscard]] vgdl::Observation see(const vgdl::State& state) const { return {game_, state}; }

  void copy(const vgdl::State& from, vgdl::State& to) {
    to = from;
    const std::uint64_t high = rng_();
    to.head().random.seed(vgdl::RandomMode::fast, high << 32 | rng_());
  }
  void advance(vgdl::State& state, vgdl::Action action) {
    simulator_.advance(state, action);
    ++advances_;
  }
  [[nodiscard]] const Actions& actions(const vgdl::State& state);

  // Number of the cell in which the avatar is; the first one where there is none.
  [[nodiscard]] std::uint32_t avatar_cell(const vgdl::State& state) const;

  [[nodiscard]] std::uint64_t advances() const { return advances_; }
  [[nodiscard]] Rng& rng() { return rng_; }

 private:
  const vgdl::Game& game_;
  vgdl::Simulator simulator_;
  Rng rng_;
  std::uint64_t advances_ = 0;
  std::vector<Actions> by_type_;  // of the avatar; empty ones are not known yet
  Actions none_;
};

[[nodiscard]] inline bool is_loss(const vgdl::State& state) {
  return state.head().ended && state.head().winner == vgdl::Winner::loses;
}
[[nodiscard]] inline bool is_win(const vgdl::State& state) {
  return state.head().ended && state.head().winner == vgdl::Winner::wins;
}

}  // namespace palamedes::video
