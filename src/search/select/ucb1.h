#pragma once
// Flat Monte-Carlo search with UCB1 (thesis 2.2.2, formula 2.2): the moves of the root are the arms
// of a bandit, and nothing is kept of what comes after them.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "base/params.h"
#include "base/rng.h"
#include "search/select/ties.h"

namespace palamedes::search::select {

// Formula 2.2, with ln n of the samples of all arms. An arm without any comes first.
inline double ucb1(double mean, double log_samples, double arm_samples) {
  if (arm_samples <= 0) return infinity;
  return mean + std::sqrt(2 * log_samples / arm_samples);
}

class Ucb1 {
 public:
  // The arm to play; equal ones are drawn.
  std::size_t best(std::span<const double> means, std::span<const double> samples, Rng& rng) {
    const double all = std::accumulate(samples.begin(), samples.end(), 0.0);
    const double log_samples = std::log(std::max(all, 1.0));
    values_.resize(means.size());
    for (std::size_t i = 0; i < means.size(); ++i) {
      values_[i] = ucb1(means[i], log_samples, samples[i]);
    }
    return draw_best(values_, 0, rng);
  }

 private:
  std::vector<double> values_;
};

}  // namespace palamedes::search::select
