#pragma once
// UCT2 (thesis 2.5.3, formula 2.8): results reach nodes along the path, as in UCT1; but a move is
// worth what the state is worth that it leads to, by whichever way simulations came there. The
// variant of the second formula that is numbered 2.9 also takes the visits from there.

#include <cstddef>
#include <optional>

#include "search/batch/pending_leaves.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::backup {

// Nothing where the state has no node, or nobody who left it has come back yet.
template <typename State>
std::optional<double> mean_of_child(tree::Tree<State>& tree, const tree::Entry& entry,
                                    std::size_t role, const batch::PendingParameters& pending) {
  if (entry.child == tree::no_node) return std::nullopt;
  tree::Node& child = tree[entry.child];
  tree::Block* const block = tree::peek(child.block);
  if (block == nullptr) return std::nullopt;
  const double visits = batch::known_visits(child, tree.roles(), pending);
  if (visits < batch::least_ended) return std::nullopt;
  return tree::peek(block->totals()[role]) / visits;
}

// 0 where the state has no node, or nobody has left it yet.
template <typename State>
double visits_of_child(tree::Tree<State>& tree, const tree::Entry& entry) {
  if (entry.child == tree::no_node) return 0;
  tree::Node& child = tree[entry.child];
  return tree::peek(child.block) == nullptr ? 0 : tree::peek(child.visits);
}

}  // namespace palamedes::search::backup
