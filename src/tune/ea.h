#pragma once
// Evolutionary algorithm (thesis 6.3.1, Algorithm 13). A combination is an individual, a parameter
// a gene, and the mean payoff its fitness. Each generation samples every individual once; the elite
// stays, with what is known of it, and has children in place of the others.

#include <cstdint>
#include <vector>

#include "base/params.h"
#include "base/rng.h"
#include "tune/round.h"
#include "tune/space.h"

namespace palamedes::tune {

struct EaSettings {
  std::uint32_t population = 50;
  std::uint32_t elite = 25;
  double crossover = 0.5;
  bool keep = true;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("population", population, Range{2, 10000}, "individuals (lambda)");
    visit("elite", elite, Range{1, 10000}, "of them that stay for the next generation (mu)");
    visit("crossover", crossover, Range{0, 1},
          "probability that a child is made of two of the elite, not by a mutation (p_cross)");
    visit("keep", keep, "the elite keeps the payoffs it had before");
  }
};

class Evolution {
 public:
  struct Individual {
    Digits genes{};
    double fitness = 0;  // mean payoff
    std::uint32_t payoffs = 0;
    std::uint32_t name = 0;  // different for all that ever live
  };

  Evolution(const Space& space, const EaSettings& settings, Rng rng);

  Choice choose();
  void reward(const Choice& choice, double payoff);
  [[nodiscard]] Digits best() const;

  [[nodiscard]] const std::vector<Individual>& population() const { return population_; }
  [[nodiscard]] std::uint32_t generation() const { return round_.number(); }

 private:
  void evolve();
  [[nodiscard]] Digits child();
  [[nodiscard]] Digits cross(const Digits& one, const Digits& other);
  [[nodiscard]] const Digits& parent() { return population_[ranked_[rng_.below(elite_)]].genes; }

  const Space* space_;
  EaSettings settings_;
  Rng rng_;
  std::uint32_t elite_;
  std::vector<Individual> population_;
  std::vector<std::uint32_t> ranked_;  // individuals, the elite first
  std::vector<std::uint32_t> lots_;    // decide between equals
  Round round_;
  std::uint32_t names_ = 0;
};

}  // namespace palamedes::tune
