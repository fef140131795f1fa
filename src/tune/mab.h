#pragma once
// MAB allocation (thesis 6.3.1, Algorithm 9): each legal combination is an arm, chosen by UCB1.
// What combinations have in common is not used.

#include <cstdint>
#include <vector>

#include "base/params.h"
#include "base/rng.h"
#include "tune/many_arms.h"
#include "tune/space.h"

namespace palamedes::tune {

struct MabSettings {
  double exploration = 0.7;
  std::uint32_t batch = 10;  // 1 for video games (6.4.1)

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("exploration", exploration, Range{0, 100}, "constant C of UCB1");
    visit("batch", batch, Range{1, 1e6}, "simulations in a row with the same combination");
  }
};

class Mab {
 public:
  Mab(const Space& space, const MabSettings& settings, Rng rng);

  Choice choose();
  void reward(const Choice& choice, double payoff) {
    arms_.reward(choice.combination, payoff, rng_);
  }
  [[nodiscard]] Digits best() const { return space_->digits_of(arms_.preferred()); }

 private:
  const Space* space_;
  MabSettings settings_;
  Rng rng_;
  ManyArms arms_;
  std::vector<std::uint32_t> unvisited_;
  Choice current_;
  std::uint32_t left_ = 0;  // of the batch
};

}  // namespace palamedes::tune
