#pragma once

#include <span>
#include <string>
#include <vector>

#include "machine/game.h"
#include "machine/position.h"

namespace palamedes::match {

// A sentence on the roles that the rules give no goal here, or several: who, which, in what state,
// and the moves that led there.
[[nodiscard]] std::string goal_problem(machine::Game& game, const machine::Position& position,
                                       std::span<const std::vector<Move>> moves);

}  // namespace palamedes::match
