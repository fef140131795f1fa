#pragma once
// A state for people: boards as planes of cells, everything else as a list of facts.
//
//   Drawing   what the boards of a game are, and short names for what lies on them
//   Picture   planes    rows from the top down, each cell with a short name
//               8  r n b     columns are the first coordinate, rows the second; letters go before
//               7  . p .     numbers; three coordinates make one plane for each value of the first
//                  a b c
//             facts     all that stands on no board
//
// A point is the content that most cells have at first, or none where nothing says that a cell is
// empty.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "board/board.h"
#include "board/reshape.h"
#include "machine/game.h"

namespace palamedes::board {

struct DrawnCell {
  std::string text;           // empty where the board has no cell
  std::optional<Role> owner;  // whose piece it is, as far as names show
  bool changed = false;       // by the last step
};

struct Plane {
  std::string title;  // empty if there is only one
  std::vector<std::string> columns;
  std::vector<std::string> rows;              // from the top down; empty names: a board of one row
  std::vector<std::vector<DrawnCell>> cells;  // by row and column
};

struct Picture {
  std::vector<Plane> planes;
  std::vector<std::string> facts;
};

class Drawing {
 public:
  // Looks for boards in some states of random play.
  explicit Drawing(const machine::Game& game);
  // The same of given states; the first is the initial one.
  Drawing(const std::vector<std::vector<std::string>>& states, std::vector<std::string> role_names);

  [[nodiscard]] bool has_boards() const { return !boards_.empty(); }
  // Cells that differ from those of the facts before are marked, unless most of a board does.
  [[nodiscard]] Picture draw(const std::vector<std::string>& facts,
                             const std::vector<std::string>& before) const;
  // Short name and content, where they differ.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> legend() const;

 private:
  using Cell = std::vector<std::string>;
  using Contents = std::map<Cell, std::string>;
  struct DrawnBoard {
    Board board;
    std::string blank;     // what an empty cell has; empty if there is no such fact
    std::set<Cell> cells;  // all there are; empty where that is not known
  };

  void add_board(Board board, const std::vector<std::string>& initial_facts);
  void name_contents();
  // By board; facts that are on none go to `others`.
  [[nodiscard]] std::vector<Contents> place(const std::vector<std::string>& facts,
                                            std::vector<std::string>& others) const;
  [[nodiscard]] Plane draw_plane(const DrawnBoard& drawn, const Contents& contents,
                                 const std::set<Cell>& changed, const std::string& outer) const;
  [[nodiscard]] DrawnCell draw_cell(const DrawnBoard& drawn, const Contents& contents,
                                    const Cell& cell) const;
  [[nodiscard]] std::optional<Role> owner_of(const std::string& content) const;

  Reshape reshape_;
  std::vector<DrawnBoard> boards_;
  std::map<std::string, std::string> short_names_;
  std::vector<std::string> role_names_;
};

}  // namespace palamedes::board
