#pragma once
// A position on the screen: boards with their coordinates, side by side where they fit, then the
// facts that are on none.

#include <string>

#include "board/drawing.h"
#include "cli/palette.h"
#include "cli/room.h"

namespace palamedes::cli {

// What the last step changed is in brackets, or with colours reversed. Boards become narrower where
// there is no room for them. Of many facts only so many lines are shown, and how many more there
// are. Lines that end with a line feed.
[[nodiscard]] std::string board_text(const Palette& palette, const board::Picture& picture,
                                     std::size_t columns, std::size_t fact_lines = Room::unlimited);

// "On the board: k king, q queen; capitals are white, small letters black"; empty where all
// contents stand for themselves.
[[nodiscard]] std::string legend_text(const board::Signs& signs, std::size_t columns);

}  // namespace palamedes::cli
