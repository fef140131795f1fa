#include "cli/move_input.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.h"
#include "cli/text.h"
#include "machine/notation.h"

namespace palamedes::cli {
namespace {

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

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::optional<std::size_t> number_of(const std::string& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The names in a move or in a part of one, without parentheses.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (c == '(' || c == ')' || std::isspace(letter) != 0) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    words.back() += static_cast<char>(std::tolower(letter));
  }
  return words;
}

// The words one after the other somewhere in the others; of the last one the beginning is enough.
bool has_words(const std::vector<std::string>& all, const std::vector<std::string>& words) {
  for (std::size_t first = 0; first + words.size() <= all.size(); ++first) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t last = words.size() - 1;
    if (std::equal(words.begin(), words.end() - 1, begin) &&
        all[first + last].starts_with(words[last])) {
      return true;
    }
  }
  return false;
}

// How many words the name of a move and the cell that it begins with have, if it names two cells.
std::size_t words_of_start(std::size_t words) {
  constexpr std::size_t with_two_pairs = 5;
  return words >= with_two_pairs ? 3 : 2;
}

// Those that begin with as many of these words as possible, up to where the move starts, and how
// many words that are.
std::pair<std::vector<std::string>, std::size_t> longest_beginning(
    std::vector<std::string> words, const std::vector<std::string>& moves) {
  words.resize(std::min(words.size(), words_of_start(words.size())));
  std::vector<std::string> best;
  std::size_t longest = 0;
  for (const std::string& move : moves) {
    const std::vector<std::string> own = words_of(move);
    const auto common = static_cast<std::size_t>(
        std::mismatch(words.begin(), words.end(), own.begin(), own.end()).first - words.begin());
    if (common > longest) best.clear();
    longest = std::max(longest, common);
    if (common == longest && longest > 0) best.push_back(move);
  }
  return {std::move(best), longest};
}

std::string some_of(const std::vector<std::string>& moves) {
  constexpr std::size_t named = 8;
  std::string text = fmt::format(
      "{}",
      fmt::join(moves.begin(),
                moves.begin() + static_cast<std::ptrdiff_t>(std::min(named, moves.size())), ", "));
  if (moves.size() > named) text += fmt::format(" and {} more", grouped(moves.size() - named));
  return text;
}

std::size_t columns_for(const std::vector<std::string>& moves, std::span<const std::size_t> places,
                        std::size_t width) {
  std::size_t longest = 0;
  for (const std::size_t place : places) longest = std::max(longest, moves[place].size());
  const std::size_t digits = std::to_string(moves.size()).size();
  return std::max<std::size_t>(1, width / (longest + digits + 4));
}

}  // namespace

std::string move_columns(const std::vector<std::string>& moves, std::span<const std::size_t> places,
                         std::size_t width) {
  std::size_t longest = 0;
  std::size_t highest = 0;
  for (const std::size_t place : places) {
    longest = std::max(longest, moves[place].size());
    highest = std::max(highest, place + 1);
  }
  const std::size_t digits = std::to_string(highest).size();
  const std::size_t columns = std::max<std::size_t>(1, width / (longest + digits + 4));
  const std::size_t lines = (places.size() + columns - 1) / columns;
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    std::string row;
    for (std::size_t i = line; i < places.size(); i += lines) {
      row += fmt::format("  {:>{}} {:<{}} ", places[i] + 1, digits, moves[places[i]], longest);
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

MovePages::MovePages(const std::vector<std::string>& moves)
    : moves_(&moves), places_(moves.size()) {
  std::iota(places_.begin(), places_.end(), std::size_t{0});
}

MovePages::MovePages(const std::vector<std::string>& moves, std::vector<std::size_t> places)
    : moves_(&moves), places_(std::move(places)) {}

std::string MovePages::next(std::size_t width, std::size_t lines) {
  if (ended()) return {};
  const std::span<const std::size_t> rest = std::span(places_).subspan(shown_);
  const std::size_t columns = columns_for(*moves_, rest, width);
  const std::size_t count =
      rest.size() / columns < lines ? rest.size() : std::min(rest.size(), lines * columns);
  shown_ += count;
  std::string text = move_columns(*moves_, rest.first(count), width);
  if (!ended()) {
    text += folded(fmt::format("  and {} more: Enter goes on, a part of a move finds it",
                               grouped(places_.size() - shown_)),
                   width, 2);
  }
  return text;
}

std::optional<std::size_t> chosen_move(const std::string& line,
                                       const std::vector<std::string>& moves) {
  const std::string text = trimmed(line);
  if (text.empty()) return std::nullopt;
  if (const auto number = number_of(text); number && *number >= 1 && *number <= moves.size()) {
    return *number - 1;
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

std::vector<std::size_t> matching_moves(const std::string& line,
                                        const std::vector<std::string>& moves) {
  const std::vector<std::string> words = words_of(line);
  std::vector<std::size_t> places;
  if (words.empty()) return places;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (has_words(words_of(moves[i]), words)) places.push_back(i);
  }
  if (!places.empty() || words.size() > 1) return places;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].find(words.front()) != std::string::npos) places.push_back(i);
  }
  return places;
}

std::vector<std::size_t> narrowed_moves(const std::string& line,
                                        const std::vector<std::string>& moves) {
  if (number_of(trimmed(line))) return {};
  return matching_moves(line, moves);
}

std::string explain_illegal(const std::string& line, const std::vector<std::string>& moves,
                            bool is_move, const std::vector<std::string>& words) {
  const std::string text = trimmed(line);
  std::string problem = fmt::format("'{}' is no legal move{}", text, is_move ? " now" : "");
  if (number_of(text)) {
    return fmt::format("{}: their numbers are 1 to {}.", problem, grouped(moves.size()));
  }
  const auto [near, length] = longest_beginning(words_of(text), moves);
  if (length >= 2) return fmt::format("{}; legal from there are {}.", problem, some_of(near));
  std::vector<std::string> known = moves;
  known.insert(known.end(), words.begin(), words.end());
  if (const std::string hint = did_you_mean(text, known); !hint.empty()) {
    return fmt::format("{}; {}", problem, hint);
  }
  if (length == 1) {
    return fmt::format("{}; {} begin with {}: {}.", problem,
                       counted(near.size(), "legal move", "legal moves"), words_of(text).front(),
                       some_of(near));
  }
  return problem + "; help lists what you can type.";
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
