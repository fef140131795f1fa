#pragma once
// Colours of sprites as a page has them.

#include <string>

#include "vgdl/game.h"

namespace palamedes::web::worker {

// "#rrggbb": the colour that the rules name. Without one an avatar is white, what agents do not
// see, as the floor, is pale, and others have one of a few colours by the number of their type.
[[nodiscard]] std::string colour_of(const vgdl::Game& game, vgdl::TypeId type);

}  // namespace palamedes::web::worker
