#pragma once
// Parameters of palamedes-video.

#include <cstdint>

#include "base/params.h"

namespace palamedes::video::planner {

struct Parameters {
  bool plans = true;
  bool reads_goals = true;
  double patience = 0.5;
  double end_value = 100;
  std::uint32_t depth = 10;
  std::uint32_t safety_rounds = 12;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("plans", plans, "plan in games that stand still while the avatar does");
    visit("reads_goals", reads_goals, "know from the rules what the avatar has to touch");
    visit("patience", patience, Range{0, 1}, "share of a game's ticks to wait for a plan");
    visit("end_value", end_value, Range{0, 1e7}, "what a win is worth, and a loss costs");
    visit("safety.rounds", safety_rounds, Range{0, 100},
          "how often each action of the root is tried before the search");
    visit("playout.depth", depth, Range{1, 1000}, "ticks of a playout below the tree");
  }
};

}  // namespace palamedes::video::planner
