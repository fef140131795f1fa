#include "board/grid_neighbours.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace palamedes::board {
namespace {

// Up to six neighbours each, and on the average more than squares have, which share their sides.
bool are_hexagons(const Edges& edges) {
  std::map<Cell, std::size_t> degree;
  for (const auto& [a, b] : edges) {
    ++degree[a];
    ++degree[b];
  }
  return edges.size() * 10 > degree.size() * 21 &&
         std::all_of(degree.begin(), degree.end(),
                     [](const auto& each) { return each.second <= 6; });
}

}  // namespace

std::set<Cell> product(const std::vector<std::vector<std::string>>& coordinates) {
  std::set<Cell> cells;
  for (const std::string& a : coordinates[0]) {
    for (const std::string& b : coordinates[1]) cells.insert({a, b});
  }
  return cells;
}

bool join_across_gaps(const Grid& grid, const std::set<Cell>& cells, const Edges& edges) {
  bool gaps = false;
  for (const auto& [a, b] : edges) {
    if ((a[0] == b[0]) == (a[1] == b[1])) return false;
    const std::size_t key = a[0] == b[0] ? 1 : 0;
    const auto& values = grid.coordinates[key];
    const auto one = std::find(values.begin(), values.end(), a[key]);
    const auto other = std::find(values.begin(), values.end(), b[key]);
    for (auto at = std::min(one, other) + 1; at < std::max(one, other); ++at) {
      Cell between = a;
      between[key] = *at;
      if (cells.contains(between)) return false;
      gaps = true;
    }
  }
  return gaps;
}

bool is_chain(const Grid& grid, const std::set<Cell>& points, const Edges& edges) {
  std::map<Cell, std::size_t> degree;
  for (const auto& [a, b] : edges) {
    ++degree[a];
    ++degree[b];
  }
  const bool branches =
      std::any_of(degree.begin(), degree.end(), [](const auto& each) { return each.second > 2; });
  return !branches && (edges.size() < points.size() || are_ordered(grid.coordinates.front()));
}

bool follow_lines(const Grid& grid, const Edges& edges) {
  constexpr std::size_t strays_allowed = 25;  // one of so many
  if (are_hexagons(edges)) return false;
  const auto place = [&](const Cell& cell, std::size_t key) {
    const auto& values = grid.coordinates[key];
    return std::find(values.begin(), values.end(), cell[key]) - values.begin();
  };
  std::size_t strays = 0;
  for (const auto& [a, b] : edges) {
    const auto across = std::abs(place(a, 0) - place(b, 0));
    const auto up = std::abs(place(a, 1) - place(b, 1));
    strays += across != 0 && up != 0 && across != up ? 1 : 0;
  }
  return strays * strays_allowed <= edges.size();
}

}  // namespace palamedes::board
