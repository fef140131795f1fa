#include "agent/goal_values.h"

#include <algorithm>

#include "machine/prover/prover.h"

namespace palamedes::agent {

std::optional<std::vector<int>> goal_values(const Game& game, const Position& position, Role role) {
  const auto prover = machine::Prover::make(game.rules());
  if (!prover) return std::nullopt;
  const auto state = (*prover)->state_of(position.facts());
  if (!state) return std::nullopt;
  std::vector<int> values = (*prover)->goal_values(*state, role);
  if (!(*prover)->fault().empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace palamedes::agent
