#pragma once
// Curves over one quantity, with the intervals of their points as areas around them.

#include <optional>
#include <string>
#include <vector>

#include "chart/axis.h"

namespace palamedes::chart {

struct LineChart {
  struct Point {
    double x = 0;
    double y = 0;
    double half = 0;  // of its interval; 0: none
  };
  struct Line {
    std::string title;
    std::vector<Point> points;  // from left to right; those that are no numbers are left out
  };

  std::string title;
  std::string x_label;
  std::string y_label;
  Range y;                          // that is shown in any case,
  bool only_y = false;              // and nothing else: what is outside is drawn at its ends
  std::optional<double> reference;  // a dashed line at this height
  std::vector<Line> lines;
};

// An SVG file.
[[nodiscard]] std::string to_svg(const LineChart& chart);

}  // namespace palamedes::chart
