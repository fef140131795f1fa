#include "video/sample_mcts.h"

namespace palamedes::video {

vgdl::Action SampleMcts::act(const vgdl::State& state, Budget budget) {
  actions_ = model_.actions(state);
  nodes_.assign(1, Node{});
  bounds_ = {};
  while (budget.next()) iterate(state);
  iterations_ = budget.done();
  return actions_[most_visited()];
}

void SampleMcts::iterate(const vgdl::State& root) {
  model_.copy(root, state_);
  path_.assign(1, 0);
  std::uint32_t depth = 0;
  bool expanded = false;
  while (!expanded && !state_.head().ended && depth < parameters_.depth) {
    const std::uint32_t node = path_.back();
    std::size_t untried = 0;
    for (std::size_t i = 0; i < actions_.size(); ++i) untried += nodes_[node].children[i] == 0;
    std::size_t choice = 0;
    if (untried > 0) {
      std::size_t skip = model_.rng().below(static_cast<std::uint32_t>(untried));
      while (nodes_[node].children[choice] != 0 || skip-- > 0) ++choice;
      nodes_[node].children[choice] = static_cast<std::uint32_t>(nodes_.size());
      nodes_.emplace_back();
      expanded = true;
    } else {
      choice = best_child(nodes_[node]);
    }
    model_.advance(state_, actions_[choice]);
    path_.push_back(nodes_[node].children[choice]);
    ++depth;
  }
  for (; depth < parameters_.depth && !state_.head().ended; ++depth) {
    const auto count = static_cast<std::uint32_t>(actions_.size());
    model_.advance(state_, actions_[model_.rng().below(count)]);
  }
  const double value = state_value(state_);
  bounds_.add(value);
  for (const std::uint32_t node : path_) {
    nodes_[node].total += value;
    ++nodes_[node].visits;
  }
}

std::size_t SampleMcts::best_child(const Node& node) {
  std::size_t best = 0;
  double highest = -infinity;
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const Node& child = nodes_[node.children[i]];
    // Equal ones in any order.
    const double value =
        sample_uct(child.total / child.visits, child.visits, node.visits, parameters_.c, bounds_) +
        1e-6 * model_.rng().unit();
    if (value <= highest) continue;
    highest = value;
    best = i;
  }
  return best;
}

// The child with the most visits; where all have the same number, the one with the best mean.
std::size_t SampleMcts::most_visited() {
  const Node& root = nodes_.front();
  bool all_equal = true;
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    if (root.children[i] == 0) continue;
    const std::uint32_t visits = nodes_[root.children[i]].visits;
    if (first == 0) first = visits;
    all_equal = all_equal && visits == first;
  }
  std::size_t best = 0;
  double highest = -infinity;
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    if (root.children[i] == 0) continue;
    const Node& child = nodes_[root.children[i]];
    const double value =
        (all_equal ? child.total / child.visits : child.visits) + 1e-6 * model_.rng().unit();
    if (value <= highest) continue;
    highest = value;
    best = i;
  }
  return best;
}

}  // namespace palamedes::video
