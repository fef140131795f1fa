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

using Neighbours = std::map<Cell, std::set<Cell>>;

Neighbours neighbours_of(const Edges& edges) {
  Neighbours neighbours;
  for (const auto& [a, b] : edges) {
    neighbours[a].insert(b);
    neighbours[b].insert(a);
  }
  return neighbours;
}

bool are_connected(const Neighbours& neighbours) {
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

// Most points have neighbours, each only a few, and all together not more than a plane can have.
bool can_be_drawn(const std::set<Cell>& points, const Edges& edges) {
  const Neighbours neighbours = neighbours_of(edges);
  return neighbours.size() * 10 >= points.size() * 6 && edges.size() <= points.size() * 3 &&
         std::all_of(neighbours.begin(), neighbours.end(),
                     [](const auto& each) { return each.second.size() <= neighbours_allowed; }) &&
         are_connected(neighbours);
}

// What one pair of places in a relation says.
struct Pairs {
  Edges edges;
  std::map<Cell, std::set<Cell>> next;
  bool others_are_points = false;  // a third argument is one as well, as in lines of three

  // Nearly all lead both ways, as they do between neighbours.
  [[nodiscard]] bool is_symmetric() const {
    std::size_t both = 0;
    for (const auto& [a, b] : edges) {
      const auto from_a = next.find(a);
      const auto from_b = next.find(b);
      both += from_a != next.end() && from_b != next.end() && from_a->second.contains(b) &&
                      from_b->second.contains(a)
                  ? 1
                  : 0;
    }
    return both * 10 >= edges.size() * 9;
  }

  // A step into one direction.
  [[nodiscard]] bool is_step() const {
    return std::all_of(next.begin(), next.end(),
                       [](const auto& each) { return each.second.size() == 1; });
  }
};

using Place = std::tuple<std::string, std::size_t, std::size_t, std::size_t>;

std::map<Place, Pairs> find_pairs(const std::set<Cell>& points, bool is_split,
                                  std::span<const Term> tuples) {
  const std::size_t width = is_split ? 1 : points.begin()->size();
  std::map<Place, Pairs> found;
  for (const Term& tuple : tuples) {
    const std::size_t arity = tuple.arguments.size();
    std::vector<std::pair<std::size_t, Cell>> named;
    for (std::size_t i = 0; i + width <= arity; ++i) {
      std::optional<Cell> cell = point_at(tuple, i, width, is_split);
      if (cell && points.contains(*cell)) named.emplace_back(i, std::move(*cell));
    }
    std::size_t named_apart = 0;  // that share no argument
    std::size_t end = 0;
    for (const auto& [i, cell] : named) {
      if (i < end) continue;
      ++named_apart;
      end = i + width;
    }
    for (const auto& [i, from] : named) {
      for (const auto& [j, to] : named) {
        if (i + width > j || from == to) continue;
        Pairs& pairs = found[{tuple.name, arity, i, j}];
        pairs.edges.insert(std::minmax(from, to));
        pairs.next[from].insert(to);
        pairs.others_are_points |= named_apart > 2;
      }
    }
  }
  std::erase_if(found, [](const auto& each) { return each.second.others_are_points; });
  return found;
}

}  // namespace

Edges find_neighbours(const std::set<Cell>& points, bool is_split, bool is_counted,
                      std::span<const Term> tuples) {
  if (points.empty()) return {};
  std::map<Place, Pairs> found = find_pairs(points, is_split, tuples);
  if (is_counted) {
    std::erase_if(found, [](const auto& each) { return !each.second.is_symmetric(); });
  }
  Edges best;
  Edges steps;
  for (const auto& [place, pairs] : found) {
    if (pairs.edges.size() > best.size() && can_be_drawn(points, pairs.edges)) best = pairs.edges;
    if (pairs.is_step()) steps.insert(pairs.edges.begin(), pairs.edges.end());
  }
  return steps.size() > best.size() && can_be_drawn(points, steps) ? steps : best;
}

}  // namespace palamedes::board
