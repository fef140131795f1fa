#include "video/distances.h"

#include <algorithm>

namespace palamedes::video {

void Distances::search(std::uint32_t from, const std::vector<std::uint8_t>& blocked) {
  std::fill(steps_.begin(), steps_.end(), unreachable);
  queue_.assign(1, from);
  steps_[from] = 0;
  spread(blocked);
}

void Distances::search(const std::vector<std::uint32_t>& from,
                       const std::vector<std::uint8_t>& blocked) {
  std::fill(steps_.begin(), steps_.end(), unreachable);
  queue_.clear();
  for (const std::uint32_t cell : from) {
    if (steps_[cell] == 0) continue;
    steps_[cell] = 0;
    queue_.push_back(cell);
  }
  spread(blocked);
}

void Distances::spread(const std::vector<std::uint8_t>& blocked) {
  const auto columns = static_cast<std::uint32_t>(columns_);
  const auto cells = static_cast<std::uint32_t>(steps_.size());
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    const std::uint32_t cell = queue_[head];
    const std::int32_t next = steps_[cell] + 1;
    const auto enter = [&](std::uint32_t to) {
      if (steps_[to] != unreachable || blocked[to] != 0) return;
      steps_[to] = next;
      queue_.push_back(to);
    };
    const std::uint32_t column = cell % columns;
    if (column > 0) enter(cell - 1);
    if (column + 1 < columns) enter(cell + 1);
    if (cell >= columns) enter(cell - columns);
    if (cell + columns < cells) enter(cell + columns);
  }
}

std::int32_t Distances::until(std::uint32_t cell) const {
  if (steps_[cell] != unreachable) return steps_[cell];
  const auto columns = static_cast<std::uint32_t>(columns_);
  const std::uint32_t column = cell % columns;
  std::int32_t nearest = unreachable;
  const auto look = [&](std::uint32_t from) {
    if (steps_[from] != unreachable) nearest = std::min(nearest, steps_[from] + 1);
  };
  if (column > 0) look(cell - 1);
  if (column + 1 < columns) look(cell + 1);
  if (cell >= columns) look(cell - columns);
  if (cell + columns < steps_.size()) look(cell + columns);
  return nearest;
}

}  // namespace palamedes::video
