#pragma once
// A row for each of some things, with figures and their intervals from left to right: to be read
// like a table.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "chart/axis.h"

namespace palamedes::chart {

struct IntervalChart {
  struct Figure {
    double value = 0;
    double low = 0;
    double high = 0;
    std::string text;  // when somebody points at it
  };
  struct Row {
    std::string label;
    std::vector<std::optional<Figure>> figures;  // by series
  };

  std::string title;
  std::string unit;                 // behind each number of the axis
  Range range;                      // figures outside are at the ends
  std::optional<double> reference;  // a dashed line at this tick
  std::vector<Row> rows;
};

// A part of a page that has chart::style().
[[nodiscard]] std::string to_svg(const IntervalChart& chart);

// How the figures of a series look, for legends: the first ones are circles, the others squares.
[[nodiscard]] std::string sign_of(std::size_t series);

}  // namespace palamedes::chart
