#pragma once
// A board of a game: which relations lie on its cells, and how its cells are arranged.

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "board/hexagons.h"
#include "board/layer.h"
#include "board/layout.h"
#include "board/walls.h"

namespace palamedes::board {

struct Grid {
  std::vector<Layer> layers;  // the one that made the board first; none where it has only walls
  std::vector<std::vector<std::string>> coordinates;  // by key: all values in order
  std::set<Cell> cells;            // all there are; empty where that is not known
  std::size_t seen_cells = 0;      // that had something on them in some state
  std::size_t most_facts = 0;      // on it in one state
  bool is_full = false;            // all of them in every state
  std::set<std::string> contents;  // all that was ever seen
  std::string blank;               // what an empty cell has; empty if there is no such fact
  std::optional<Layout> layout;    // where coordinates are no places
  Lean lean = Lean::none;          // of the rows of a plane
  Edges lines;                     // between neighbours of a plane that other cells do not fill
  std::optional<Walls> walls;      // around the cells of a plane
  bool given = false;              // the game itself names its coordinates

  // Which coordinates are columns and rows: the last two, in this order where the game names them,
  // else letters across where only one has letters.
  [[nodiscard]] Axes axes() const;
  // By coordinate: which one it is where facts and moves name a cell. Only a game itself can say
  // that the row comes before the column.
  [[nodiscard]] std::vector<std::size_t> order_of_names() const;
  // A cell as facts and moves name it, and back.
  [[nodiscard]] Cell as_named(const Cell& cell) const;
  [[nodiscard]] Cell of_names(const Cell& names) const;
  // The cell and the content of a fact that lies on this board.
  [[nodiscard]] std::optional<std::pair<Cell, std::string>> place(const Term& fact) const;
};

}  // namespace palamedes::board
