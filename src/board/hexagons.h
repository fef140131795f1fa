#pragma once
// Rows of hexagons: cells with six neighbours, four in their row and column and two along one of
// the diagonals. The rows of such a board are drawn half a cell apart, so that all six stand around
// it.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "board/layout.h"

namespace palamedes::board {

// Where each row goes, seen from the one below it.
enum class Lean : std::uint8_t { none, right, left };

// The columns and rows of a board, in order, and where a cell names them.
struct Axes {
  std::size_t column_key = 0;
  std::size_t row_key = 0;
};

// None where neighbours are not one step apart, or do not follow both axes and one diagonal.
[[nodiscard]] Lean lean_of(const Edges& edges,
                           const std::vector<std::vector<std::string>>& coordinates, Axes axes);

}  // namespace palamedes::board
