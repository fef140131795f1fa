#pragma once
// A combinatorial bandit (thesis 6.2.2) whose optimum is known: each combination of values of some
// parameters is an arm that pays 1 with a probability of its own, else 0. That probability has a
// part for each parameter, the lower the farther its value is from the parameter's best one, and a
// part for each pair of values of two parameters, drawn at random. So parameters depend on each
// other, and the values that are best by themselves need not be the best together.
//
//   mean(v) = scaled( sum_i -w_i |v_i - t_i| / (m - 1)  +  interaction * sum_{i<j} u_ij(v_i, v_j) )
//   w_i in [0.5, 1.5], u_ij in [-1, 1]; scaled so that the worst arm has 0.2 and the best one 0.8

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"

namespace palamedes::bandit {

struct CombinatorialSettings {
  std::size_t parameters = 4;
  std::size_t values = 8;    // of each parameter
  double interaction = 0.3;  // weight of the parts of pairs

  [[nodiscard]] std::size_t arms() const;
};

class Combinatorial {
 public:
  // At most a few million arms: all of them are looked at to find the best.
  Combinatorial(const CombinatorialSettings& settings, Rng& rng);

  // Of the arm with these values, from 0 on; numbers in between are rounded down.
  [[nodiscard]] double mean(std::span<const double> values) const { return means_[arm_of(values)]; }
  [[nodiscard]] double best_mean() const { return means_[best_]; }
  [[nodiscard]] std::vector<std::size_t> best_values() const;
  [[nodiscard]] const std::vector<double>& means() const { return means_; }

 private:
  [[nodiscard]] std::size_t arm_of(std::span<const double> values) const;
  void draw_means(Rng& rng);

  CombinatorialSettings settings_;
  std::vector<double> means_;  // the first parameter changes fastest
  std::size_t best_ = 0;
};

}  // namespace palamedes::bandit
