#include "vgdl/paths.h"

#include <deque>

namespace palamedes::vgdl {

PathTable::PathTable(int columns, int rows, std::vector<bool> blocked)
    : columns_(columns), rows_(rows), blocked_(std::move(blocked)) {
  steps_.assign(blocked_.size() * blocked_.size(), no_step);
  for (std::size_t cell = 0; cell < blocked_.size(); ++cell) {
    if (!blocked_[cell]) search_from(cell);
  }
}

void PathTable::search_from(std::size_t start) {
  std::uint8_t* steps = steps_.data() + start * blocked_.size();
  std::vector<bool> seen(blocked_.size());
  std::deque<std::size_t> open = {start};
  seen[start] = true;
  while (!open.empty()) {
    const std::size_t cell = open.front();
    open.pop_front();
    const int x = static_cast<int>(cell) % columns_;
    const int y = static_cast<int>(cell) / columns_;
    for (const std::uint8_t direction : {0, 2, 1, 3}) {  // up, down, left, right
      const int to_x = x + static_cast<int>(base_directions[direction].x);
      const int to_y = y + static_cast<int>(base_directions[direction].y);
      if (to_x < 0 || to_y < 0 || to_x >= columns_ || to_y >= rows_) continue;
      const auto to = static_cast<std::size_t>(to_y * columns_ + to_x);
      if (seen[to] || blocked_[to]) continue;
      seen[to] = true;
      steps[to] = cell == start ? direction : steps[cell];
      open.push_back(to);
    }
  }
}

Direction PathTable::first_step(int from_x, int from_y, int to_x, int to_y) const {
  const auto inside = [&](int x, int y) { return x >= 0 && y >= 0 && x < columns_ && y < rows_; };
  if (empty() || !inside(from_x, from_y) || !inside(to_x, to_y)) return none_direction;
  const auto from = static_cast<std::size_t>(from_y * columns_ + from_x);
  const auto to = static_cast<std::size_t>(to_y * columns_ + to_x);
  const std::uint8_t step = steps_[from * blocked_.size() + to];
  return step == no_step ? none_direction : base_directions[step];
}

}  // namespace palamedes::vgdl
