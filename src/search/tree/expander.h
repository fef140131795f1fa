#pragma once
// Gives nodes their entries: the legal moves of a state.
//
// In an open loop a node stands for all states that the same moves can lead to. Its entries are the
// moves seen so far, and grow; which of them can be made now says the state at hand. A tree that
// threads share keeps the moves that it saw first: others may be looking at them.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "model/forward_model.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::tree {

// Which of a node's entries are legal in the state at hand, as positions among the role's.
struct Available {
  std::vector<std::uint32_t> positions;  // role after role
  std::vector<std::uint32_t> ends;       // [role]

  void clear() {
    positions.clear();
    ends.clear();
  }
  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t role) const {
    const std::uint32_t begin = role == 0 ? 0 : ends[role - 1];
    return {positions.data() + begin, ends[role] - begin};
  }
};

// Moves of a role that can be chosen, and where they are among its entries. Without a list all are.
inline std::size_t count_of(const Available* available, std::size_t role,
                            std::span<const Entry> entries) {
  return available == nullptr ? entries.size() : available->of(role).size();
}
inline std::size_t position_of(const Available* available, std::size_t role, std::size_t i) {
  return available == nullptr ? i : available->of(role)[i];
}

template <model::ForwardModel M>
class Expander {
 public:
  using State = typename M::State;

  Expander(M& model, Tree<State>& tree) : model_(model), tree_(tree), roles_(tree.roles()) {}

  // Looks for the legal moves of all roles; false if a role has none.
  bool list(const State& state) {
    legal_.clear();
    ends_.clear();
    for (std::size_t role = 0; role < roles_; ++role) {
      moves_.clear();
      model_.legal(state, Role(role), moves_);
      legal_.insert(legal_.end(), moves_.begin(), moves_.end());
      ends_.push_back(static_cast<std::uint32_t>(legal_.size()));
    }
    return find_decider();
  }
  // The same where somebody else has looked: role after role, and where each role's end.
  bool take(std::span<const Move> legal, std::span<const std::uint32_t> ends) {
    legal_.assign(legal.begin(), legal.end());
    ends_.assign(ends.begin(), ends.end());
    return find_decider();
  }

  // All that was listed become the node's entries. False if there is no room; the root always has
  // some. The caller holds the node's lock, here and below.
  bool expand(NodeId id, Node& node) { return expand(id, node, decider_); }

  // Adds what was listed to the entries, as far as that goes, and says which are available. False
  // if a role has none.
  bool fit(NodeId id, Node& node, Available& available) {
    // who chooses may be another role each time
    if (node.block == nullptr && !expand(id, node, several)) return false;
    if (!find(node, available) && may_grow()) {
      grow(node);
      find(node, available);
    }
    for (std::size_t role = 0; role < roles_; ++role) {
      if (available.of(role).empty()) return false;
    }
    return true;
  }

 private:
  // False if a role has no move.
  bool find_decider() {
    decider_ = nobody;
    bool all = true;
    for (std::size_t role = 0; role < roles_; ++role) {
      const std::size_t count = legal(role).size();
      all = all && count > 0;
      if (count > 1) decider_ = decider_ == nobody ? static_cast<std::uint8_t>(role) : several;
    }
    return all;
  }

  bool expand(NodeId id, Node& node, std::uint8_t decider) {
    const SpinGuard growing = tree_.lock_growing();
    if (id != tree_.root() && !tree_.has_room()) return false;
    Block* const block = Block::make(roles_, legal_.size(), tree_.arena());
    tree_.begin_bounds(*block);
    std::copy(ends_.begin(), ends_.end(), block->ends(roles_));
    const std::span<Entry> entries = block->entries(roles_);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      entries[i] = Entry{};
      entries[i].move = legal_[i];
    }
    node.decider = decider;
    publish(node.block, block);
    return true;
  }

  [[nodiscard]] std::span<const Move> legal(std::size_t role) const {
    const std::uint32_t begin = role == 0 ? 0 : ends_[role - 1];
    return {legal_.data() + begin, ends_[role] - begin};
  }

  // True if all that was listed has entries.
  bool find(const Node& node, Available& available) {
    available.clear();
    for (std::size_t role = 0; role < roles_; ++role) {
      const std::span<const Entry> entries = node.block->entries(roles_, role);
      const std::span<const Move> moves = legal(role);
      for (std::size_t i = 0; i < moves.size(); ++i) {
        const std::size_t at = position(entries, moves[i], i);
        if (at < entries.size()) available.positions.push_back(static_cast<std::uint32_t>(at));
      }
      available.ends.push_back(static_cast<std::uint32_t>(available.positions.size()));
    }
    return available.positions.size() == legal_.size();
  }
  // Usually where it is expected.
  static std::size_t position(std::span<const Entry> entries, Move move, std::size_t expected) {
    if (expected < entries.size() && entries[expected].move == move) return expected;
    const auto at = std::find_if(entries.begin(), entries.end(),
                                 [&](const Entry& entry) { return entry.move == move; });
    return static_cast<std::size_t>(at - entries.begin());
  }

  bool may_grow() {
    const SpinGuard growing = tree_.lock_growing();
    return !tree_.is_shared() && tree_.has_room();
  }

  // A larger block in place of the node's: each role's new moves come after those it had, so that
  // positions stay. Joint children are numbered by the numbers of entries, and are numbered anew.
  void grow(Node& node) {
    Block* const old = node.block;
    std::vector<Entry> entries;
    std::vector<std::uint32_t> ends;
    for (std::size_t role = 0; role < roles_; ++role) {
      const std::span<const Entry> known = old->entries(roles_, role);
      entries.insert(entries.end(), known.begin(), known.end());
      for (const Move move : legal(role)) {
        if (position(known, move, 0) == known.size()) entries.emplace_back().move = move;
      }
      ends.push_back(static_cast<std::uint32_t>(entries.size()));
    }
    Block* const larger = Block::make(roles_, entries.size(), tree_.arena());
    std::copy_n(old->totals(), roles_, larger->totals());
    larger->pending(roles_) = old->pending(roles_);
    std::copy_n(old->bounds(roles_), roles_, larger->bounds(roles_));
    std::copy(ends.begin(), ends.end(), larger->ends(roles_));
    std::copy(entries.begin(), entries.end(), larger->entries(roles_).begin());
    JointMap* children = nullptr;
    JointMap::for_each(node.joint, [&](std::uint64_t key, NodeId& place) {
      const std::uint64_t number = renumbered(key, *old, *larger);
      if (number != no_key) JointMap::at(children, number, tree_.arena()) = place;
    });
    JointMap::release(node.joint, tree_.arena());
    node.joint = children;
    node.block = larger;
    tree_.arena().release(old, Block::bytes(roles_, old->entries(roles_).size()));
  }

  // The same joint move among more entries.
  std::uint64_t renumbered(std::uint64_t key, Block& old, Block& larger) {
    std::uint64_t number = key - 1;
    taken_.resize(roles_);
    for (std::size_t role = roles_; role-- > 0;) {
      const std::size_t count = old.entries(roles_, role).size();
      taken_[role] = static_cast<std::uint32_t>(number % count);
      number /= count;
    }
    return joint_key(larger, roles_, taken_.data());
  }

  M& model_;
  Tree<State>& tree_;
  std::size_t roles_;
  std::uint8_t decider_ = nobody;
  std::vector<Move> legal_;  // role after role
  std::vector<std::uint32_t> ends_;
  model::MoveList moves_;
  std::vector<std::uint32_t> taken_;
};

}  // namespace palamedes::search::tree
