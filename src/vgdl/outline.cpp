#include "vgdl/outline.h"

#include <fmt/format.h>

namespace palamedes::vgdl {
namespace {

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

std::vector<Token> words_of(std::string_view line, std::uint32_t number) {
  std::vector<Token> words;
  for (std::size_t at = 0; at < line.size();) {
    if (is_blank(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && !is_blank(line[end])) ++end;
    words.push_back({line.substr(at, end - at), {number, static_cast<std::uint32_t>(at + 1)}});
    at = end;
  }
  return words;
}

// The next line without its comment; takes it off the text.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line.substr(0, std::min(line.find('#'), line.size()));
}

}  // namespace

Result<Outline> read_outline(std::string_view text, const std::string& file,
                             const ReadLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return failure(file, fmt::format("is longer than {} bytes", limits.max_bytes));
  }
  Diagnostics problems(file);
  Outline outline;
  std::vector<std::size_t> open;  // the lines above the one that comes next
  std::uint32_t number = 0;
  while (!text.empty()) {
    ++number;
    Line line{.words = words_of(next_line(text), number)};
    if (line.words.empty()) continue;
    const SourceLocation where = line.words.front().where;
    line.indent = where.column - 1;
    if (outline.lines.size() >= limits.max_lines) {
      problems.error(where, fmt::format("there are more than {} lines", limits.max_lines));
      return tl::unexpected(std::move(problems));
    }
    if (line.words.size() > limits.max_words) {
      problems.error(where, fmt::format("this line has more than {} words", limits.max_words));
      return tl::unexpected(std::move(problems));
    }
    while (!open.empty() && outline.lines[open.back()].indent >= line.indent) open.pop_back();
    const std::size_t index = outline.lines.size();
    if (index > 0 && open.empty()) {
      problems.error(where, "this line is not indented below the first one");
      return tl::unexpected(std::move(problems));
    }
    if (open.size() >= limits.max_depth) {
      problems.error(where, fmt::format("lines are nested deeper than {}", limits.max_depth));
      return tl::unexpected(std::move(problems));
    }
    if (index > 0) outline.lines[open.back()].below.push_back(index);
    open.push_back(index);
    outline.lines.push_back(std::move(line));
  }
  if (outline.lines.empty()) {
    problems.error({}, "there is no game in this text");
    return tl::unexpected(std::move(problems));
  }
  return outline;
}

std::string quote_word(std::string_view word) {
  std::string text;
  for (const char c : word.substr(0, 200)) {
    if (c >= ' ' && c < 0x7f) {
      text += c;
    } else {
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return quote(text);
}

bool is_game_text(std::string_view text) {
  while (!text.empty()) {
    const std::vector<Token> words = words_of(next_line(text), 0);
    if (!words.empty()) return words.front().text == "BasicGame";
  }
  return false;
}

}  // namespace palamedes::vgdl
