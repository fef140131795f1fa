#pragma once
// What neighbours that fixed facts tell say about a board with coordinates.

#include <set>
#include <string>
#include <vector>

#include "board/grid.h"

namespace palamedes::board {

// All cells of two coordinates.
[[nodiscard]] std::set<Cell> product(const std::vector<std::vector<std::string>>& coordinates);

// All neighbours stand in one row or column with no cell between them, some of them not side by
// side.
[[nodiscard]] bool join_across_gaps(const Grid& grid, const std::set<Cell>& cells,
                                    const Edges& edges);

// One after the other, at the most in a circle if they are numbered: a row shows that as well.
[[nodiscard]] bool is_chain(const Grid& grid, const std::set<Cell>& points, const Edges& edges);

// Nearly all neighbours stand in one row, column or diagonal of the grid, and there are not as
// many of them as among hexagons.
[[nodiscard]] bool follow_lines(const Grid& grid, const Edges& edges);

}  // namespace palamedes::board
