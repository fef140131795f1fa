#pragma once
// CMA-ES allocation (thesis 6.3.2, Algorithm 16): the parameters are numbers, each normalised to
// [0, 1]. Each individual of a population is one simulation. If the strategy stops, the mean is
// sampled as well, and the best individual so far is used for the rest of the match.

#include <cstdint>
#include <span>
#include <vector>

#include "base/params.h"
#include "base/rng.h"
#include "tune/cma.h"
#include "tune/round.h"
#include "tune/space.h"

namespace palamedes::tune {

struct CmaEsSettings {
  double sigma = 0.3;
  double penalty = 100;
  std::uint32_t population = 0;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("sigma", sigma, Range{1e-6, 10}, "first step size, where a parameter's interval is 1");
    visit("penalty", penalty, Range{0, 1e9},
          "added to the fitness, a goal from 0 to 100, for each unit outside of the interval "
          "(alpha)");
    visit("population", population, Range{0, 10000}, "individuals; 0: 4 + 3 ln(parameters)");
  }
};

// REPAIRINDIVIDUAL: the nearest point in [0, 1]^d, and its penalty alpha * distance.
double repair(std::span<const double> point, std::span<double> repaired, double alpha);

class CmaEs {
 public:
  CmaEs(const Space& space, const CmaEsSettings& settings, Rng rng);

  // Writes the values of the parameters.
  Choice choose(std::span<double> values);
  void reward(const Choice& choice, double payoff);
  // The values it takes for the best: the mean, or what it has decided for.
  void best(std::span<double> values) const;

  [[nodiscard]] const Cma& cma() const { return cma_; }

 private:
  enum class Step : std::uint8_t { populations, mean, decided };
  struct Individual {
    double penalty = 0;
    double payoff = 0;  // mean
    std::uint32_t payoffs = 0;
    [[nodiscard]] double fitness() const { return 100 * (1 - payoff) + penalty; }
  };

  void advance();
  void begin_population();
  void begin_mean();
  void keep_best();
  // DENORMALIZEINDIVIDUAL, with whole numbers where a parameter has no others.
  void denormalise(std::span<const double> point, std::span<double> values) const;
  [[nodiscard]] Digits bins_of(std::span<const double> point) const;
  [[nodiscard]] std::span<const double> repaired(std::size_t j) const {
    return std::span(points_).subspan(j * space_->size(), space_->size());
  }

  const Space* space_;
  CmaEsSettings settings_;
  Rng rng_;
  Cma cma_;
  Step step_ = Step::populations;
  Round round_;
  std::vector<Individual> individuals_;
  std::vector<double> points_;  // repaired, one after the other
  std::vector<double> fitness_;
  std::vector<double> best_;
  double best_fitness_ = infinity;
};

}  // namespace palamedes::tune
