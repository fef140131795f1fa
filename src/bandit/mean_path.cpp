#include "bandit/mean_path.h"

#include <cmath>

#include <fmt/format.h>

namespace palamedes::bandit {
namespace {

// With the paper's settings about one walk in four is kept.
constexpr int max_walks = 100'000;
constexpr std::size_t max_steps_in_all = 50'000'000;

// Counted in whole steps, so that a walk of many steps of 0.02 arrives where it should.
long steps_to_cover(double distance, double step) {
  constexpr double rounding = 1e-9;
  return static_cast<long>(std::ceil(distance / step - rounding));
}

}  // namespace

Result<MeanPath> draw_path(const PathSettings& settings, bool wins, Rng& rng) {
  const long highest = steps_to_cover(1 - settings.start, settings.step);
  const long lowest = -steps_to_cover(settings.start, settings.step);
  std::vector<double> means;
  std::size_t steps = 0;
  for (int walk = 0; walk < max_walks && steps < max_steps_in_all; ++walk) {
    means.assign(1, settings.start);
    long at = 0;
    while (at != highest && at != lowest && means.size() < settings.max_steps) {
      at += rng.below(2) == 0 ? -1 : 1;
      means.push_back(settings.start + static_cast<double>(at) * settings.step);
    }
    steps += means.size();
    if (at != (wins ? highest : lowest)) continue;
    means.back() = wins ? 1 : 0;
    return MeanPath(std::move(means));
  }
  return failure("", fmt::format("no random walk from {} reaches {} before {} steps of {}",
                                 settings.start, wins ? 1 : 0, settings.max_steps, settings.step));
}

}  // namespace palamedes::bandit
