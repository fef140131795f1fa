#pragma once
// Which points of a board lie side by side, from the fixed facts of the rules.

#include <set>
#include <span>

#include "board/layer.h"
#include "board/layout.h"

namespace palamedes::board {

// Of all pairs of places in the arguments of fixed relations, such as the first two of (joined a b)
// or the last four of (step white 1 1 2 1), the one that names most pairs of these points, if most
// points have a neighbour and each only a few, and these hang together; or all relations together
// that lead from a point to one other point. `is_split`: points are single names in the rules, such
// as b3. `is_counted`: points are numbers in a row, which fixed facts also reckon with; only what
// leads both ways makes them neighbours.
[[nodiscard]] Edges find_neighbours(const std::set<Cell>& points, bool is_split, bool is_counted,
                                    std::span<const Term> tuples);

}  // namespace palamedes::board
