#pragma once
// Parameters of MaastCTS2 with the values of the thesis (3.2.4) and the domains of Table 6.2.

#include <cstdint>

#include "base/params.h"

namespace palamedes::video::maast {

struct Parameters {
  double c = 0.6;
  double w = 1;
  double epsilon = 0.5;
  double visits = 7;         // N
  std::uint32_t length = 3;  // L
  std::uint32_t depth = 10;
  double decay = 0.6;
  double action_decay = 0.6;
  double end_value = 1e7;
  std::uint32_t safety_rounds = 3;
  bool loss_avoidance = true;
  bool novelty = true;
  bool knowledge = true;
  bool determinism = true;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("select.c", c, Range{0, 100}, "how much exploring is worth (C)",
          Domain{0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2});
    visit("select.w", w, Range{0, 1000}, "weight of Progressive History (W)",
          Domain{0.1, 0.25, 0.5, 1, 3, 5, 7.5, 10, 20, 50});
    visit("playout.epsilon", epsilon, Range{0, 1}, "how often a playout takes any action (epsilon)",
          Domain{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1});
    visit("playout.visits", visits, Range{0, 1e6}, "visits of a sequence before it counts (N)",
          Domain{1, 3, 5, 7, 10, 15, 20, 30, 50});
    visit("playout.length", length, Range{1, 5}, "length of the longest sequence (L)",
          Domain{1, 2, 3, 4, 5});
    visit("playout.depth", depth, Range{1, 1000}, "ticks of a playout below the tree");
    visit("tree.decay", decay, Range{0, 1}, "what old visits of the tree count in the next tick");
    visit("playout.decay", action_decay, Range{0, 1}, "the same of actions and sequences");
    visit("end_value", end_value, Range{0, 1e7}, "what a win is worth, and a loss costs (3.1)");
    visit("safety.rounds", safety_rounds, Range{0, 100},
          "how often each action of the root is tried before the search");
    visit("loss_avoidance", loss_avoidance, "look for something better where a new node is lost");
    visit("novelty", novelty, "prune nodes that lead to nothing new");
    visit("knowledge", knowledge, "evaluate states by what was learned about sprites");
    visit("determinism", determinism, "detect games without chance and search them otherwise");
  }
};

}  // namespace palamedes::video::maast
