#pragma once
// Policies compared on many bandits of one kind (Gudmundsson and Björnsson 2013, section 4.1). The
// defaults are the paper's.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "bandit/trial.h"
#include "base/diagnostic.h"
#include "base/moments.h"

namespace palamedes::bandit {

struct Settings {
  std::size_t arms = 20;
  double winning_percent = 10;  // of the arms
  std::size_t models = 50;
  PathSettings path;
  TrialSettings trial;
  std::uint64_t seed = 1;

  // At least one arm wins, or there would be no optimal play.
  [[nodiscard]] std::size_t winners() const;
};

// Bandit number `number` of an experiment: the winning arms come first. No policy can make use of
// that, as ties are broken at random.
[[nodiscard]] Result<Model> draw_model(const Settings& settings, std::size_t number);

// Over the models, after 1, 2, ... samples.
struct Curves {
  std::size_t models = 0;  // that were used; fewer than asked for if it was stopped
  // By policy: the ratio of optimal play.
  std::vector<std::vector<Moments>> ratio;
  // By policy: by how much that is more than the first policy's on the same model.
  std::vector<std::vector<Moments>> gain;
};

// Told how many of the models are done.
using Progress = std::function<void(std::size_t)>;

// Each policy starts with the same random numbers, so its curve does not depend on the others. Once
// `stop` says so it ends with the models that are done.
[[nodiscard]] Result<Curves> run_experiment(const Settings& settings,
                                            std::span<const Policy> policies,
                                            const Progress& progress = {},
                                            const std::function<bool()>& stop = {});

}  // namespace palamedes::bandit
