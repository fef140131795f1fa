#pragma once
// The effective branching factor of a tree (thesis 7.3.6, Figure 7.4): how many moves were tried in
// a node, on average over the nodes below the root that simulations left. Moves that are legal and
// were never tried do not count. Where several roles choose, a move is one of all of them.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::report {

// Of a tree that nobody is changing. 0 before the first simulation.
template <typename State>
double effective_branching(const tree::Tree<State>& tree) {
  const std::size_t roles = tree.roles();
  std::vector<tree::NodeId> open = {tree.root()};
  std::vector<bool> seen;
  const auto visit = [&](tree::NodeId id) {
    if (id >= seen.size()) seen.resize(std::max<std::size_t>(id + 1, seen.size() * 2));
    if (seen[id]) return;
    seen[id] = true;
    open.push_back(id);
  };
  seen.resize(std::size_t{tree.root()} + 1);
  seen[tree.root()] = true;
  double nodes = 0;
  double tried = 0;
  while (!open.empty()) {
    const tree::Node& node = tree[open.back()];
    open.pop_back();
    if (node.block == nullptr || node.visits <= 0) continue;
    ++nodes;
    if (node.decider == tree::several) {
      tried += static_cast<double>(tree::JointMap::size(node.joint));
      tree::JointMap::for_each(node.joint, [&](auto, tree::NodeId child) {
        if (child != 0) visit(child - 1);
      });
      continue;
    }
    const std::size_t role = node.decider == tree::nobody ? 0 : node.decider;
    for (const tree::Entry& entry : node.block->entries(roles, role)) {
      if (entry.visits > 0 || entry.child != tree::no_node) ++tried;
      if (entry.child != tree::no_node) visit(entry.child);
    }
  }
  return nodes > 0 ? tried / nodes : 0;
}

}  // namespace palamedes::search::report
