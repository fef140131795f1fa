#pragma once
// The solver (after Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008). Terminal
// states have exact payoffs; where one role decides, a node is worth what its best child is worth,
// as soon as one child cannot be beaten or all are known. select/proven.h makes use of it.
//
// A role that can choose between equal payoffs of its own takes the first; with two roles whose
// payoffs have a constant sum that is no restriction.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::backup {

template <typename State>
void set_known(tree::Tree<State>& tree, tree::Node& node, std::span<const float> payoffs) {
  if (tree::known_payoffs(node) != nullptr) return;
  const tree::SpinGuard growing = tree.lock_growing();
  auto* const known = static_cast<float*>(tree.arena().allocate(payoffs.size() * sizeof(float)));
  std::copy(payoffs.begin(), payoffs.end(), known);
  tree::publish(node.known, known);
}

// What the node's children prove, or nothing. Its entries are updated with what is known about
// them.
template <typename State>
const float* proof(tree::Tree<State>& tree, tree::NodeId id) {
  const tree::SpinGuard guard = tree.lock(id);
  tree::Node& node = tree[id];
  if (node.known != nullptr) return node.known;
  if (node.block == nullptr || node.decider == tree::several) return nullptr;
  const std::size_t decider = node.decider == tree::nobody ? 0 : node.decider;
  const float* best = nullptr;
  bool all = true;
  for (tree::Entry& entry : node.block->entries(tree.roles(), decider)) {
    const float* const known =
        entry.child == tree::no_node ? nullptr : tree::known_payoffs(tree[entry.child]);
    if (known == nullptr) {
      all = false;
      continue;
    }
    entry.proof = known[decider] <= 0 ? tree::Proof::loss : tree::Proof::other;
    if (best == nullptr || known[decider] > best[decider]) best = known;
  }
  if (best == nullptr) return nullptr;
  return all || best[decider] >= 1 ? best : nullptr;
}

// After the last of these nodes became known: proves as many before it as it can.
template <typename State>
void prove_backwards(tree::Tree<State>& tree, std::span<const tree::NodeId> nodes) {
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const float* const payoffs = proof(tree, nodes[i]);
    if (payoffs == nullptr) return;
    const tree::SpinGuard guard = tree.lock(nodes[i]);
    set_known(tree, tree[nodes[i]], {payoffs, tree.roles()});
  }
}

// Whether the node's payoffs, if they are known, still have a move that leads to them, or are those
// of the end of the game. What proved them may have gone.
template <typename State>
bool has_proof(tree::Tree<State>& tree, const tree::Node& node) {
  if (node.known == nullptr || node.block == nullptr) return true;
  const std::size_t role = node.decider == tree::nobody ? 0 : node.decider;
  const std::span<tree::Entry> entries = node.block->entries(tree.roles(), role);
  return std::any_of(entries.begin(), entries.end(), [&](const tree::Entry& entry) {
    const float* const known =
        entry.child == tree::no_node ? nullptr : tree::known_payoffs(tree[entry.child]);
    return known != nullptr && known[role] >= node.known[role];
  });
}

// Exact payoffs of all roles as numbers.
inline void take_exact(const float* known, std::size_t roles, std::vector<double>& payoffs) {
  payoffs.resize(roles);
  for (std::size_t role = 0; role < roles; ++role) payoffs[role] = tree::exact_payoff(known[role]);
}

}  // namespace palamedes::search::backup
