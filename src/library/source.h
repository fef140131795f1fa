#pragma once
// Where rules come from: a file, or a game that is built in.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace palamedes::library {

// The text of the rules and the name under which problems are reported.
struct RulesText {
  std::string name;
  std::string text;
};

// What messages call the ways out: the command line and a program have different ones.
struct SourceWords {
  std::string_view more_bytes;  // what allows more
  std::string_view all_games;   // what lists the built-in games
};

// A file wins over a built-in game of the same name. "-" is standard input.
[[nodiscard]] Result<RulesText> find_text(const std::string& file_or_name, std::size_t max_bytes,
                                          const SourceWords& words);
[[nodiscard]] Result<RulesText> read_file(const std::string& path, std::size_t max_bytes,
                                          const SourceWords& words);
[[nodiscard]] Result<RulesText> find_builtin(const std::string& name, const SourceWords& words);

// Names of the built-in games, sorted.
[[nodiscard]] const std::vector<std::string>& game_names();

}  // namespace palamedes::library
