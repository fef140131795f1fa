#pragma once
// Naive Monte-Carlo (thesis 6.3.1, Algorithm 11). Exploration makes a combination of what the local
// bandits of the parameters choose, under the naive assumption that their values add up (formula
// 6.1). Exploitation takes one of those that were made before, by a global bandit of them.

#include <cstdint>

#include "base/params.h"
#include "base/rng.h"
#include "tune/local.h"
#include "tune/many_arms.h"
#include "tune/space.h"

namespace palamedes::tune {

struct NmcSettings {
  double explore = 0.75;
  double local = 1;
  double global = 1;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("explore", explore, Range{0, 1}, "probability of a new combination (epsilon_0)");
    visit("local", local, Range{0, 100}, "constant C_l of UCB1 for single parameters");
    visit("global", global, Range{0, 100}, "constant C_g of UCB1 for combinations");
  }
};

class NaiveMonteCarlo {
 public:
  NaiveMonteCarlo(const Space& space, const NmcSettings& settings, Rng rng)
      : space_(&space), settings_(settings), rng_(rng), local_(space), global_(space.numbers()) {}

  Choice choose();
  void reward(const Choice& choice, double payoff);
  [[nodiscard]] Digits best() const { return space_->digits_of(global_.preferred()); }

 private:
  const Space* space_;
  NmcSettings settings_;
  Rng rng_;
  LocalBandits local_;
  ManyArms global_;  // a combination has an arm from its first visit on
};

}  // namespace palamedes::tune
