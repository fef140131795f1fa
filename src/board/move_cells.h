#pragma once
// Where cells stand in a picture, and which of them a move is about, so that it can be made by
// pointing at them:
//
//   (mark 3 1)         names one cell
//   (move wk e1 g1)    names two, in this order: from, to
//   (drop 4)           names none; where it changes the cell 4 2, it names the column of this cell

#include <compare>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "board/grids.h"

namespace palamedes::board {

struct CellPlace {
  std::size_t plane = 0;
  std::size_t row = 0;  // from the top down
  std::size_t column = 0;

  auto operator<=>(const CellPlace&) const = default;
};

// The number of planes that a grid is drawn as.
[[nodiscard]] std::size_t plane_count(const Grid& grid);

// Where a cell of a grid stands whose first plane is this one; nothing if there is no such cell.
[[nodiscard]] std::optional<CellPlace> place_of(const Grid& grid, std::size_t first_plane,
                                                const Cell& cell);

// The cells that the arguments of a move name, in their order. Arguments are read in groups from
// the last one on, since what comes before a cell is more often a number than what comes after it;
// the grid counts of which they name most.
[[nodiscard]] std::vector<CellPlace> cells_named_by(std::span<const Grid> grids,
                                                    const std::string& move);

// All cells of the column or row of this one whose name is an argument of the move; none where no
// argument is one. Only of grids with columns.
[[nodiscard]] std::vector<CellPlace> line_named_by(std::span<const Grid> grids,
                                                   const std::string& move, CellPlace cell);

}  // namespace palamedes::board
