#pragma once
// UCB1 on the arms of a bandit (thesis 2.2.2, with the constant C of Algorithm 14, line 22):
//
//   mean + C * sqrt(ln N / n)  =  mean + scale * reach     scale = C * sqrt(ln N), reach = 1 / sqrt(n)
//
// Several simulations can be under way at once. One whose payoff is not known yet counts in n and
// N, so that the next choice looks elsewhere; the mean is that of the known payoffs. With one
// simulation at a time this is UCB1 to the letter.

#include <bit>
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

// The best of some values that are shown one after the other, one of equals at random.
class Best {
 public:
  void offer(std::uint32_t index, double value, Rng& rng) {
    if (value < value_) return;
    if (value > value_) {
      value_ = value;
      ties_ = 0;
    }
    // Each of n equals stays with probability 1 / n.
    if (++ties_ == 1 || rng.below(ties_) == 0) index_ = index;
  }
  [[nodiscard]] std::uint32_t index() const { return index_; }
  [[nodiscard]] double value() const { return value_; }

 private:
  std::uint32_t index_ = 0;
  std::uint32_t ties_ = 0;
  double value_ = -infinity;
};

// The arm with the highest UCB1 value. Arms without visits come first, in any order.
inline std::uint32_t best_arm(std::span<const Arm> arms, double scale, ValueSet allowed, Rng& rng) {
  Best best;
  for (ValueSet rest = allowed; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    const Arm& arm = arms[i];
    best.offer(i, arm.visits == 0 ? infinity : arm.mean + scale * arm.reach, rng);
  }
  return best.index();
}

// Which of two is better known to be good: more payoffs, of equals the higher mean.
inline bool is_preferred(const Arm& arm, const Arm& other) {
  return arm.payoffs != other.payoffs ? arm.payoffs > other.payoffs : arm.mean > other.mean;
}

}  // namespace palamedes::tune
