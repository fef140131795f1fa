#pragma once
// The boards of a game, found without knowing it: which relations lie on cells, and which of them
// share a board. docs/play.md has the rules in words.
//
//   states, fixed facts  ->  candidates     each relation with each set of arguments as coordinates
//                        ->  the best one of each relation
//                        ->  grids          the largest first; relations over its coordinates join
//                                           it if their cells never clash in the states

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "board/fixed_facts.h"
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

  // Which coordinates are columns and rows: the last two, letters across where only one has
  // letters.
  [[nodiscard]] Axes axes() const;
  // The cell and the content of a fact that lies on this board.
  [[nodiscard]] std::optional<std::pair<Cell, std::string>> place(const Term& fact) const;
};

// The first of the states is the initial one.
[[nodiscard]] std::vector<Grid> find_grids(std::span<const std::vector<std::string>> states,
                                           const FixedFacts& fixed,
                                           const std::vector<std::string>& role_names);

}  // namespace palamedes::board
