#pragma once
// When statistics of moves decay (Tak, Winands and Björnsson 2014, section IV): at a move of the
// game, after a batch of simulations, after a simulation. All three may be mixed.

#include <cstdint>

#include "search/parameters.h"
#include "search/simulation.h"

namespace palamedes::search {

class Fading {
 public:
  explicit Fading(const Decay& decay) : decay_(decay) {}

  // Statistics have add(simulation), decay_occurrences(simulation, factor) and decay_all(factor).
  template <typename Statistics>
  void learn(Statistics& statistics, const Simulation& simulation) {
    statistics.add(simulation);
    if (decay_.simulation < 1) statistics.decay_occurrences(simulation, decay_.simulation);
    if (++simulations_ < decay_.batch_size) return;
    simulations_ = 0;
    if (decay_.batch < 1) statistics.decay_all(decay_.batch);
  }
  template <typename Statistics>
  void next_turn(Statistics& statistics) {
    if (decay_.move < 1) statistics.decay_all(decay_.move);
  }

 private:
  Decay decay_;
  std::uint32_t simulations_ = 0;  // of the batch
};

}  // namespace palamedes::search
