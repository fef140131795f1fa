#include "video/distances.h"

#include <algorithm>

namespace palamedes::video {

Distances::Distances(int columns, int rows) {
  const auto width = static_cast<std::uint32_t>(columns);
  const auto cells = width * static_cast<std::uint32_t>(rows);
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    around_.push_back({cell % width > 0 ? cell - 1 : cell, (cell + 1) % width > 0 ? cell + 1 : cell,
                       cell >= width ? cell - width : cell,
                       cell + width < cells ? cell + width : cell});
  }
  steps_.assign(cells, unreachable);
  queue_.reserve(cells);
}

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
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    const std::uint32_t cell = queue_[head];
    const std::int32_t next = steps_[cell] + 1;
    for (const std::uint32_t to : around_[cell]) {
      if (steps_[to] != unreachable || blocked[to] != 0) continue;
      steps_[to] = next;
      queue_.push_back(to);
    }
  }
}

std::int32_t Distances::until(std::uint32_t cell) const {
  if (steps_[cell] != unreachable) return steps_[cell];
  std::int32_t nearest = unreachable;
  for (const std::uint32_t from : around_[cell]) {
    if (steps_[from] != unreachable) nearest = std::min(nearest, steps_[from] + 1);
  }
  return nearest;
}

}  // namespace palamedes::video
