#include "cli/video_source.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "games/builtin.h"
#include "games/header.h"

namespace palamedes::cli {
namespace {

constexpr std::size_t max_level_bytes = 4'000'000;

}  // namespace

const std::vector<std::string>& video_game_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const games::Builtin& file : games::video_files()) {
      if (!games::is_level_name(file.name)) result.emplace_back(file.name);
    }
    return result;
  }();
  return names;
}

Result<RulesText> read_any_game(const std::string& argument, std::size_t max_bytes) {
  if (argument.empty()) return failure("RULES", "is an empty text");
  std::error_code absent;
  const games::Builtin* video = games::find_video(argument);
  if (video != nullptr && !std::filesystem::exists(argument, absent)) {
    return RulesText{argument, std::string(video->text)};
  }
  return library::find_text(argument, max_bytes,
                            {.more_bytes = "--max-bytes", .all_games = "'palamedes games'"});
}

Result<RulesText> read_level(const std::string& game, std::uint64_t level) {
  const std::string built_in = fmt::format("{}_lvl{}", game, level);
  if (const games::Builtin* file = games::find_video(built_in)) {
    return RulesText{built_in, std::string(file->text)};
  }
  const std::string stem = game.ends_with(".txt") ? game.substr(0, game.size() - 4) : game;
  const std::string path = fmt::format("{}_lvl{}.txt", stem, level);
  auto text = read_text(path, max_level_bytes);
  if (!text) return tl::unexpected(std::move(text.error()));
  return RulesText{path, std::move(*text)};
}

Result<vgdl::LoadedGame> load_video_game(const RulesText& game, std::uint64_t level) {
  const auto text = read_level(game.name, level);
  if (!text) return tl::unexpected(text.error());
  return vgdl::load_game(game.text, game.name, text->text, text->name);
}

}  // namespace palamedes::cli
