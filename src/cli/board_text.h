#pragma once
// A position on the screen: boards with their coordinates, then the facts that are on none.

#include <string>

#include "board/drawing.h"
#include "cli/screen.h"

namespace palamedes::cli {

// What the last step changed is in brackets, or at a terminal with colours reversed. Lines that end
// with a line feed.
[[nodiscard]] std::string board_text(const Screen& screen, const board::Picture& picture);

// "On the board: x xplayer, o oplayer"; empty where all contents stand for themselves.
[[nodiscard]] std::string legend_text(const board::Drawing& drawing);

}  // namespace palamedes::cli
