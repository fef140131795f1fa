#include "net/passes/replacement.h"

namespace palamedes::net::passes {

void Replacement::apply() {
  // Shorten the chains first, so that each look-up below is one step.
  for (ComponentId id = 0; id < instead_.size(); ++id) {
    if (replaced(id)) instead_[id] = resolve(id);
  }
  const auto now = [&](ComponentId id) { return replaced(id) ? instead_[id] : id; };
  for (ComponentId id = 0; id < net_.components.size(); ++id) {
    Component& component = net_.components[id];
    if (removed(id)) {
      component = {.type = ComponentType::removed};
      continue;
    }
    for (ComponentId& input : component.inputs) input = now(input);
  }

  const auto is_constant = [](ComponentId id) {
    return id == true_component || id == false_component;
  };
  for (BaseEntry& base : net_.bases) {
    base.proposition = now(base.proposition);
    if (is_constant(base.proposition)) base.transition = no_component;
  }
  for (RoleEntry& role : net_.roles) {
    for (MoveEntry& move : role.moves) {
      if (move.legal != no_component && removed(move.legal)) move.legal = no_component;
      if (move.input != no_component && removed(move.input)) move.input = no_component;
    }
    std::erase_if(role.moves, [](const MoveEntry& move) { return move.legal == no_component; });
    std::erase_if(role.goals, [&](const GoalEntry& goal) { return removed(goal.proposition); });
  }
}

}  // namespace palamedes::net::passes
