#include "board/hexagons.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace palamedes::board {
namespace {

std::ptrdiff_t place_of(const std::vector<std::string>& values, const std::string& value) {
  return std::find(values.begin(), values.end(), value) - values.begin();
}

}  // namespace

Lean lean_of(const Edges& edges, const std::vector<std::vector<std::string>>& coordinates,
             Axes axes) {
  enum Direction { across, up, rising, falling };
  std::array<std::size_t, 4> counts{};
  for (const auto& [a, b] : edges) {
    const auto step = [&, &from = a, &to = b](std::size_t key) {
      return place_of(coordinates[key], to[key]) - place_of(coordinates[key], from[key]);
    };
    const std::ptrdiff_t columns = step(axes.column_key);
    const std::ptrdiff_t rows = step(axes.row_key);
    if (std::abs(columns) > 1 || std::abs(rows) > 1) return Lean::none;
    ++counts[rows == 0 ? across : columns == 0 ? up : columns == rows ? rising : falling];
  }
  // Each direction has a third of the neighbours, but for the rim.
  constexpr std::size_t least_share = 5;
  const auto has_share = [&](Direction direction) {
    return counts[direction] * least_share >= edges.size() && counts[direction] > 0;
  };
  if (!has_share(across) || !has_share(up)) return Lean::none;
  if (has_share(falling) && counts[rising] == 0) return Lean::right;
  if (has_share(rising) && counts[falling] == 0) return Lean::left;
  return Lean::none;
}

}  // namespace palamedes::board
