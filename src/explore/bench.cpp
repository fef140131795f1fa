#include "explore/bench.h"

#include <limits>

namespace palamedes::explore {
namespace {

double per_second(std::uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

}  // namespace

double BenchResult::states_per_second() const { return per_second(states, seconds); }

double BenchResult::playouts_per_second() const { return per_second(playouts, seconds); }

double BenchResult::average_length() const {
  if (finished == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(finished_states) / static_cast<double>(finished);
}

void ClockPace::took(double seconds, double slice) {
  constexpr std::uint64_t most = std::uint64_t{1} << 20U;
  if (seconds < slice / 64) {
    steps_ = std::min(steps_ * 2, most);
  } else if (seconds > slice / 32) {
    steps_ = std::max<std::uint64_t>(steps_ / 2, 1);
  }
}

}  // namespace palamedes::explore
