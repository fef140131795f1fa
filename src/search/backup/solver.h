#pragma once
// The solver: score-bounded search (Cazenave and Saffidine 2010), for any number of roles and any
// payoffs. select/proven.h makes use of it.
//
// What is proven of a node is a low and a high payoff for each role. Which outcomes V(s) are
// consistent with good play:
//
//   the game ends in s   its payoffs
//   otherwise            those of V(any child) in which nobody who chooses in s has less than it
//                        could have been sure of in s: max over its moves of the min over all that
//                        the others can do, and over V of the child
//
// So nobody is supposed to choose in a certain way between what is equal, and the bounds enclose
// all of V(s):
//
//   role d chooses alone   low d = max low d of the children, high d = max high d
//                          others: min low and max high over the children with high d >= low d of
//                          the node, since d does not choose the rest
//   several choose         low of each: max over its moves of the min over the others' moves
//                          high: max over the joint moves that leave everybody its low; if all of
//                          them are there
//   the sum is known       high <= sum - the others' low, low >= sum - the others' high
//
// Where all bounds of a node meet its payoffs are known. With two roles and a constant sum that
// proves what alpha-beta search would.

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

// Others may be proving it further: what is read is true, if not the newest.
template <typename State>
tree::Bound bound_of(const tree::Tree<State>& tree, const tree::Node& node, std::size_t role) {
  if (const float* const known = tree::known_payoffs(node)) return {known[role], known[role]};
  tree::Block* const block = tree::peek(node.block);
  if (block == nullptr) return tree.facts().range(role);
  const tree::Bound& bound = block->bounds(tree.roles())[role];
  return {tree::peek(bound.low), tree::peek(bound.high)};
}
template <typename State>
tree::Bound bound_of(const tree::Tree<State>& tree, tree::NodeId id, std::size_t role) {
  return id == tree::no_node ? tree.facts().range(role) : bound_of(tree, tree[id], role);
}

// Whose move is the only one that matters in the node.
inline std::size_t decider_of(const tree::Node& node) {
  return node.decider == tree::nobody ? 0 : node.decider;
}

// What the children of a node where several roles choose say about each of their moves.
class JointBounds {
 public:
  // False if there are too few children for anything to follow.
  template <typename State>
  bool read(const tree::Tree<State>& tree, const tree::Node& node) {
    roles_ = tree.roles();
    if (!count_joint_moves(node)) return false;
    const std::size_t places = node.block->entries(roles_).size();
    rows_.assign(places, {.low = 1, .high = 0});
    seen_.assign(places, 0);
    children_ = 0;
    tree::JointMap::for_each(node.joint, [&](std::uint64_t key, const tree::NodeId& place) {
      if (place == 0) return;
      ++children_;
      for_each_move(node, key, [&](std::size_t role, std::size_t at) {
        const tree::Bound bound = bound_of(tree, place - 1, role);
        rows_[at].low = std::min(rows_[at].low, bound.low);
        rows_[at].high = std::max(rows_[at].high, bound.high);
        ++seen_[at];
      });
    });
    for (std::size_t role = 0; role < roles_; ++role) complete(tree, node, role);
    return true;
  }

  // Of the role's moves, in their order.
  [[nodiscard]] std::span<const tree::Bound> of(const tree::Node& node, std::size_t role) const {
    const std::span<tree::Entry> all = node.block->entries(roles_);
    const std::span<tree::Entry> own = node.block->entries(roles_, role);
    return {rows_.data() + (own.data() - all.data()), own.size()};
  }
  // All joint moves have children.
  [[nodiscard]] bool are_all_there() const { return children_ == joint_moves_; }

 private:
  bool count_joint_moves(const tree::Node& node) {
    joint_moves_ = 1;
    std::uint64_t most = 1;
    for (std::size_t role = 0; role < roles_; ++role) {
      const std::uint64_t moves = node.block->entries(roles_, role).size();
      if (__builtin_mul_overflow(joint_moves_, moves, &joint_moves_)) return false;
      most = std::max(most, moves);
    }
    return tree::JointMap::size(node.joint) >= joint_moves_ / most;
  }

  // use(role, place of its move among all entries); keys as in tree::joint_key().
  template <typename Use>
  void for_each_move(const tree::Node& node, std::uint64_t key, const Use& use) const {
    const tree::Entry* const all = node.block->entries(roles_).data();
    std::uint64_t number = key - 1;
    for (std::size_t role = roles_; role-- > 0;) {
      const std::span<tree::Entry> own = node.block->entries(roles_, role);
      use(role, static_cast<std::size_t>(own.data() - all) + number % own.size());
      number /= own.size();
    }
  }

  // What others may answer and nobody has looked at can be anything.
  template <typename State>
  void complete(const tree::Tree<State>& tree, const tree::Node& node, std::size_t role) {
    const std::span<tree::Entry> own = node.block->entries(roles_, role);
    const auto first = static_cast<std::size_t>(own.data() - node.block->entries(roles_).data());
    for (std::size_t i = first; i < first + own.size(); ++i) {
      if (seen_[i] < joint_moves_ / own.size()) rows_[i] = tree.facts().range(role);
    }
  }

  std::size_t roles_ = 0;
  std::uint64_t joint_moves_ = 1;
  std::uint64_t children_ = 0;
  std::vector<tree::Bound> rows_;  // by place of a move among all entries
  std::vector<std::uint64_t> seen_;
};

template <typename State>
class Solver {
 public:
  explicit Solver(tree::Tree<State>& tree) : tree_(tree), roles_(tree.roles()), bounds_(roles_) {}

  // After the last of these nodes became known: proves as much about those before it as it can.
  void prove_backwards(std::span<const tree::NodeId> nodes) {
    for (std::size_t i = nodes.size(); i-- > 0;) {
      if (!update(nodes[i])) return;
    }
  }

  // False if there is nothing new about the node, and it is not known.
  bool update(tree::NodeId id) {
    const tree::SpinGuard guard = tree_.lock(id);
    tree::Node& node = tree_[id];
    if (node.known != nullptr) return true;
    if (node.block == nullptr) return false;
    if (node.decider == tree::several) {
      if (!read_joint(node)) return false;
    } else {
      read_entries(node, decider_of(node));
    }
    take_sum();
    return publish(node);
  }

  // Whether what is proven of the node still has moves that lead to it, for all who choose. What
  // proved it may have gone.
  bool has_moves_for(tree::NodeId id) {
    const tree::Node& node = tree_[id];
    if (node.block == nullptr) return !node.is_stripped;
    for (std::size_t role = 0; role < roles_; ++role) {
      const std::span<tree::Entry> entries = node.block->entries(roles_, role);
      if (entries.size() < 2) continue;
      const float low = bound_of(tree_, node, role).low;
      if (low <= tree_.facts().range(role).low) continue;
      const std::span<const tree::Bound> moves = of_moves(node, role);
      if (std::none_of(moves.begin(), moves.end(),
                       [&](const tree::Bound& bound) { return bound.low >= low; })) {
        return false;
      }
    }
    return true;
  }

  // What the role's moves are worth to it; valid until the next question.
  std::span<const tree::Bound> of_moves(const tree::Node& node, std::size_t role) {
    const std::span<tree::Entry> entries = node.block->entries(roles_, role);
    if (node.decider == tree::several && joint_.read(tree_, node)) return joint_.of(node, role);
    moves_.assign(entries.size(), tree_.facts().range(role));
    if (node.decider != role) return moves_;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      moves_[i] = bound_of(tree_, entries[i].child, role);
    }
    return moves_;
  }

 private:
  // One role chooses.
  void read_entries(tree::Node& node, std::size_t decider) {
    const std::span<tree::Entry> entries = node.block->entries(roles_, decider);
    const tree::Bound range = tree_.facts().range(decider);
    tree::Bound best{range.low, range.low};
    moves_.resize(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      moves_[i] = bound_of(tree_, entries[i].child, decider);
      best.low = std::max(best.low, moves_[i].low);
      best.high = std::max(best.high, moves_[i].high);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool loses = moves_[i].high < best.low || moves_[i].high <= range.low;
      entries[i].proof = loses                  ? tree::Proof::loss
                         : moves_[i].is_exact() ? tree::Proof::other
                                                : tree::Proof::none;
    }
    for (std::size_t role = 0; role < roles_; ++role) {
      bounds_[role] = role == decider ? best : of_other(entries, role, best.low);
    }
  }
  // Whoever chooses among these entries is sure of `least`.
  tree::Bound of_other(std::span<const tree::Entry> entries, std::size_t role, float least) const {
    tree::Bound bound{1, 0};
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (moves_[i].high < least) continue;
      if (entries[i].child == tree::no_node) return tree_.facts().range(role);
      const tree::Bound child = bound_of(tree_, entries[i].child, role);
      bound = {std::min(bound.low, child.low), std::max(bound.high, child.high)};
    }
    return bound;
  }

  // Several roles choose.
  bool read_joint(const tree::Node& node) {
    if (!joint_.read(tree_, node)) return false;
    for (std::size_t role = 0; role < roles_; ++role) {
      bounds_[role] = tree_.facts().range(role);
      for (const tree::Bound& move : joint_.of(node, role)) {
        bounds_[role].low = std::max(bounds_[role].low, move.low);
      }
    }
    if (joint_.are_all_there()) leave_out_joint_moves(node);
    return true;
  }
  // That leave somebody less than it is sure of.
  void leave_out_joint_moves(const tree::Node& node) {
    possible_.assign(roles_, {1, 0});
    tree::JointMap::for_each(node.joint, [&](std::uint64_t, const tree::NodeId& place) {
      for (std::size_t role = 0; role < roles_; ++role) {
        if (bound_of(tree_, place - 1, role).high < bounds_[role].low) return;
      }
      for (std::size_t role = 0; role < roles_; ++role) {
        const tree::Bound child = bound_of(tree_, place - 1, role);
        possible_[role] = {std::min(possible_[role].low, child.low),
                           std::max(possible_[role].high, child.high)};
      }
    });
    for (std::size_t role = 0; role < roles_; ++role) {
      bounds_[role].low = std::max(bounds_[role].low, possible_[role].low);
      bounds_[role].high = std::min(bounds_[role].high, possible_[role].high);
    }
  }

  void take_sum() {
    if (!tree_.facts().sum) return;
    int low = 0;
    int high = 0;
    for (const tree::Bound& bound : bounds_) {
      low += tree::hundredths(bound.low);
      high += tree::hundredths(bound.high);
    }
    for (tree::Bound& bound : bounds_) {
      const int most = *tree_.facts().sum - (low - tree::hundredths(bound.low));
      const int least = *tree_.facts().sum - (high - tree::hundredths(bound.high));
      bound.high = std::min(bound.high, tree::payoff_of(most));
      bound.low = std::max(bound.low, tree::payoff_of(least));
    }
  }

  // Bounds never grow apart again. Where they would cross the facts are wrong.
  bool publish(tree::Node& node) {
    tree::Bound* const old = node.block->bounds(roles_);
    bool changed = false;
    bool exact = true;
    for (std::size_t role = 0; role < roles_; ++role) {
      tree::Bound& bound = bounds_[role];
      bound = {std::max(bound.low, old[role].low), std::min(bound.high, old[role].high)};
      if (bound.low > bound.high) return false;
      changed = changed || bound != old[role];
      exact = exact && bound.is_exact();
    }
    if (!changed && !exact) return false;
    for (std::size_t role = 0; role < roles_; ++role) {
      tree::publish(old[role].low, bounds_[role].low);
      tree::publish(old[role].high, bounds_[role].high);
    }
    if (!exact) return true;
    payoffs_.clear();
    for (const tree::Bound& bound : bounds_) payoffs_.push_back(bound.low);
    set_known(tree_, node, payoffs_);
    return true;
  }

  tree::Tree<State>& tree_;
  std::size_t roles_;
  std::vector<tree::Bound> bounds_;    // of the node, by role
  std::vector<tree::Bound> moves_;     // of who chooses, by move
  std::vector<tree::Bound> possible_;  // by role
  std::vector<float> payoffs_;
  JointBounds joint_;
};

// Exact payoffs of all roles as numbers.
inline void take_exact(const float* known, std::size_t roles, std::vector<double>& payoffs) {
  payoffs.resize(roles);
  for (std::size_t role = 0; role < roles; ++role) payoffs[role] = tree::exact_payoff(known[role]);
}

}  // namespace palamedes::search::backup
