#include "ground/grid.h"

#include <algorithm>

namespace palamedes::ground {

using gdl::TermId;

Grid::Grid(std::span<const TermId> values, std::uint32_t width,
           std::span<const std::uint32_t> columns, std::uint64_t most) {
  most = std::min<std::uint64_t>(most, not_in_column - 1);
  if (values.empty() || columns.empty()) return;
  std::size_t high = 0;
  low_ = index_of(values[columns.front()]);
  for (std::size_t row = 0; row < values.size(); row += width) {
    for (const std::uint32_t column : columns) {
      const std::size_t value = index_of(values[row + column]);
      low_ = std::min(low_, value);
      high = std::max(high, value);
    }
  }
  span_ = high - low_ + 1;
  if (span_ * columns.size() > most) return;
  steps_.assign(span_ * columns.size(), not_in_column);
  std::uint64_t size = 1;
  for (std::size_t i = columns.size(); i-- > 0;) {
    const std::span<std::uint32_t> steps(steps_.data() + i * span_, span_);
    for (std::size_t row = 0; row < values.size(); row += width) {
      steps[index_of(values[row + columns[i]]) - low_] = 0;
    }
    std::uint64_t next = 0;
    for (std::uint32_t& step : steps) {
      if (step == not_in_column) continue;
      step = static_cast<std::uint32_t>(next);
      next += size;
      if (next > most) return;
    }
    size = next;
  }
  size_ = size;
}

}  // namespace palamedes::ground
