#pragma once
// The boards of a game, found without knowing it: which relations lie on cells, and which of them
// share a board. docs/play.md has the rules in words.
//
//   states, fixed facts  ->  candidates     each relation with each set of arguments as coordinates
//                        ->  the best one of each relation
//                        ->  grids          the largest first; relations over its coordinates join
//                                           it if their cells never clash in the states

#include <span>
#include <string>
#include <vector>

#include "board/fixed_facts.h"
#include "board/grid.h"
#include "board/layout_hints.h"

namespace palamedes::board {

// The first of the states is the initial one.
[[nodiscard]] std::vector<Grid> find_grids(std::span<const std::vector<std::string>> states,
                                           const FixedFacts& fixed,
                                           const std::vector<std::string>& role_names,
                                           const LayoutHints& hints = {});

}  // namespace palamedes::board
