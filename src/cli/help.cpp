#include "cli/help.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/version.h"
#include "cli/text.h"

namespace palamedes::cli {
namespace {

constexpr std::size_t text_width = 80;
constexpr std::size_t help_column = 28;

std::string entry(const std::string& left, std::string_view right) {
  std::string result = "  " + left;
  // What reaches into the right column gets a line of its own.
  if (result.size() + 2 > help_column) result += "\n" + std::string(help_column, ' ');
  const std::size_t last_line =
      result.find('\n') == std::string::npos ? result.size() : help_column;
  result.append(help_column - std::min(last_line, help_column), ' ');
  bool first = true;
  for (const std::string& line : wrapped(right, text_width - help_column)) {
    if (!first) result += "\n" + std::string(help_column, ' ');
    result += line;
    first = false;
  }
  return result + "\n";
}

std::string described(const Option& option) {
  std::string text = option.help;
  if (!option.choices.empty()) text += fmt::format(": {}", fmt::join(option.choices, ", "));
  if (!option.default_text.empty()) text += fmt::format(" [{}]", option.default_text);
  return text;
}

std::string left_side(const Option& option) {
  return option.placeholder.empty() ? option.written()
                                    : option.written() + " " + option.placeholder;
}

std::string options_text(const std::vector<Option>& options) {
  std::string text;
  std::vector<std::string> groups;
  for (const Option& option : options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) {
      groups.push_back(option.group);
    }
  }
  for (const Option& option : options) {
    if (option.positional) text += entry(left_side(option), described(option));
  }
  if (!text.empty()) text += "\n";
  for (const std::string& group : groups) {
    text += (group.empty() ? "Options" : group) + ":\n";
    for (const Option& option : options) {
      if (!option.positional && option.group == group) {
        text += entry(left_side(option), described(option));
      }
    }
    if (group.empty()) text += entry("-h, --help", "show this help");
    text += "\n";
  }
  return text;
}

}  // namespace

std::string usage_of(const Command& command) {
  Options options;
  const Run unused = command.setup(options);
  std::string text = fmt::format("palamedes {}", command.name);
  for (const Option& option : options.list()) {
    if (!option.required && !option.positional) continue;
    const std::string word = left_side(option) + (option.repeated ? "..." : "");
    text += option.required ? " " + word : " [" + word + "]";
  }
  return text + " [options]";
}

std::string help_of(const Command& command) {
  Options options;
  const Run unused = command.setup(options);
  std::string text = fmt::format("palamedes {}: {}\n\nUsage: {}\n\n", command.name, command.summary,
                                 usage_of(command));
  if (!command.description.empty()) text += fmt::format("{}\n\n", command.description);
  text += options_text(options.list());
  text += fmt::format("Examples:\n{}", command.examples);
  return text;
}

std::string overview(std::span<const Command> commands) {
  std::string text =
      "palamedes: plays any game from its rules alone\n\n"
      "Usage: palamedes COMMAND [arguments]\n\nCommands:\n";
  for (const Command& command : commands) text += entry(std::string(command.name), command.summary);
  text += entry("help [COMMAND]", "show this text, or all about one command");
  text += "\nOptions:\n";
  text += entry("-h, --help", "show this text");
  text += entry("-V, --version", "show version, build and compiler");
  text +=
      "\nRULES is a file with GDL rules (plain or gzip), - for standard input, or the\n"
      "name of a built-in game.\n"
      "\n"
      "Results go to standard output, complaints to standard error. Exit status: 0 if\n"
      "all is well, 1 after a failed check or bad input, 2 after wrong usage.\n";
  return text;
}

std::string version_text() {
#if defined(__clang__)
  constexpr std::string_view compiler = "clang " __clang_version__;
#else
  constexpr std::string_view compiler = "g++ " __VERSION__;
#endif
  return fmt::format("palamedes {}\nbuild     {}\ncompiler  {}\n", version, build_id(), compiler);
}

}  // namespace palamedes::cli
