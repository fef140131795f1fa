#pragma once
// A state for people: boards as planes of cells, everything else as a list of facts.
//
//   Drawing   what the boards of a game are, and signs for what lies on them
//   Picture   planes    rows from the top down, each cell with its sign
//               8  r n b     columns are the first coordinate, rows the second; letters go before
//               7  . p .     numbers; of three coordinates one plane for each value of the first,
//                  a b c     of four one for each value of the first two
//             points    rows and half columns; each cell has its name below it
//             facts     all that stands on no board
//
// A point is what an empty cell has, or no fact at all.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "board/grids.h"
#include "board/layout_hints.h"
#include "board/move_cells.h"
#include "board/signs.h"
#include "machine/game.h"

namespace palamedes::board {

struct DrawnCell {
  std::string text;                   // empty where the board has no cell
  std::optional<Role> owner;          // whose piece it is, as far as names show
  bool changed = false;               // by the last step
  std::string name;                   // of a point
  std::vector<std::string> contents;  // as the rules call them; none of an empty cell
  Cell coordinates;
};

// Lines around the cells of a plane.
struct PlaneWalls {
  enum class Mark : std::uint8_t { none, there, changed };
  std::vector<std::vector<Mark>> level;    // from the top down, by column: one more than rows
  std::vector<std::vector<Mark>> upright;  // by row, from the left: one more than columns
  // Names of the corners where lines join dots; then cells have no names.
  std::vector<std::string> corner_columns;
  std::vector<std::string> corner_rows;  // from the top down

  [[nodiscard]] bool have_dots() const { return !corner_columns.empty(); }
};

// A line between two cells of the same row or column.
struct PlaneLine {
  Layout::Place from;
  Layout::Place to;
};

struct Plane {
  std::string title;                          // empty if there is only one
  std::vector<std::string> columns;           // empty: it has points
  std::vector<std::string> rows;              // from the top down; empty names: a board of one row
  std::vector<std::vector<DrawnCell>> cells;  // by row and column
  std::size_t sign_width = 1;                 // of the longest sign that was seen in any state
  bool begins_line = false;                   // it is not to stand beside the one before
  Lean lean = Lean::none;                     // rows stand half a cell apart
  std::vector<PlaneLine> lines;
  std::optional<PlaneWalls> walls;
};

struct Picture {
  std::vector<Plane> planes;
  std::vector<std::string> facts;
};

class Drawing {
 public:
  // Looks for boards in some states of random play.
  explicit Drawing(const machine::Game& game, LayoutHints hints = {});
  // The same of given states; the first is the initial one.
  Drawing(const std::vector<std::vector<std::string>>& states, std::vector<std::string> role_names,
          FixedFacts fixed = {}, LayoutHints hints = {});

  [[nodiscard]] bool has_boards() const { return !grids_.empty(); }
  // Cells that differ from those of the facts before are marked, unless most of a board does.
  [[nodiscard]] Picture draw(const std::vector<std::string>& facts,
                             const std::vector<std::string>& before) const;
  // The cells that a move names, in the order of its arguments; the column or row of a cell that it
  // names; and what differs between two states (move_cells.h).
  [[nodiscard]] std::vector<CellPlace> cells_named_by(const std::string& move) const {
    return board::cells_named_by(grids_, move);
  }
  [[nodiscard]] std::vector<CellPlace> line_named_by(const std::string& move,
                                                     CellPlace cell) const {
    return board::line_named_by(grids_, move, cell);
  }
  [[nodiscard]] std::vector<CellPlace> cells_changed(const std::vector<std::string>& facts,
                                                     const std::vector<std::string>& before) const;
  [[nodiscard]] const Signs& signs() const { return signs_; }
  // Of the rules, where they were asked.
  [[nodiscard]] const FixedFacts& fixed_facts() const { return fixed_; }

 private:
  // What lies on the cells of a board; several things where the game lets them.
  using Contents = std::map<Cell, std::set<std::string>>;

  struct Placed {
    Contents contents;
    std::set<Side> sides;
  };

  [[nodiscard]] static std::set<Cell> differing(const Contents& here, const Contents& there);
  // By board; facts that are on none go to `others`.
  [[nodiscard]] std::vector<Placed> place(const std::vector<std::string>& facts,
                                          std::vector<std::string>& others) const;
  [[nodiscard]] std::vector<Plane> draw_grid(const Grid& grid, const Contents& contents,
                                             const std::set<Cell>& changed) const;
  [[nodiscard]] Plane draw_plane(const Grid& grid, const Contents& contents,
                                 const std::set<Cell>& changed, const Cell& outer) const;
  [[nodiscard]] Plane draw_points(const Grid& grid, const Contents& contents,
                                  const std::set<Cell>& changed) const;
  [[nodiscard]] DrawnCell draw_cell(const Grid& grid, const Contents& contents,
                                    const Cell& cell) const;

  FixedFacts fixed_;
  LayoutHints hints_;
  std::vector<Grid> grids_;
  Signs signs_;
};

}  // namespace palamedes::board
