#pragma once
// A video game that can be rewound: the actions of all ticks, and a state every few ticks from
// which the others are played again. A state has its random numbers with it, so that this leads to
// the same states.

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "vgdl/game.h"
#include "vgdl/simulator.h"
#include "vgdl/state.h"

namespace palamedes::web::worker {

class VideoHistory {
 public:
  VideoHistory(const vgdl::Game& game, std::uint64_t seed);

  // That is shown; 0 before the first one.
  [[nodiscard]] std::size_t tick() const { return tick_; }
  [[nodiscard]] std::size_t last_tick() const { return actions_.size(); }
  [[nodiscard]] const vgdl::State& state() const { return state_; }
  // Of the tick that led to the shown state; nil before the first one.
  [[nodiscard]] vgdl::Action action() const;
  // The game ended, or has had as many ticks as a game may have.
  [[nodiscard]] bool is_over() const;

  // What came after the shown tick is forgotten.
  void advance(vgdl::Action action);
  void show(std::size_t tick);

 private:
  static constexpr std::size_t ticks_between_states = 25;

  void play(vgdl::Action action);

  vgdl::Simulator simulator_;
  vgdl::State state_;
  std::size_t tick_ = 0;
  std::vector<vgdl::Action> actions_;
  std::map<std::size_t, vgdl::State> states_;
};

}  // namespace palamedes::web::worker
