#include "cli/line_input.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include <editline/readline.h>
#include <unistd.h>

#include "cli/interrupt.h"

namespace palamedes::cli {
namespace {

// The library's completion is a plain function: it reads what read_line() left here.
const std::vector<std::string>* offered = nullptr;

char* next_completion(const char* begun, int state) {
  static std::vector<std::string> found;
  static std::size_t next = 0;
  if (state == 0) {
    found = completions(begun, *offered);
    next = 0;
  }
  return next < found.size() ? strdup(found[next++].c_str()) : nullptr;
}

std::optional<std::string> read_plain() {
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return line;
}

}  // namespace

std::vector<std::string> completions(const std::string& begun,
                                     const std::vector<std::string>& words) {
  std::vector<std::string> found;
  for (const std::string& word : words) {
    if (word.starts_with(begun)) found.push_back(word);
  }
  return found;
}

std::optional<std::string> read_line(const std::string& prompt,
                                     const std::vector<std::string>& words) {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) {
    std::fputs(prompt.c_str(), stdout);
    std::fflush(stdout);
    return read_plain();
  }
  offered = &words;
  rl_completion_entry_function = next_completion;
  // a move is one word, blanks and parentheses included
  static char no_breaks[] = "";
  rl_basic_word_break_characters = no_breaks;
  rl_completer_word_break_characters = no_breaks;
  char* const line = readline(prompt.c_str());
  if (line == nullptr || Interrupt::requested()) {
    std::free(line);
    return std::nullopt;
  }
  std::string text(line);
  if (!text.empty()) add_history(line);
  std::free(line);
  return text;
}

}  // namespace palamedes::cli
