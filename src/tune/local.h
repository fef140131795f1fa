#pragma once
// One bandit per parameter, each by itself: the local bandits of naive Monte-Carlo (thesis 6.3.1,
// Algorithm 11), and with nothing else the LOCAL strategy, which takes parameters for independent
// (6.4.5).

#include <cstdint>
#include <vector>

#include "base/params.h"
#include "base/rng.h"
#include "tune/arm.h"
#include "tune/space.h"

namespace palamedes::tune {

class LocalBandits {
 public:
  explicit LocalBandits(const Space& space) : space_(&space), arms_(space.value_count()) {}

  // A value for one parameter after the other; those that would make the combination illegal are
  // left out.
  Digits choose(double exploration, Rng& rng) const;
  void visit(const Digits& digits);
  void reward(const Digits& digits, double payoff);
  // Of each parameter the value with the most payoffs.
  [[nodiscard]] Digits best() const;

 private:
  const Space* space_;
  std::vector<Arm> arms_;
  std::uint64_t visits_ = 0;  // of each of the bandits
};

struct LocalSettings {
  double exploration = 0.7;  // Table 6.10 has 1 as well

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("exploration", exploration, Range{0, 100}, "constant C of UCB1 for each parameter");
  }
};

class Local {
 public:
  Local(const Space& space, const LocalSettings& settings, Rng rng)
      : settings_(settings), rng_(rng), bandits_(space) {}

  Choice choose() {
    Choice choice{.digits = bandits_.choose(settings_.exploration, rng_)};
    bandits_.visit(choice.digits);
    return choice;
  }
  void reward(const Choice& choice, double payoff) { bandits_.reward(choice.digits, payoff); }
  [[nodiscard]] Digits best() const { return bandits_.best(); }

 private:
  LocalSettings settings_;
  Rng rng_;
  LocalBandits bandits_;
};

}  // namespace palamedes::tune
