#include "board/cells.h"

#include <algorithm>
#include <set>
#include <utility>

#include "board/board.h"

namespace palamedes::board {
namespace {

constexpr std::size_t least_cells = 4;

std::vector<std::vector<std::string>> coordinates_of(
    const std::map<Cell, std::vector<CellContent>>& cells) {
  std::vector<std::vector<std::string>> coordinates(cells.begin()->first.size());
  for (std::size_t key = 0; key < coordinates.size(); ++key) {
    std::set<std::string> values;
    for (const auto& [cell, contents] : cells) values.insert(cell[key]);
    coordinates[key].assign(values.begin(), values.end());
    std::sort(coordinates[key].begin(), coordinates[key].end(), comes_before);
  }
  return coordinates;
}

bool is_grid(const Cells& cells) {
  std::size_t places = 1;
  for (const auto& values : cells.coordinates) {
    if (values.size() < 2) return false;
    places *= values.size();
  }
  return 2 * cells.contents.size() >= places;
}

}  // namespace

std::optional<Cell> Cells::named_by(const Term& move) const {
  const std::size_t size = coordinates.size();
  for (std::size_t begin = move.arguments.size() + 1; begin-- > 0;) {
    if (begin + size > move.arguments.size()) continue;
    const auto first = move.arguments.begin() + static_cast<std::ptrdiff_t>(begin);
    Cell cell(first, first + static_cast<std::ptrdiff_t>(size));
    if (at(cell) != nullptr) return cell;
  }
  return std::nullopt;
}

std::vector<Cell> Cells::next_to(const Cell& cell) const {
  std::vector<Cell> result;
  for (std::size_t key = 0; key < cell.size(); ++key) {
    const std::vector<std::string>& values = coordinates[key];
    const auto place = std::find(values.begin(), values.end(), cell[key]);
    if (place == values.end()) continue;
    Cell next = cell;
    if (place != values.begin()) {
      next[key] = *(place - 1);
      result.push_back(next);
    }
    if (place + 1 != values.end()) {
      next[key] = *(place + 1);
      result.push_back(next);
    }
  }
  return result;
}

std::optional<Cells> find_board_cells(std::span<const std::vector<std::string>> states,
                                      std::span<const std::string> bit_texts) {
  const std::vector<Board> boards = find_boards(states);
  if (boards.empty()) return std::nullopt;
  const Board& board = boards.front();
  Cells cells{.marks = false, .coordinates = board.coordinates, .contents = {}};
  for (std::uint32_t bit = 0; bit < bit_texts.size(); ++bit) {
    const Term fact = take_apart(bit_texts[bit]);
    if (!board.describes(fact)) continue;
    cells.contents[board.cell_of(fact)].push_back({fact.arguments[board.content], bit});
  }
  return cells;
}

std::optional<Cells> find_marked_cells(std::span<const std::string> bit_texts) {
  std::map<std::pair<std::string, std::size_t>, Cells> by_shape;
  for (std::uint32_t bit = 0; bit < bit_texts.size(); ++bit) {
    Term fact = take_apart(bit_texts[bit]);
    const std::size_t arity = fact.arguments.size();
    if (arity < 2 || arity > 3) continue;
    by_shape[{fact.name, arity}].contents[std::move(fact.arguments)].push_back({"", bit});
  }
  std::optional<Cells> largest;
  for (auto& [shape, cells] : by_shape) {
    if (cells.contents.size() < least_cells) continue;
    cells.marks = true;
    cells.coordinates = coordinates_of(cells.contents);
    if (!is_grid(cells)) continue;
    if (!largest || cells.contents.size() > largest->contents.size()) largest = std::move(cells);
  }
  return largest;
}

}  // namespace palamedes::board
