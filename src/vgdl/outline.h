#pragma once
// The text of a game file as a tree of lines: a line stands below the last one that is indented
// less.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace palamedes::vgdl {

struct ReadLimits {
  std::size_t max_bytes = 4'000'000;
  std::size_t max_lines = 20'000;
  std::size_t max_depth = 64;    // of the tree of lines
  std::size_t max_words = 1000;  // of a line
};

// A word, and where it stands.
struct Token {
  std::string_view text;
  SourceLocation where;
};

struct Line {
  std::vector<Token> words;
  std::size_t indent = 0;          // a tab counts as one column
  std::vector<std::size_t> below;  // indices of lines
};

// Line 0 is the first of the text, and all others stand below it. Refers to the text.
struct Outline {
  std::vector<Line> lines;
};

// Comments (from # on) and empty lines are left out.
[[nodiscard]] Result<Outline> read_outline(std::string_view text, const std::string& file,
                                           const ReadLimits& limits);

// A word for a message: quoted, with what cannot be printed as numbers.
[[nodiscard]] std::string quote_word(std::string_view word);

// Whether a text is a game in VGDL: its first word is BasicGame.
[[nodiscard]] bool is_game_text(std::string_view text);

}  // namespace palamedes::vgdl
