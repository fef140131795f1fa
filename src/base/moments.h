#pragma once
// Mean and spread of numbers that come one by one and are not kept.
//
//   count ── how many
//   mean ─── of those so far
//   squares  sum of (number - mean)^2, by Welford's update: a difference of two large sums, the
//            obvious way, would lose the digits that matter

#include <cmath>
#include <cstdint>

namespace palamedes {

struct Moments {
  std::uint64_t count = 0;
  double mean = 0;
  double squares = 0;

  void add(double number) {
    ++count;
    const double from_old_mean = number - mean;
    mean += from_old_mean / static_cast<double>(count);
    squares += from_old_mean * (number - mean);
  }

  // Those of another row of numbers as well.
  void add(const Moments& other) {
    if (other.count == 0) return;
    const double own = static_cast<double>(count);
    const double others = static_cast<double>(other.count);
    const double difference = other.mean - mean;
    count += other.count;
    mean += difference * others / (own + others);
    squares += other.squares + difference * difference * own * others / (own + others);
  }

  // Of the source of the numbers, hence divided by count - 1; 0 where there are fewer than two.
  [[nodiscard]] double variance() const {
    return count < 2 ? 0 : squares / static_cast<double>(count - 1);
  }
  [[nodiscard]] double deviation() const { return std::sqrt(variance()); }
  // Of the mean itself, as an estimate of what the source has.
  [[nodiscard]] double standard_error() const {
    return count == 0 ? 0 : deviation() / std::sqrt(static_cast<double>(count));
  }
};

}  // namespace palamedes
