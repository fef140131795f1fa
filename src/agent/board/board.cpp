#include "agent/board/board.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace palamedes::agent {
namespace {

using Shape = std::pair<std::string, std::size_t>;    // relation and arity
using Facts = std::vector<std::vector<std::string>>;  // arguments
using FactsByState = std::vector<Facts>;

constexpr std::size_t most_keys = 3;
constexpr std::size_t least_cells = 4;

std::vector<std::string> without(const std::vector<std::string>& arguments, std::size_t position) {
  std::vector<std::string> rest = arguments;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(position));
  return rest;
}

// The board that this argument is the content of, if it is one.
std::optional<Board> board_with(const Shape& shape, const FactsByState& states,
                                std::size_t content) {
  std::set<std::vector<std::string>> cells;
  std::set<std::string> contents;
  for (const Facts& facts : states) {
    std::set<std::vector<std::string>> here;
    for (const std::vector<std::string>& arguments : facts) {
      const std::vector<std::string> cell = without(arguments, content);
      if (!here.insert(cell).second) return std::nullopt;
      contents.insert(arguments[content]);
    }
    cells.merge(here);
  }
  if (cells.size() < least_cells || cells.size() <= contents.size()) return std::nullopt;
  Board board{.relation = shape.first, .arity = shape.second, .content = content};
  for (std::size_t position = 0; position < shape.second; ++position) {
    if (position != content) board.keys.push_back(position);
  }
  for (std::size_t key = 0; key < board.keys.size(); ++key) {
    std::set<std::string> values;
    for (const std::vector<std::string>& cell : cells) values.insert(cell[key]);
    std::vector<std::string>& list = board.coordinates.emplace_back(values.begin(), values.end());
    std::sort(list.begin(), list.end(), comes_before);
  }
  board.contents.assign(contents.begin(), contents.end());
  board.cells = cells.size();
  return board;
}

// The position with the fewest contents, of equal ones the last.
std::optional<Board> best_board(const Shape& shape, const FactsByState& states) {
  std::optional<Board> best;
  for (std::size_t content = 0; content < shape.second; ++content) {
    std::optional<Board> board = board_with(shape, states, content);
    if (board && (!best || board->contents.size() <= best->contents.size())) {
      best = std::move(board);
    }
  }
  return best;
}

}  // namespace

std::vector<std::string> Board::cell_of(const Term& fact) const {
  return without(fact.arguments, content);
}

std::vector<Board> find_boards(std::span<const std::vector<std::string>> states) {
  std::map<Shape, FactsByState> by_shape;
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (const std::string& text : states[i]) {
      Term fact = take_apart(text);
      const std::size_t arity = fact.arguments.size();
      if (arity < 2 || arity > most_keys + 1) continue;
      FactsByState& facts = by_shape[{fact.name, arity}];
      facts.resize(states.size());
      facts[i].push_back(std::move(fact.arguments));
    }
  }
  std::vector<Board> boards;
  for (const auto& [shape, facts] : by_shape) {
    if (auto board = best_board(shape, facts)) boards.push_back(std::move(*board));
  }
  std::stable_sort(boards.begin(), boards.end(),
                   [](const Board& a, const Board& b) { return a.cells > b.cells; });
  return boards;
}

}  // namespace palamedes::agent
