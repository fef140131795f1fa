#include "cli/move_input.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "cli/text.h"
#include "machine/notation.h"

namespace palamedes::cli {
namespace {

constexpr std::size_t line_length = 80;
constexpr std::size_t listed_moves = 60;
constexpr std::size_t least_beginning = 2;  // one letter is too easily a slip of the finger

std::optional<std::size_t> place_of(const std::string& move,
                                    const std::vector<std::string>& moves) {
  const auto at = std::find(moves.begin(), moves.end(), move);
  if (at == moves.end()) return std::nullopt;
  return static_cast<std::size_t>(at - moves.begin());
}

// As moves are written, if it is one term.
std::optional<std::string> canonical(const std::string& text) {
  const auto terms = machine::read_terms(text);
  if (!terms || terms->size() != 1) return std::nullopt;
  return terms->front();
}

}  // namespace

std::string move_list(const std::vector<std::string>& moves, bool all) {
  const std::size_t count = all ? moves.size() : std::min(moves.size(), listed_moves);
  std::size_t width = 0;
  for (std::size_t i = 0; i < count; ++i) width = std::max(width, moves[i].size());
  const std::size_t digits = std::to_string(count).size();
  const std::size_t columns = std::max<std::size_t>(1, line_length / (width + digits + 4));
  const std::size_t lines = (count + columns - 1) / columns;
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    std::string row;
    for (std::size_t i = line; i < count; i += lines) {
      row += fmt::format("  {:>{}} {:<{}} ", i + 1, digits, moves[i], width);
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  if (count < moves.size()) {
    text += fmt::format("  and {} more\n", grouped(moves.size() - count));
  }
  return text;
}

std::optional<std::size_t> chosen_move(const std::string& line,
                                       const std::vector<std::string>& moves) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return std::nullopt;
  const std::string text = line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && number >= 1 &&
      number <= moves.size()) {
    return number - 1;
  }
  for (const std::string& written : {text, "(" + text + ")"}) {
    const auto move = canonical(written);
    if (!move) continue;
    if (const auto place = place_of(*move, moves)) return place;
  }
  if (text.size() < least_beginning) return std::nullopt;
  const std::vector<std::string> found = completions(text, moves);
  return found.size() == 1 ? place_of(found.front(), moves) : std::nullopt;
}

std::vector<std::string> completions(const std::string& begun,
                                     const std::vector<std::string>& words) {
  std::vector<std::string> found;
  for (const std::string& word : words) {
    if (word.starts_with(begun) || word.starts_with("(" + begun)) found.push_back(word);
  }
  return found;
}

}  // namespace palamedes::cli
