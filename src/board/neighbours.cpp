#include "board/neighbours.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace palamedes::board {
namespace {

constexpr std::size_t neighbours_allowed = 8;

std::optional<Cell> point_at(const Term& tuple, std::size_t at, std::size_t width, bool is_split) {
  const auto first = tuple.arguments.begin() + static_cast<std::ptrdiff_t>(at);
  if (!is_split) return Cell(first, first + static_cast<std::ptrdiff_t>(width));
  return split_arguments({*first}, {0});
}

bool are_connected(const std::map<Cell, std::set<Cell>>& neighbours) {
  std::set<Cell> reached = {neighbours.begin()->first};
  std::vector<Cell> queue(reached.begin(), reached.end());
  while (!queue.empty()) {
    const Cell at = std::move(queue.back());
    queue.pop_back();
    for (const Cell& next : neighbours.at(at)) {
      if (reached.insert(next).second) queue.push_back(next);
    }
  }
  return reached.size() == neighbours.size();
}

bool are_neighbours(const std::set<Cell>& points, const Edges& edges) {
  std::map<Cell, std::set<Cell>> neighbours;
  for (const auto& [a, b] : edges) {
    neighbours[a].insert(b);
    neighbours[b].insert(a);
  }
  return neighbours.size() == points.size() &&
         std::all_of(neighbours.begin(), neighbours.end(),
                     [](const auto& each) { return each.second.size() <= neighbours_allowed; }) &&
         are_connected(neighbours);
}

}  // namespace

Edges find_neighbours(const std::set<Cell>& points, bool is_split, std::span<const Term> tuples) {
  if (points.empty()) return {};
  const std::size_t width = is_split ? 1 : points.begin()->size();
  using Place = std::tuple<std::string, std::size_t, std::size_t, std::size_t>;
  std::map<Place, Edges> found;
  for (const Term& tuple : tuples) {
    const std::size_t arity = tuple.arguments.size();
    std::vector<std::pair<std::size_t, Cell>> named;
    for (std::size_t i = 0; i + width <= arity; ++i) {
      std::optional<Cell> cell = point_at(tuple, i, width, is_split);
      if (cell && points.contains(*cell)) named.emplace_back(i, std::move(*cell));
    }
    for (const auto& [i, from] : named) {
      for (const auto& [j, to] : named) {
        if (i + width > j || from == to) continue;
        found[{tuple.name, arity, i, j}].insert(std::minmax(from, to));
      }
    }
  }
  const Edges* best = nullptr;
  for (const auto& [place, edges] : found) {
    if (!are_neighbours(points, edges)) continue;
    if (best == nullptr || edges.size() > best->size()) best = &edges;
  }
  return best == nullptr ? Edges{} : *best;
}

}  // namespace palamedes::board
