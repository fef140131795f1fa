#pragma once
// Formula 3.1 of the thesis: what a state is worth.
//
//   score - 10,000,000   the agent loses
//   score + 10,000,000   the agent wins
//   score                otherwise

#include "vgdl/state.h"

namespace palamedes::video {

inline constexpr double end_value = 10'000'000;

[[nodiscard]] inline double state_value(int score, bool ended, vgdl::Winner winner,
                                        double end = end_value) {
  if (ended && winner == vgdl::Winner::loses) return score - end;
  if (ended && winner == vgdl::Winner::wins) return score + end;
  return score;
}
[[nodiscard]] inline double state_value(const vgdl::State& state, double end = end_value) {
  return state_value(state.head().score, state.head().ended, state.head().winner, end);
}

// Least and greatest value so far, by which values are rescaled to [0, 1].
struct Bounds {
  double low = 0;
  double high = 0;
  bool is_empty = true;

  void add(double value) {
    if (is_empty || value < low) low = value;
    if (is_empty || value > high) high = value;
    is_empty = false;
  }
  // Half of it where all values were equal.
  [[nodiscard]] double rescale(double value) const {
    return low < high ? (value - low) / (high - low) : 0.5;
  }
};

}  // namespace palamedes::video
