#pragma once
// A person at the terminal who is asked for moves. Questions go to standard error, answers come
// from standard input, one a line.

#include <atomic>
#include <mutex>
#include <optional>
#include <string>

#include "cli/plain_lines.h"
#include "ggp/participant.h"

namespace palamedes::cli {

class Person {
 public:
  // A move by its number or its text; other answers are asked for again. Nothing at the end of the
  // input, and when somebody says that it is over. Several roles may ask at once and wait for each
  // other.
  [[nodiscard]] std::optional<std::string> ask(const ggp::Situation& situation,
                                               const std::atomic<bool>& interrupted);

 private:
  std::mutex mutex_;
  PlainLines lines_;
};

}  // namespace palamedes::cli
