#pragma once
// What a game says about its boards: the file beside its rules, or what the program has of a
// built-in game.

#include <string>

#include "board/layout_hints.h"

namespace palamedes::cli {

// RULES as the user named them. Without such a file there are no hints; "-" has none.
[[nodiscard]] Result<board::LayoutHints> find_layout_hints(const std::string& rules,
                                                           const gdl::Loaded& game);

}  // namespace palamedes::cli
