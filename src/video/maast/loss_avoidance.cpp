// Loss avoidance (thesis 3.2.4): where the first visit of a node is a loss, its siblings are tried
// at once. The best of them counts as the result of the simulation, so that a loss that is easily
// avoided does not make the whole path look bad.

#include "video/maast/maastcts2.h"

namespace palamedes::video::maast {

using vgdl::Action;

void MaastCts2::explore_loss(const vgdl::State& root) {
  const End loss{state_value(state_, end_value()), true, true, true};
  const std::uint32_t losing_node = path_.back();
  const Action losing_action = actions_.back();
  const std::vector<Action> way(actions_.begin(), actions_.end() - 1);
  const std::vector<std::uint32_t> nodes(path_.begin(), path_.end());
  begin_path(root);
  for (std::size_t i = 0; i < way.size() && !state_.head().ended; ++i) {
    step(nodes[i + 1], way[i], true);
  }
  const bool ended_early = state_.head().ended;
  const std::uint32_t before = nodes[nodes.size() - 2];
  if (ended_early) {
    // Chance took another course: the loss stands as it was.
    path_ = nodes;
    actions_ = way;
    actions_.push_back(losing_action);
    while (steps_.size() < actions_.size())
      steps_.push_back(step_of(actions_[steps_.size()], cell_));
    back_up(loss, state_);
    return;
  }
  const Actions all = model_.actions(state_);
  struct Sibling {
    std::uint32_t node;
    double value;
  };
  std::vector<Sibling> siblings;
  std::size_t best = 0;
  End best_end;
  for (const Action action : all) {
    End end = loss;
    if (action != losing_action) {
      model_.copy(state_, copy_);
      model_.advance(copy_, action);
      end = {state_value(copy_, end_value()), copy_.head().ended, is_loss(copy_), is_loss(copy_)};
    }
    std::uint32_t node = nodes_[before].children[static_cast<std::size_t>(action)];
    if (action == losing_action) {
      node = losing_node;
    } else if (node == 0) {
      node = add_child(before, action);
    }
    bounds_.add(end.value);
    if (siblings.empty() || end.value > siblings[best].value) {
      best = siblings.size();
      best_end = end;
      if (action != losing_action) std::swap(copy_, best_copy_);
    }
    siblings.push_back({node, end.value});
  }
  nodes_[before].untried = 0;
  const double weight = 1. / static_cast<double>(siblings.size());
  for (std::size_t i = 0; i < siblings.size(); ++i) {
    if (i != best) nodes_[siblings[i].node].add(siblings[i].value, weight);
  }
  path_.push_back(siblings[best].node);
  actions_.push_back(all[best]);
  steps_.push_back(step_of(all[best], cell_));
  back_up(best_end, best_copy_);
}

}  // namespace palamedes::video::maast
