#pragma once
// Mean's path: an arm of the bandit whose mean payoff moves while it is sampled, as that of a move
// does while a game tree grows below it. It is a random walk that ends at the arm's true value, 0
// or 1 (Gudmundsson and Björnsson 2013, sections 2.3 and 4.1).
//
//   sample     1     2      3            n     n + 1 ...
//   means   [ 0.5 | 0.52 | 0.50 | ... | 1 ]     1    ...

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/rng.h"

namespace palamedes::bandit {

struct PathSettings {
  double start = 0.5;
  double step = 0.02;
  std::size_t max_steps = 500;  // a path has arrived before it has taken this number
};

class MeanPath {
 public:
  // The last of the means is the true value.
  explicit MeanPath(std::vector<double> means) : means_(std::move(means)) {}

  // Of the next payoff, once there has been this number.
  [[nodiscard]] double mean_after(std::size_t samples) const {
    return means_[std::min(samples, means_.size() - 1)];
  }
  [[nodiscard]] bool wins() const { return means_.back() == 1; }
  // From the start to the true value.
  [[nodiscard]] const std::vector<double>& means() const { return means_; }

 private:
  std::vector<double> means_;
};

// A random walk under the condition that it ends at the given value in time: walks that do not are
// thrown away. Settings under which hardly any walk does are an error.
[[nodiscard]] Result<MeanPath> draw_path(const PathSettings& settings, bool wins, Rng& rng);

}  // namespace palamedes::bandit
