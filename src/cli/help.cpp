#include "cli/help.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/version.h"
#include "cli/text.h"

namespace palamedes::cli {
namespace {

constexpr std::size_t help_column = 28;

std::string entry(const std::string& left, std::string_view right, std::size_t width) {
  return help_entry(left, right, width, help_column);
}

// Sentences that were broken for lines of the usual length are broken anew for shorter ones. What
// is indented stays a line of its own.
std::string refolded(std::string_view text, std::size_t width) {
  if (width >= help_width) return std::string(text);
  std::string result;
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) result += folded(paragraph, width);
    paragraph.clear();
  };
  for (std::size_t first = 0; first < text.size();) {
    const std::size_t end = std::min(text.find('\n', first), text.size());
    const std::string line(text.substr(first, end - first));
    first = end + 1;
    if (line.empty()) {
      end_paragraph();
      result += "\n";
    } else if (line.front() == ' ') {
      end_paragraph();
      constexpr std::size_t indent = 6;
      result += folded(line, width, indent);
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  end_paragraph();
  return result;
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

std::string options_text(const std::vector<Option>& options, std::size_t width) {
  std::string text;
  std::vector<std::string> groups;
  for (const Option& option : options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) {
      groups.push_back(option.group);
    }
  }
  for (const Option& option : options) {
    if (option.positional) text += entry(left_side(option), described(option), width);
  }
  if (!text.empty()) text += "\n";
  for (const std::string& group : groups) {
    text += (group.empty() ? "Options" : group) + ":\n";
    for (const Option& option : options) {
      if (!option.positional && option.group == group) {
        text += entry(left_side(option), described(option), width);
      }
    }
    if (group.empty()) text += entry("-h, --help", "show this help", width);
    text += "\n";
  }
  return text;
}

}  // namespace

std::string help_entry(const std::string& typed, std::string_view does, std::size_t width,
                       std::size_t column) {
  constexpr std::size_t least_text = 32;  // beside what is typed
  constexpr std::size_t narrow_indent = 6;
  const bool is_narrow = column + least_text > width;
  const std::size_t indent = is_narrow ? narrow_indent : column;
  std::string result = "  " + typed;
  // What reaches into the right column gets a line of its own.
  const bool is_above = is_narrow || result.size() + 2 > indent;
  if (is_above) result += "\n";
  result.append(indent - (is_above ? 0 : result.size()), ' ');
  bool first = true;
  for (const std::string& line : wrapped(does, width - indent)) {
    if (!first) result += "\n" + std::string(indent, ' ');
    result += line;
    first = false;
  }
  return result + "\n";
}

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

std::string help_of(const Command& command, std::size_t width) {
  width = std::min(width, help_width);
  Options options;
  const Run unused = command.setup(options);
  std::string text = refolded(fmt::format("palamedes {}: {}\n\nUsage: {}\n\n", command.name,
                                          command.summary, usage_of(command)),
                              width);
  if (!command.description.empty()) {
    text += refolded(fmt::format("{}\n\n", command.description), width);
  }
  text += options_text(options.list(), width);
  text += "Examples:\n" + refolded(command.examples, width);
  return text;
}

std::string overview(std::span<const Command> commands, std::size_t width) {
  width = std::min(width, help_width);
  std::string text = refolded(
      "palamedes: plays any game from its rules alone\n\n"
      "Usage: palamedes COMMAND [arguments]\n\nCommands:\n",
      width);
  for (const Command& command : commands) {
    text += entry(std::string(command.name), command.summary, width);
  }
  text += entry("help [COMMAND]", "show this text, or all about one command", width);
  text += "\nOptions:\n";
  text += entry("-h, --help", "show this text", width);
  text += entry("-V, --version", "show version, build and compiler", width);
  text += refolded(
      "\nRULES is a file with GDL rules (plain or gzip), - for standard input, or the\n"
      "name of a built-in game.\n"
      "\n"
      "Results go to standard output, complaints to standard error. Exit status: 0 if\n"
      "all is well, 1 after a failed check or bad input, 2 after wrong usage.\n",
      width);
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
