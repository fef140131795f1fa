#include "library/source.h"

#include <cerrno>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/suggest.h"
#include "games/builtin.h"

namespace palamedes::library {
namespace {

enum class Kind : std::uint8_t { absent, folder, file };

// Everything that is there and no folder can be read from, pipes too; one that may not be read is
// still the file that was meant.
Kind kind_of(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0)
    return errno == ENOENT || errno == ENOTDIR ? Kind::absent : Kind::file;
  return S_ISDIR(info.st_mode) ? Kind::folder : Kind::file;
}

// "games/tictactoe.kif" -> "tictactoe"
std::string stem_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  return name.substr(0, name.find('.'));
}

std::string hint_for(const std::string& argument, bool path, const SourceWords& words) {
  const std::string stem = stem_of(argument);
  if (games::find(stem) != nullptr) {
    return fmt::format("the built-in game is called '{}'", stem);
  }
  std::string hint = did_you_mean(path ? stem : argument, game_names());
  if (hint.empty() && !path) hint = fmt::format("{} lists the built-in games", words.all_games);
  return hint;
}

}  // namespace

const std::vector<std::string>& game_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const games::Builtin& game : games::builtins()) result.emplace_back(game.name);
    return result;
  }();
  return names;
}

Result<RulesText> find_builtin(const std::string& name, const SourceWords& words) {
  if (const games::Builtin* const game = games::find(name)) {
    return RulesText{name, std::string(game->text)};
  }
  return failure(name, "there is no such built-in game", hint_for(name, false, words));
}

Result<RulesText> read_file(const std::string& path, std::size_t max_bytes,
                            const SourceWords& words) {
  auto text = read_text(path, max_bytes, words.more_bytes);
  if (!text) return tl::unexpected(std::move(text.error()));
  return RulesText{path == "-" ? "<stdin>" : path, std::move(*text)};
}

Result<RulesText> find_text(const std::string& file_or_name, std::size_t max_bytes,
                            const SourceWords& words) {
  const Kind kind = file_or_name == "-" ? Kind::file : kind_of(file_or_name);
  if (kind != Kind::file && games::find(file_or_name) != nullptr) {
    return find_builtin(file_or_name, words);
  }
  if (kind != Kind::absent) return read_file(file_or_name, max_bytes, words);
  const bool path = file_or_name.find_first_of("./") != std::string::npos;
  return failure(file_or_name,
                 path ? "there is no such file" : "there is no such file or built-in game",
                 hint_for(file_or_name, path, words));
}

}  // namespace palamedes::library
