#pragma once

#include <span>
#include <string_view>

#include "base/embedded.h"

namespace palamedes::games {

/// A game sheet that is part of the program: games/<name>.kif.
using Builtin = Embedded;

/// All built-in games, sorted by name (byte order).
std::span<const Builtin> builtins();

/// The game of exactly this name, or nullptr.
const Builtin* find(std::string_view name);

/// What built-in games say about their boards (board/layout_hints.h): games/<name>.layout.
std::span<const Embedded> layouts();

/// Of the game of this name; empty where it says nothing.
std::string_view find_layout(std::string_view name);

/// The built-in video games and their levels, sorted by name: games/vgdl/<name>.txt, levels with
/// the ending _lvl0 to _lvl4.
std::span<const Builtin> video_files();

const Builtin* find_video(std::string_view name);

}  // namespace palamedes::games
