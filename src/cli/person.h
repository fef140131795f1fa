#pragma once
// A person at the terminal who is asked for moves. Questions go to standard error, answers come
// from standard input, one a line.

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "board/drawing.h"
#include "cli/palette.h"
#include "cli/plain_lines.h"
#include "ggp/participant.h"

namespace palamedes::cli {

class Person {
 public:
  // Positions are drawn as the command play does.
  explicit Person(board::Drawing drawing);

  // A move by its number or its text; other answers are asked for again. Nothing at the end of the
  // input, and when somebody says that it is over. Several roles may ask at once and wait for each
  // other.
  [[nodiscard]] std::optional<std::string> ask(const ggp::Situation& situation,
                                               const std::atomic<bool>& interrupted);

  // The last position.
  void show_end(std::size_t step, const std::vector<std::string>& facts);

 private:
  void turn_to(std::size_t step, const std::vector<std::string>& facts);
  void draw();
  void show(const ggp::Situation& situation);

  std::mutex mutex_;
  PlainLines lines_;
  board::Drawing drawing_;
  Palette palette_;
  bool legend_shown_ = false;
  // The position that was shown last, and the one before it.
  std::optional<std::size_t> shown_step_;
  std::vector<std::string> facts_;
  std::vector<std::string> facts_before_;
};

}  // namespace palamedes::cli
