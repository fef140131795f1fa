#pragma once
// One n-arm bandit, sampled again and again by one policy.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "bandit/mean_path.h"
#include "base/rng.h"

namespace palamedes::bandit {

// A bandit: one path per arm.
using Model = std::vector<MeanPath>;

// How an arm is chosen: formula (1), with the C of formula (2). Nothing is above an infinite
// threshold, which leaves plain UCT.
struct Policy {
  double exploration = 0.4;
  double threshold = std::numeric_limits<double>::infinity();
};

// What a sample of an arm pays.
enum class Payoff : std::uint8_t {
  outcome,  // 1 or 0, a game won or lost, 1 with the probability of the mean
  normal,   // the mean and a normally distributed error
  mean,     // the mean itself
};

struct TrialSettings {
  std::size_t tasks = 200;     // repetitions, each with everything forgotten
  std::size_t samples = 3000;  // in one task
  Payoff payoff = Payoff::outcome;
  double deviation = 1;  // of the normal error, as in Sutton and Barto (1998)
};

// The ratio of optimal play after 1, 2, ... samples: the share of tasks in which the arm with the
// highest mean so far, the one to bet on, has the true value 1. Ties are broken at random. `stop`,
// asked before each task, ends the trial; its result means nothing then.
[[nodiscard]] std::vector<double> run_trial(const Model& model, const Policy& policy,
                                            const TrialSettings& settings, Rng& rng,
                                            const std::function<bool()>& stop = {});

}  // namespace palamedes::bandit
