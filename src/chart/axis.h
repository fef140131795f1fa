#pragma once
// From values to places in a picture, with round numbers at the ticks.

#include <cstddef>
#include <string>
#include <vector>

namespace palamedes::chart {

struct Range {
  double low = 0;
  double high = 0;

  void include(double value);
};

class Axis {
 public:
  // Covers the range out to the ticks around it: at most so many, and at least two. The lowest
  // one is at `from`, the highest at `to`. The limits are finite.
  Axis(Range range, double from, double to, std::size_t most_ticks);

  [[nodiscard]] const std::vector<double>& ticks() const { return ticks_; }
  // Of a tick, with as many decimals as tell it from the next one.
  [[nodiscard]] std::string text(double tick) const;
  // Values outside of the axis are at its ends.
  [[nodiscard]] double at(double value) const;

 private:
  std::vector<double> ticks_;
  int decimals_ = 0;
  double from_;
  double to_;
};

}  // namespace palamedes::chart
