#pragma once

#include <optional>
#include <vector>

#include "agent/game.h"
#include "agent/position.h"
#include "base/ids.h"

namespace palamedes::agent {

// All goal values that the rules give a role here, ascending; -1 stands for one that is no number.
// Machines tell one value or none, so the rules are asked anew: for messages only. Nothing if they
// cannot be asked.
[[nodiscard]] std::optional<std::vector<int>> goal_values(const Game& game,
                                                          const Position& position, Role role);

}  // namespace palamedes::agent
