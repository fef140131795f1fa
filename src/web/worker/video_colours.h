#pragma once
// Colours of sprites as a page has them.

#include <string>

#include "vgdl/game.h"

namespace palamedes::web::worker {

// "#rrggbb": the colour that the rules name, or one of a few by the number of the type.
[[nodiscard]] std::string colour_of(const vgdl::Game& game, vgdl::TypeId type);

}  // namespace palamedes::web::worker
