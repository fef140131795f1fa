#include "chart/axis.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/numbers.h"

namespace palamedes::chart {
namespace {

// 1, 2, 2.5 or 5 times a power of ten.
struct RoundStep {
  double size = 1;
  int decimals = 0;
};

RoundStep round_step(int exponent, std::size_t which) {
  constexpr std::array<double, 4> factors = {1, 2, 2.5, 5};
  return {factors[which] * std::pow(10, exponent), std::max(0, (which == 2 ? 1 : 0) - exponent)};
}

// How many ticks it takes to cover the range.
double tick_count(const Range& range, double step) {
  return std::ceil(range.high / step) - std::floor(range.low / step) + 1;
}

// A range of some width that is neither too wide nor too narrow to be told in numbers.
Range with_room(Range range) {
  constexpr double largest = 1e300;
  constexpr double least_share = 1e-9;
  range.low = std::clamp(range.low, -largest, largest);
  range.high = std::clamp(range.high, -largest, largest);
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high - range.low > least_share * size) return range;
  const double room = size > 0 ? size / 10 : 1;
  return {range.low - room, range.high + room};
}

}  // namespace

void Range::include(double value) {
  low = std::min(low, value);
  high = std::max(high, value);
}

Axis::Axis(Range range, double from, double to, std::size_t most_ticks) : from_(from), to_(to) {
  range = with_room(range);
  const auto most = static_cast<double>(std::max<std::size_t>(most_ticks, 3));
  auto exponent = static_cast<int>(std::floor(std::log10((range.high - range.low) / most)));
  std::size_t which = 0;
  RoundStep step = round_step(exponent, which);
  while (tick_count(range, step.size) > most) {
    if (++which == 4) {
      which = 0;
      ++exponent;
    }
    step = round_step(exponent, which);
  }
  decimals_ = step.decimals;
  const double first = std::floor(range.low / step.size);
  const auto count = static_cast<std::size_t>(tick_count(range, step.size));
  for (std::size_t i = 0; i < count; ++i) {
    ticks_.push_back((first + static_cast<double>(i)) * step.size);
  }
}

std::string Axis::text(double tick) const {
  if (std::abs(tick) >= 1e15) return fmt::format("{:g}", tick);
  const std::string digits = fmt::format("{:.{}f}", std::abs(tick), decimals_);
  const bool is_zero = digits.find_first_not_of("0.") == std::string::npos;
  return (tick < 0 && !is_zero ? "-" : "") + grouped(digits);
}

double Axis::at(double value) const {
  const double low = ticks_.front();
  const double high = ticks_.back();
  return from_ + (std::clamp(value, low, high) - low) / (high - low) * (to_ - from_);
}

}  // namespace palamedes::chart
