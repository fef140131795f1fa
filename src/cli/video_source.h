#pragma once
// Video games on the command line: a file with its levels beside it, or a built-in game.

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "cli/rules_source.h"
#include "vgdl/load.h"

namespace palamedes::cli {

// A rule sheet or a video game, of which read_rules() takes the former only.
[[nodiscard]] Result<RulesText> read_any_game(const std::string& argument, std::size_t max_bytes);

// A level of a game: the file GAME_lvlN.txt beside GAME.txt, or the one that is built in.
[[nodiscard]] Result<RulesText> read_level(const std::string& game, std::uint64_t level);

[[nodiscard]] Result<vgdl::LoadedGame> load_video_game(const RulesText& game, std::uint64_t level);

// Names of the built-in video games, sorted.
[[nodiscard]] const std::vector<std::string>& video_game_names();

}  // namespace palamedes::cli
