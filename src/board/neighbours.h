#pragma once
// Which points of a board lie side by side, from the fixed facts of the rules.

#include <set>
#include <span>

#include "board/layer.h"
#include "board/layout.h"

namespace palamedes::board {

// Of all pairs of places in the arguments of fixed relations, such as the first two of (joined a b)
// or the last four of (step white 1 1 2 1), the one that names most pairs of these points, if each
// point has a neighbour and only a few, and all hang together. `is_split`: points are single names
// in the rules, such as b3.
[[nodiscard]] Edges find_neighbours(const std::set<Cell>& points, bool is_split,
                                    std::span<const Term> tuples);

}  // namespace palamedes::board
