#include "exercise/bench.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace palamedes::exercise {
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

SwarmMeasurement::SwarmMeasurement(machine::swarm::Swarm& swarm, BenchOptions options)
    : swarm_(swarm), options_(std::move(options)) {
  swarm_.begin_endless();
}

void SwarmMeasurement::run(double seconds) {
  constexpr double longest_between_looks = 1;
  const CpuStopwatch cpu;
  do {
    swarm_.run(std::min(seconds - cpu.seconds(), longest_between_looks));
  } while (cpu.seconds() < seconds && !options_.is_stopped());
  result_.seconds += cpu.seconds();
  const machine::swarm::SwarmTotals totals = swarm_.totals();
  result_.playouts = totals.playouts();
  result_.finished = totals.finished;
  result_.finished_states = totals.finished_states;
  result_.dead_ends = totals.dead_ends;
  result_.states = totals.states;
  result_.goal_sum = 0;
  for (const std::int64_t sum : totals.goal_sums) {
    result_.goal_sum += static_cast<std::uint64_t>(sum);
  }
}

}  // namespace palamedes::exercise
