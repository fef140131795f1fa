#pragma once
// Shortest paths between the free cells of a level, for the chasers that follow paths.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vgdl/rules.h"

namespace palamedes::vgdl {

class PathTable {
 public:
  // Levels with more cells get no table.
  static constexpr std::size_t max_cells = 4000;

  PathTable() = default;
  PathTable(int columns, int rows, std::vector<bool> blocked);

  [[nodiscard]] bool empty() const { return blocked_.empty(); }

  // The first step from one cell to another; none where there is no path.
  [[nodiscard]] Direction first_step(int from_x, int from_y, int to_x, int to_y) const;

 private:
  static constexpr std::uint8_t no_step = 4;

  void search_from(std::size_t start);

  [[nodiscard]] std::size_t cell_at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(x);
  }

  int columns_ = 0;
  int rows_ = 0;
  std::vector<bool> blocked_;
  std::vector<std::uint8_t> steps_;  // by start and goal: into base_directions
};

}  // namespace palamedes::vgdl
