#pragma once
// Playout Policy Adaptation: moves are drawn by weights that the winners of simulations teach
// (statistics/policy_weights.h). With codes that tell what a move does it is PPAF, with memorise
// PPAFM.

#include <cstddef>
#include <vector>

#include "search/playout/draw.h"
#include "search/playout/policy_weights.h"

namespace palamedes::search {

class Ppa {
 public:
  Ppa(const Playout& plan, std::size_t roles)
      : weights_(roles, plan.alpha, plan.k), memorise_(plan.memorise) {}

  std::size_t choose(const Situation& situation, Rng& rng) {
    odds_.resize(situation.codes.size());
    const double sum = weights_.fill_odds(situation.role, situation.codes, odds_);
    return draw_in_proportion(odds_, sum, rng);
  }
  void learn(const Simulation& simulation) { weights_.learn(simulation); }
  void next_turn() {
    if (!memorise_) weights_.clear();
  }

  [[nodiscard]] const PolicyWeights& weights() const { return weights_; }
  [[nodiscard]] std::size_t memory_bytes() const { return weights_.memory_bytes(); }

 private:
  PolicyWeights weights_;
  bool memorise_;
  std::vector<double> odds_;
};

}  // namespace palamedes::search
