#pragma once
// What a game may say about its boards where they are not found as its author sees them: a small
// file beside the rules, docs/play.md#hints-of-a-game.
//
//   (board tile 2 1)    the second argument of `tile` is the column, the first one the row
//   (rows down)         the first row is at the top
//   (empty b)           what lies on an empty cell
//   (hexagons left)     where each row goes, seen from the one below it
//   (list connected)    no board of this: its facts are listed
//   (hide connected)    nothing of this is shown

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "board/hexagons.h"
#include "gdl/load.h"

namespace palamedes::board {

struct LayoutHints {
  struct Board {
    std::string relation;
    std::vector<std::size_t> arguments;  // from 0; the last two are column and row
  };
  std::vector<Board> boards;
  std::set<std::string> listed;
  std::set<std::string> hidden;
  std::set<std::string> empty;
  std::optional<Lean> lean;
  bool rows_down = false;

  [[nodiscard]] const Board* board_of(const std::string& relation) const;
  // Whether a board may be made of this relation.
  [[nodiscard]] bool allow(const std::string& relation) const {
    return !listed.contains(relation) && !hidden.contains(relation);
  }
};

// Every word has to be known, and every relation has to be one of the states of the game.
[[nodiscard]] Result<LayoutHints> read_layout_hints(std::string_view text, const std::string& file,
                                                    const gdl::Loaded& game);

}  // namespace palamedes::board
