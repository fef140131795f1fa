#pragma once
// When statistics of moves decay (Tak, Winands and Björnsson 2014, section IV): at a move of the
// game, after a batch of simulations, after a simulation. All three may be mixed.

#include <cstdint>

#include "base/params.h"
#include "search/simulation.h"

namespace palamedes::search::playout {

// Factors by which statistics are multiplied; 1 keeps them.
struct DecayParameters {
  double move = 1;
  double batch = 1;
  std::uint32_t batch_size = 50;
  double simulation = 1;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("move", move, Range{0, 1}, "after each move of the game for which it searched",
          Domain{0, 0.2, 0.4, 0.6, 0.8, 1});
    visit("batch", batch, Range{0, 1}, "after each batch of simulations");
    visit("batch_size", batch_size, Range{1, 1e9}, "simulations of a batch");
    visit("simulation", simulation, Range{0, 1}, "after each simulation, of what occurred in it");
  }
};

class Decay {
 public:
  explicit Decay(const DecayParameters& parameters) : parameters_(parameters) {}

  // Statistics have add(simulation), decay_occurrences(simulation, factor) and decay_all(factor).
  template <typename Statistics>
  void learn(Statistics& statistics, const Simulation& simulation) {
    statistics.add(simulation);
    if (parameters_.simulation < 1)
      statistics.decay_occurrences(simulation, parameters_.simulation);
    if (++simulations_ < parameters_.batch_size) return;
    simulations_ = 0;
    if (parameters_.batch < 1) statistics.decay_all(parameters_.batch);
  }
  template <typename Statistics>
  void next_turn(Statistics& statistics) {
    if (parameters_.move < 1) statistics.decay_all(parameters_.move);
  }

 private:
  DecayParameters parameters_;
  std::uint32_t simulations_ = 0;  // of the batch
};

}  // namespace palamedes::search::playout
