#pragma once
// Exact payoffs: where one role decides, a node is worth what its best child is worth, as soon as
// one child cannot be beaten or all are known.
//
// A role that can choose between equal payoffs of its own takes the first; with two roles whose
// payoffs have a constant sum that is no restriction.

#include <span>

#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search {

template <typename State>
void set_known(Tree<State>& tree, Node& node, std::span<const float> payoffs) {
  if (known_payoffs(node) != nullptr) return;
  const SpinGuard growing = tree.lock_growing();
  auto* const known = static_cast<float*>(tree.arena().allocate(payoffs.size() * sizeof(float)));
  std::copy(payoffs.begin(), payoffs.end(), known);
  publish(node.known, known);
}

// What the node's children prove, or nothing. Its entries hear of what is known about them.
template <typename State>
const float* proof(Tree<State>& tree, NodeId id) {
  const SpinGuard guard = tree.lock(id);
  Node& node = tree[id];
  if (node.known != nullptr) return node.known;
  if (node.block == nullptr || node.decider == several) return nullptr;
  const std::size_t decider = node.decider == nobody ? 0 : node.decider;
  const float* best = nullptr;
  bool all = true;
  for (Entry& entry : node.block->entries(tree.roles(), decider)) {
    const float* const known = entry.child == no_node ? nullptr : known_payoffs(tree[entry.child]);
    if (known == nullptr) {
      all = false;
      continue;
    }
    entry.proof = known[decider] <= 0 ? Proof::loss : Proof::other;
    if (best == nullptr || known[decider] > best[decider]) best = known;
  }
  if (best == nullptr) return nullptr;
  return all || best[decider] >= 1 ? best : nullptr;
}

// After the last of these nodes became known: proves as many before it as it can.
template <typename State>
void prove_backwards(Tree<State>& tree, std::span<const NodeId> nodes) {
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const float* const payoffs = proof(tree, nodes[i]);
    if (payoffs == nullptr) return;
    const SpinGuard guard = tree.lock(nodes[i]);
    set_known(tree, tree[nodes[i]], {payoffs, tree.roles()});
  }
}

}  // namespace palamedes::search
