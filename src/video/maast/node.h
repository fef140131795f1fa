#pragma once
// A node of the open-loop tree: a sequence of actions, not a state.

#include <algorithm>
#include <array>
#include <cstdint>

#include "vgdl/state.h"

namespace palamedes::video::maast {

inline constexpr std::uint32_t no_memory = 0xffffffff;

struct Node {
  std::array<std::uint32_t, vgdl::action_count> children{};  // by action; 0: none
  double visits = 0;
  double total = 0;
  double best = 0;                   // of the values that came through it
  std::uint32_t memory = no_memory;  // what was seen below it (novelty.h)
  std::uint8_t untried = 0;          // actions as bits
  bool is_novel = true;
  bool is_tested = false;       // its children are, for novelty
  bool is_important = false;    // its state was a gain: what was seen before counts no more
  bool is_lost = false;         // a loss happened here, and nothing better is known
  bool has_no_escape = false;   // loss avoidance found nothing but losses
  bool is_known_state = false;  // `untried` has been set

  void add(double value, double weight = 1) {
    total += value * weight;
    visits += weight;
    best = std::max(best, value);
  }
  // Tree reuse: what was learned before counts less (thesis 3.2.4).
  void decay(double factor) {
    visits *= factor;
    total *= factor;
    is_lost = false;
  }
  [[nodiscard]] double mean() const { return total / std::max(visits, 1e-5); }
  [[nodiscard]] bool has_children() const {
    return std::any_of(children.begin(), children.end(), [](std::uint32_t id) { return id != 0; });
  }
  void forget_novelty() {
    is_novel = true;
    is_tested = false;
    is_important = false;
    memory = no_memory;
  }
};

}  // namespace palamedes::video::maast
