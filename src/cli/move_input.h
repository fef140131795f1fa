#pragma once
// How a person enters a move: by its number in a list, or by writing it.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace palamedes::cli {

// Some of the moves, by their places, in columns with their numbers: "  1 (mark 1 1)    2 (mark 1
// 2)".
[[nodiscard]] std::string move_columns(const std::vector<std::string>& moves,
                                       std::span<const std::size_t> places, std::size_t width);

// A list of moves that is read page by page.
class MovePages {
 public:
  // All moves, or those that a line narrows them to.
  explicit MovePages(const std::vector<std::string>& moves);
  MovePages(const std::vector<std::string>& moves, std::vector<std::size_t> places);

  // The next page in so many columns and lines; empty after the last one. What comes after it is
  // told below it.
  [[nodiscard]] std::string next(std::size_t width, std::size_t lines);
  [[nodiscard]] bool ended() const { return shown_ == places_.size(); }

 private:
  const std::vector<std::string>* moves_;
  std::vector<std::size_t> places_;
  std::size_t shown_ = 0;
};

// The place of the move that a line means: its number; its text, for which case, outer parentheses
// and the number of blanks do not matter; or the beginning of the only move that begins so.
[[nodiscard]] std::optional<std::size_t> chosen_move(const std::string& line,
                                                     const std::vector<std::string>& moves);

// The places of the moves that have a line in them: its words one after the other, of the last word
// the beginning; or, if there is none, its letters.
[[nodiscard]] std::vector<std::size_t> matching_moves(const std::string& line,
                                                      const std::vector<std::string>& moves);

// The same of a line that is not the number of a move: what a list may be narrowed to.
[[nodiscard]] std::vector<std::size_t> narrowed_moves(const std::string& line,
                                                      const std::vector<std::string>& moves);

// Why a line is no legal move, and what is: "legal from there are ...", "did you mean ...".
// `is_move`: it can be one in another position. `words` are what else can be typed.
[[nodiscard]] std::string explain_illegal(const std::string& line,
                                          const std::vector<std::string>& moves, bool is_move,
                                          const std::vector<std::string>& words);

// What a line that begins like this may go on as: those of `words` that do. An opening parenthesis
// may be left out.
[[nodiscard]] std::vector<std::string> completions(const std::string& begun,
                                                   const std::vector<std::string>& words);

}  // namespace palamedes::cli
