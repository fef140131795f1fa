#pragma once
// What a network says about the payoffs of a game, for the solver.

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "net/propnet.h"
#include "search/tree/payoff_bounds.h"

namespace palamedes::agent {

// Lowest and highest goal of each role that the network has room for. Two roles play for a constant
// sum if their goals mirror each other; that is taken for true until a game ends otherwise.
[[nodiscard]] search::tree::PayoffFacts payoff_facts(const net::PropNet& network);

}  // namespace palamedes::agent
