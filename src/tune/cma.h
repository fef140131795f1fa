#pragma once
// CMA-ES, the evolution strategy with covariance matrix adaptation, after Hansen's tutorial of 2016
// (arXiv 1604.00772), which the thesis follows in 6.3.2. It minimises. Population, weights and
// rates are the defaults of its Table 1; the steps are those of its Figure 6.
//
//   mean x, step size sigma, covariance C = B D^2 B^T      sample:  x + sigma * B D z,  z ~ N(0, I)

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/rng.h"

namespace palamedes::tune {

// The constants of Table 1 for n dimensions and a population of lambda.
struct CmaConstants {
  CmaConstants(std::size_t dimensions, std::size_t lambda);
  // 4 + floor(3 ln n).
  [[nodiscard]] static std::size_t default_lambda(std::size_t dimensions);

  std::vector<double> weights;  // w_i, the positive ones first
  std::size_t mu = 0;           // number of positive weights
  double mu_eff = 0;
  double c_sigma = 0;
  double d_sigma = 0;
  double c_c = 0;
  double c_1 = 0;
  double c_mu = 0;
  double chi = 0;  // E||N(0, I)||
};

class Cma {
 public:
  // lambda 0: the default.
  Cma(std::span<const double> mean, double sigma, std::size_t lambda, Rng rng);
  Cma(Cma&&) noexcept;
  Cma& operator=(Cma&&) noexcept;
  Cma(const Cma&) = delete;
  Cma& operator=(const Cma&) = delete;
  ~Cma();

  [[nodiscard]] const CmaConstants& constants() const;
  [[nodiscard]] std::size_t lambda() const { return constants().weights.size(); }

  // Formula 6.3: draws the next population. Individual j, until the next call.
  void sample();
  [[nodiscard]] std::span<const double> individual(std::size_t j) const;
  // Puts an individual in place of a drawn one: only for tests and injected solutions.
  void replace(std::size_t j, std::span<const double> point);
  // Fitness of all individuals, the less the better.
  void update(std::span<const double> fitness);

  [[nodiscard]] std::span<const double> mean() const;
  [[nodiscard]] double sigma() const;
  [[nodiscard]] double covariance(std::size_t row, std::size_t column) const;
  // Whether going on makes no sense numerically: NoEffectAxis, NoEffectCoord, ConditionCov, TolX
  // and TolXUp of the tutorial's B.3. Criteria on the fitness are off (thesis 6.4.1).
  [[nodiscard]] bool is_stopped() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace palamedes::tune
