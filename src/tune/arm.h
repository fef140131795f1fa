#pragma once
// UCB1 on the arms of a bandit (thesis 2.2.2, with the constant C of Algorithm 14, line 22):
//
//   mean + C * sqrt(ln N / n)  =  mean + scale * reach
//   scale = C * sqrt(ln N), reach = 1 / sqrt(n)
//
// Several simulations can be under way at once. One whose payoff is not known yet counts in n and
// N, so that the next choice looks elsewhere; the mean is that of the known payoffs. With one
// simulation at a time this is UCB1 to the letter.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "base/rng.h"
#include "tune/space.h"

namespace palamedes::tune {

struct Arm {
  double mean = 0;           // of known payoffs
  double reach = 0;          // 1 / sqrt(visits)
  std::uint32_t visits = 0;  // choices
  std::uint32_t payoffs = 0;

  void visit() { reach = 1 / std::sqrt(static_cast<double>(++visits)); }
  void reward(double payoff) { mean += (payoff - mean) / ++payoffs; }
};

// C * sqrt(ln N) for N choices so far.
inline double exploration_scale(double c, std::uint64_t choices) {
  return choices < 2 ? 0 : c * std::sqrt(std::log(static_cast<double>(choices)));
}

// The position of the largest value, one of equals at random. It is for values in no order: a
// branch that depends on each of them would be guessed wrong too often.
inline std::uint32_t draw_largest(std::span<const double> values, Rng& rng) {
  double largest = -infinity;
  for (const double value : values) largest = std::max(largest, value);
  std::uint32_t index = 0;
  std::uint32_t ties = 0;
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    const bool is_largest = values[i] == largest;
    index = is_largest ? i : index;
    ties += is_largest ? 1 : 0;
  }
  if (ties < 2) return index;
  std::uint32_t left = rng.below(ties);
  for (index = 0; values[index] != largest || left-- > 0;) ++index;
  return index;
}

// The arm with the highest UCB1 value. Arms without visits come first, in any order. Here the best
// arm is mostly the one of the last time, so branches are guessed right.
inline std::uint32_t best_arm(std::span<const Arm> arms, double scale, ValueSet allowed, Rng& rng) {
  std::uint32_t best = 0;
  std::uint32_t ties = 0;
  double highest = -infinity;
  for (std::uint32_t i = 0; i < arms.size(); ++i) {
    if ((allowed >> i & 1) == 0) continue;
    const double value = arms[i].visits == 0 ? infinity : arms[i].mean + scale * arms[i].reach;
    if (value < highest) continue;
    ties = value > highest ? 1 : ties + 1;
    highest = value;
    // each of n equals stays with probability 1 / n
    if (ties == 1 || rng.below(ties) == 0) best = i;
  }
  return best;
}

// Which of two is better known to be good: more payoffs, of equals the higher mean.
template <typename Arm>
bool is_preferred(const Arm& arm, const Arm& other) {
  return arm.payoffs != other.payoffs ? arm.payoffs > other.payoffs : arm.mean > other.mean;
}

}  // namespace palamedes::tune
