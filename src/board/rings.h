#pragma once
// Points that are named by a ring and a direction of the compass, such as (outer ne): nested
// squares, as the board of nine men's morris has them.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "board/layout.h"

namespace palamedes::board {

// Across and up from the middle; nothing of other words.
struct CompassStep {
  int across = 0;
  int up = 0;
};
[[nodiscard]] std::optional<CompassStep> compass_step(const std::string& name);

// Rings are in the order in which neighbours of the same direction join them, the outer one being
// the one that is called so. Nothing where no coordinate is a direction, or rings are no chain.
[[nodiscard]] std::optional<Layout> lay_out_rings(
    const std::set<Cell>& points, const std::vector<std::vector<std::string>>& coordinates,
    const Edges& edges);

}  // namespace palamedes::board
