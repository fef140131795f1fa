#pragma once
// From the texts of a game and a level to something that can be played.

#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "vgdl/game.h"
#include "vgdl/outline.h"

namespace palamedes::vgdl {

struct LoadedGame {
  std::shared_ptr<const Game> game;
  Diagnostics warnings;
};

// Names are those under which problems are reported.
[[nodiscard]] Result<LoadedGame> load_game(std::string_view rules, const std::string& rules_name,
                                           std::string_view level, const std::string& level_name,
                                           const ReadLimits& limits = {});

}  // namespace palamedes::vgdl
