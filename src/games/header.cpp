#include "games/header.h"

#include <algorithm>
#include <charconv>

#include "games/builtin.h"

namespace palamedes::games {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Without the ornaments that people draw around a title.
std::string_view without_ornaments(std::string_view text) {
  constexpr std::string_view ornaments = " \t\r;*=-_#/|+~";
  const std::size_t first = text.find_first_not_of(ornaments);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(ornaments) - first + 1);
}

// A few words; a note to an editor is none.
bool is_title(std::string_view text) {
  constexpr std::size_t longest = 60;
  const bool has_letters = std::any_of(text.begin(), text.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  });
  return has_letters && text.size() <= longest;
}

// Of "title: description" and "key: value"; not that of an address.
std::size_t colon_of(std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon != std::string_view::npos) return colon;
  return line.ends_with(':') ? line.size() - 1 : line.size();
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || at != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<int> numbers(std::string_view text) {
  std::vector<int> result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (const auto value = number(text.substr(0, end))) result.push_back(*value);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace

GameHeader read_header(std::string_view sheet) {
  GameHeader header;
  bool first = true;
  while (sheet.starts_with(';')) {
    const std::size_t end = std::min(sheet.find('\n'), sheet.size());
    std::string_view line = sheet.substr(0, end);
    sheet.remove_prefix(std::min(end + 1, sheet.size()));
    line.remove_prefix(std::min(line.find_first_not_of(';'), line.size()));
    line = trimmed(line);
    const bool is_note = line.find("-*-") != std::string_view::npos;
    if (first && (is_note || without_ornaments(line).empty())) continue;
    if (line.empty()) break;
    if (first) line = without_ornaments(line);
    const std::size_t colon = colon_of(line);
    const std::string_view key = line.substr(0, colon);
    const std::string_view value = trimmed(line.substr(std::min(colon + 1, line.size())));
    if (first) {
      if (!is_title(key)) break;
      header.title = key;
      header.description = value;
    } else if (key == "players") {
      header.players = number(value);
    } else if (key == "play") {
      header.play = value;
    } else if (key == "goals") {
      header.goals = numbers(value);
    } else if (key == "source") {
      header.source = value;
    }
    first = false;
  }
  return header;
}

VideoHeader read_video_header(std::string_view text) {
  if (!text.starts_with("# ")) return {};
  const std::string_view line = text.substr(2, text.find('\n') - 2);
  const std::size_t colon = std::min(line.find(": "), line.size());
  VideoHeader header{.title = std::string(line.substr(0, colon))};
  if (colon < line.size()) header.description = line.substr(colon + 2);
  return header;
}

bool is_level_name(std::string_view name) { return name.find("_lvl") != std::string_view::npos; }

std::size_t level_count(std::string_view game) {
  std::size_t levels = 0;
  while (find_video(std::string(game) + "_lvl" + std::to_string(levels)) != nullptr) ++levels;
  return levels;
}

}  // namespace palamedes::games
