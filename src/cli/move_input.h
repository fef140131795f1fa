#pragma once
// How a person enters a move: by its number in a list, or by writing it.

#include <optional>
#include <string>
#include <vector>

namespace palamedes::cli {

// "  1 (mark 1 1)    2 (mark 1 2)" in columns; of a very long list the beginning, unless all are
// wanted.
[[nodiscard]] std::string move_list(const std::vector<std::string>& moves, bool all);

// The place of the move that a line means: its number; its text, for which case, outer parentheses
// and the number of blanks do not matter; or the beginning of the only move that begins so.
[[nodiscard]] std::optional<std::size_t> chosen_move(const std::string& line,
                                                     const std::vector<std::string>& moves);

// What a line that begins like this may go on as: those of `words` that do. An opening parenthesis
// may be left out.
[[nodiscard]] std::vector<std::string> completions(const std::string& begun,
                                                   const std::vector<std::string>& words);

}  // namespace palamedes::cli
