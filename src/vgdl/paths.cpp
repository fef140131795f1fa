#include "vgdl/paths.h"

namespace palamedes::vgdl {
namespace {

// A binary heap of cells by their distance. Which of several shortest paths is found depends on how
// it orders equal distances, so it moves its entries as java.util.PriorityQueue documents its own:
// a new one rises past larger ones only, the last one sinks from the top.
class Heap {
 public:
  explicit Heap(const std::vector<std::uint32_t>& distance) : distance_(distance) {}

  [[nodiscard]] bool empty() const { return cells_.empty(); }

  void push(std::uint32_t cell) {
    std::size_t at = cells_.size();
    cells_.push_back(cell);
    for (; at > 0; at = (at - 1) / 2) {
      const std::uint32_t above = cells_[(at - 1) / 2];
      if (distance_[cell] >= distance_[above]) break;
      cells_[at] = above;
    }
    cells_[at] = cell;
  }

  std::uint32_t pop() {
    const std::uint32_t top = cells_.front();
    const std::uint32_t last = cells_.back();
    cells_.pop_back();
    const std::size_t size = cells_.size();
    if (size == 0) return top;
    std::size_t at = 0;
    while (2 * at + 1 < size) {
      std::size_t below = 2 * at + 1;
      if (below + 1 < size && distance_[cells_[below]] > distance_[cells_[below + 1]]) ++below;
      if (distance_[last] <= distance_[cells_[below]]) break;
      cells_[at] = cells_[below];
      at = below;
    }
    cells_[at] = last;
    return top;
  }

 private:
  const std::vector<std::uint32_t>& distance_;
  std::vector<std::uint32_t> cells_;
};

}  // namespace

PathTable::PathTable(int columns, int rows, std::vector<bool> blocked)
    : columns_(columns), rows_(rows), blocked_(std::move(blocked)) {
  steps_.assign(blocked_.size() * blocked_.size(), no_step);
  for (std::size_t cell = 0; cell < blocked_.size(); ++cell) {
    if (!blocked_[cell]) search_from(cell);
  }
}

void PathTable::search_from(std::size_t start) {
  constexpr std::uint8_t up = 0;
  constexpr std::uint8_t left = 1;
  constexpr std::uint8_t down = 2;
  constexpr std::uint8_t right = 3;
  std::uint8_t* steps = steps_.data() + start * blocked_.size();
  std::vector<bool> seen(blocked_.size());
  std::vector<std::uint32_t> distance(blocked_.size());
  Heap open(distance);
  seen[start] = true;
  open.push(static_cast<std::uint32_t>(start));
  while (!open.empty()) {
    const std::uint32_t cell = open.pop();
    const int x = static_cast<int>(cell) % columns_;
    const int y = static_cast<int>(cell) / columns_;
    for (const std::uint8_t direction : {up, down, left, right}) {
      const int to_x = x + static_cast<int>(base_directions[direction].x);
      const int to_y = y + static_cast<int>(base_directions[direction].y);
      if (to_x < 0 || to_y < 0 || to_x >= columns_ || to_y >= rows_) continue;
      const std::size_t to = cell_at(to_x, to_y);
      if (seen[to] || blocked_[to]) continue;
      seen[to] = true;
      distance[to] = distance[cell] + 1;
      steps[to] = cell == start ? direction : steps[cell];
      open.push(static_cast<std::uint32_t>(to));
    }
  }
}

Direction PathTable::first_step(int from_x, int from_y, int to_x, int to_y) const {
  const auto inside = [&](int x, int y) { return x >= 0 && y >= 0 && x < columns_ && y < rows_; };
  if (empty() || !inside(from_x, from_y) || !inside(to_x, to_y)) return none_direction;
  const std::size_t from = cell_at(from_x, from_y);
  const std::size_t to = cell_at(to_x, to_y);
  const std::uint8_t step = steps_[from * blocked_.size() + to];
  return step == no_step ? none_direction : base_directions[step];
}

}  // namespace palamedes::vgdl
