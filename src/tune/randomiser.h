#pragma once
// Values that are drawn and never learned (thesis 7.2): once for a match, for each turn, for each
// simulation, or for each state that a simulation visits, in the tree and in the playout. Each role
// draws for itself.

#include <cstdint>

#include "base/rng.h"
#include "tune/space.h"

namespace palamedes::tune {

enum class Period : std::uint8_t { game, turn, simulation, state };

struct RandomiserSettings {
  Period period = Period::simulation;

  template <typename Visitor>
  void fields(Visitor& /*visit*/) {}
};

class Randomiser {
 public:
  Randomiser(const Space& space, const RandomiserSettings& settings, Rng rng)
      : space_(&space), settings_(settings), rng_(rng), current_(space.draw(rng_)) {}

  [[nodiscard]] Period period() const { return settings_.period; }

  void begin_turn() {
    if (settings_.period == Period::turn) current_ = space_->draw(rng_);
  }
  Choice choose() {
    if (settings_.period >= Period::simulation) current_ = space_->draw(rng_);
    return {.digits = current_};
  }
  // For the next state of a simulation.
  Digits draw() { return space_->draw(rng_); }

  void reward(const Choice& /*choice*/, double /*payoff*/) {}
  [[nodiscard]] Digits best() const { return current_; }

 private:
  const Space* space_;
  RandomiserSettings settings_;
  Rng rng_;
  Digits current_;
};

}  // namespace palamedes::tune
