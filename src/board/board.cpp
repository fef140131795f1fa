#include "board/board.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace palamedes::board {
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

struct PossibleBoard {
  Board board;
  bool full = false;  // every cell has a content in every state
};

// The board that this argument is the content of, if it is one.
std::optional<PossibleBoard> board_with(const Shape& shape, const FactsByState& states,
                                        std::size_t content) {
  std::set<std::vector<std::string>> cells;
  std::set<std::string> contents;
  std::size_t fewest = states.front().size();  // facts of a state
  for (const Facts& facts : states) {
    fewest = std::min(fewest, facts.size());
    std::set<std::vector<std::string>> here;
    for (const std::vector<std::string>& arguments : facts) {
      const std::vector<std::string> cell = without(arguments, content);
      if (!here.insert(cell).second) return std::nullopt;
      contents.insert(arguments[content]);
    }
    cells.merge(here);
  }
  const bool full = fewest == cells.size();
  if (cells.size() < least_cells || cells.size() + (full ? 1 : 0) <= contents.size()) {
    return std::nullopt;
  }
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
  return PossibleBoard{std::move(board), full};
}

bool is_square(const Board& board) {
  const auto& sides = board.coordinates;
  return std::all_of(sides.begin(), sides.end(),
                     [&](const auto& side) { return side == sides.front(); });
}

// In a sliding puzzle, where each tile is in one place only, a tile and a row determine a column
// just as row and column determine a tile. What is full or square is more like a board; then the
// position with the fewest contents, of equal ones the last.
bool is_better(const PossibleBoard& a, const PossibleBoard& b) {
  if (a.full != b.full) return a.full;
  if (is_square(a.board) != is_square(b.board)) return is_square(a.board);
  return a.board.contents.size() <= b.board.contents.size();
}

std::optional<PossibleBoard> best_board(const Shape& shape, const FactsByState& states) {
  std::optional<PossibleBoard> best;
  for (std::size_t content = 0; content < shape.second; ++content) {
    std::optional<PossibleBoard> candidate = board_with(shape, states, content);
    if (candidate && (!best || is_better(*candidate, *best))) best = std::move(candidate);
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
    if (auto best = best_board(shape, facts)) boards.push_back(std::move(best->board));
  }
  std::stable_sort(boards.begin(), boards.end(),
                   [](const Board& a, const Board& b) { return a.cells > b.cells; });
  return boards;
}

}  // namespace palamedes::board
