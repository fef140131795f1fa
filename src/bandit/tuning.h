#pragma once
// Allocation strategies compared on combinatorial bandits by their regret: by how much the arm that
// was chosen is worse than the best one, in the mean over all samples so far.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "bandit/combinatorial.h"
#include "base/diagnostic.h"
#include "base/moments.h"
#include "tune/strategies.h"

namespace palamedes::bandit {

struct TuningSettings {
  CombinatorialSettings bandit;
  std::size_t models = 20;
  std::size_t samples = 10'000;
  std::size_t every = 1'000;  // samples between two points of a curve
  std::size_t lanes = 1;      // samples that are under way at once
  std::uint64_t seed = 1;
};

// Over the models, after every, 2 * every, ... samples.
struct Regrets {
  std::size_t models = 0;                  // that were used; fewer than asked for if it was stopped
  std::vector<std::vector<Moments>> mean;  // by strategy: the mean regret so far
};

// Each strategy has the same bandits and the same random numbers. A budget that a strategy needs to
// know is the number of samples. Once `stop` says so it ends with the models that are done.
[[nodiscard]] Result<Regrets> run_tuning(const TuningSettings& settings,
                                         std::span<const tune::Settings> strategies,
                                         const std::function<void(std::size_t)>& progress = {},
                                         const std::function<bool()>& stop = {});

}  // namespace palamedes::bandit
