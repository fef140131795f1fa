#include "board/grid.h"

#include <algorithm>
#include <utility>

namespace palamedes::board {

Axes Grid::axes() const {
  const std::size_t count = coordinates.size();
  if (count == 1) return {0, 0};
  if (given) return {count - 2, count - 1};
  const auto has_numbers = [&](std::size_t key) {
    return std::all_of(coordinates[key].begin(), coordinates[key].end(), is_number);
  };
  const bool swapped = has_numbers(count - 2) && !has_numbers(count - 1);
  return swapped ? Axes{count - 1, count - 2} : Axes{count - 2, count - 1};
}

std::vector<std::size_t> Grid::order_of_names() const {
  std::vector<std::size_t> order(coordinates.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (layers.empty()) {
      order[i] = i;
      continue;
    }
    const auto& keys = layers.front().keys;
    order[i] = static_cast<std::size_t>(
        std::count_if(keys.begin(), keys.end(), [&](std::size_t key) { return key < keys[i]; }));
  }
  return order;
}

Cell Grid::as_named(const Cell& cell) const {
  const std::vector<std::size_t> order = order_of_names();
  Cell names(cell.size());
  for (std::size_t i = 0; i < cell.size(); ++i) names[order[i]] = cell[i];
  return names;
}

Cell Grid::of_names(const Cell& names) const {
  const std::vector<std::size_t> order = order_of_names();
  Cell cell(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) cell[i] = names[order[i]];
  return cell;
}

std::optional<std::pair<Cell, std::string>> Grid::place(const Term& fact) const {
  const auto layer = std::find_if(layers.begin(), layers.end(),
                                  [&](const Layer& each) { return each.describes(fact); });
  if (layer == layers.end()) return std::nullopt;
  auto placed = layer->place(fact);
  if (!placed) return std::nullopt;
  // A cell that no state of play showed is not to vanish.
  for (std::size_t key = 0; key < placed->first.size(); ++key) {
    const std::vector<std::string>& values = coordinates[key];
    if (std::find(values.begin(), values.end(), placed->first[key]) == values.end()) {
      return std::nullopt;
    }
  }
  if (layout && !layout->places.contains(placed->first)) return std::nullopt;
  return placed;
}

}  // namespace palamedes::board
