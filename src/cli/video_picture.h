#pragma once
// A state of a video game as lines of text: coloured cells, or letters where there are no colours.

#include <string>

#include "vgdl/game.h"
#include "vgdl/state.h"

namespace palamedes::cli {

// With colours two columns for each cell. Without colours a sprite is the first letter of its
// type's name, the avatar @ and a wall #.
[[nodiscard]] std::string video_picture(const vgdl::Game& game, const vgdl::State& state,
                                        bool colours);

}  // namespace palamedes::cli
