#pragma once
// What a search leaves to another one of the same match that goes on in its place, on a machine
// with other states that numbers moves in its own way.
//
//   nodes      of the tree, those with most visits, parents before their children; first the root
//              entries, joint   name children by their place among the nodes
//              totals, bounds, known, all moves as first: as node.h has them
//   playouts   what the playout strategy has learned
//
// States are made again by making the moves. Statistics of roles that choose after others
// (sequential UCT) and links of UCT3 stay behind, and so does the tree of an open loop.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/ids.h"
#include "search/backup/solver.h"
#include "search/playout/strategy.h"
#include "search/renumber.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search {

struct Handover {
  using Place = std::uint32_t;
  static constexpr Place nowhere = static_cast<Place>(-1);

  struct Entry {
    Move move{};
    double visits = 0;
    double sum = 0;
    tree::Proof proof = tree::Proof::none;
    Place child = nowhere;
  };
  struct Joint {
    std::vector<Move> moves;
    Place child = nowhere;
  };
  struct AmafEntry {
    Role role{};
    Move move{};
    tree::AmafStatistic statistic{};
  };
  struct Node {
    double visits = 0;
    std::vector<double> totals;
    std::vector<tree::Bound> bounds;
    std::vector<std::vector<Entry>> entries;  // by role; empty: it was never left
    std::vector<Joint> joint;
    std::vector<float> known;
    std::vector<AmafEntry> amaf;
  };

  std::size_t roles = 0;
  std::vector<Node> nodes;
  std::optional<playout::Strategy> playouts;
};

// Copies the nodes with most visits out of a tree.
template <typename State>
class TreeReader {
 public:
  TreeReader(tree::Tree<State>& tree, std::size_t most) : tree_(tree), most_(most) {}

  [[nodiscard]] std::vector<Handover::Node> read() {
    note(tree_.root());
    while (!open_.empty() && ids_.size() < most_) {
      const tree::NodeId id = open_.top().second;
      open_.pop();
      ids_.push_back(id);
      for_each_child(tree_[id], [&](tree::NodeId child) { note(child); });
    }
    // entries are written when all places are known: some of the nodes found got none
    std::vector<Handover::Node> nodes;
    nodes.reserve(ids_.size());
    places_.clear();
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      places_.emplace(ids_[i], static_cast<Handover::Place>(i));
    }
    for (const tree::NodeId id : ids_) nodes.push_back(copy_of(tree_[id]));
    return nodes;
  }

 private:
  void note(tree::NodeId id) {
    if (id == tree::no_node) return;
    if (places_.emplace(id, 0).second) open_.emplace(tree_[id].visits, id);
  }

  template <typename Use>
  void for_each_child(tree::Node& node, const Use& use) {
    if (node.block == nullptr) return;
    for (const tree::Entry& entry : node.block->entries(tree_.roles())) use(entry.child);
    tree::JointMap::for_each(node.joint, [&](std::uint64_t, tree::NodeId& at) { use(at - 1); });
  }

  [[nodiscard]] Handover::Place place_of(tree::NodeId id) const {
    const auto found = places_.find(id);
    return found == places_.end() ? Handover::nowhere : found->second;
  }

  Handover::Node copy_of(tree::Node& node) {
    const std::size_t roles = tree_.roles();
    Handover::Node copy{.visits = node.visits};
    if (node.known != nullptr) copy.known.assign(node.known, node.known + roles);
    tree::AmafMap::for_each(node.amaf, [&](std::uint32_t key, const tree::AmafStatistic& known) {
      copy.amaf.push_back({tree::role_of_amaf(key), tree::move_of_amaf(key), known});
    });
    if (node.block == nullptr) return copy;
    copy.totals.assign(node.block->totals(), node.block->totals() + roles);
    copy.bounds.assign(node.block->bounds(roles), node.block->bounds(roles) + roles);
    copy.entries.resize(roles);
    for (std::size_t role = 0; role < roles; ++role) {
      for (const tree::Entry& entry : node.block->entries(roles, role)) {
        copy.entries[role].push_back(
            {entry.move, entry.visits, entry.sum, entry.proof, place_of(entry.child)});
      }
    }
    tree::JointMap::for_each(node.joint, [&](std::uint64_t key, const tree::NodeId& at) {
      const Handover::Place child = at == 0 ? Handover::nowhere : place_of(at - 1);
      if (child != Handover::nowhere) copy.joint.push_back({moves_of(node, key), child});
    });
    return copy;
  }

  std::vector<Move> moves_of(tree::Node& node, std::uint64_t key) {
    std::vector<Move> moves(tree_.roles());
    std::uint64_t number = key - 1;
    for (std::size_t role = moves.size(); role-- > 0;) {
      const auto entries = node.block->entries(moves.size(), role);
      moves[role] = entries[number % entries.size()].move;
      number /= entries.size();
    }
    return moves;
  }

  tree::Tree<State>& tree_;
  std::size_t most_;
  std::priority_queue<std::pair<double, tree::NodeId>> open_;
  std::vector<tree::NodeId> ids_;
  boost::unordered_flat_map<tree::NodeId, Handover::Place> places_;
};

// Builds such nodes below the root of another tree. `Grower` makes nodes and entries of states.
template <typename State, typename Grower>
class TreeWriter {
 public:
  TreeWriter(tree::Tree<State>& tree, Grower& grower, const Handover& handover,
             const Renumber& renumber)
      : tree_(tree), grower_(grower), handover_(handover), renumber_(renumber) {}

  // The tree has a root without entries, whose state is that of the first node. Returns how many
  // nodes have been taken over. With `proves` it is drawn what follows from what is proven.
  std::size_t write(bool proves) {
    const std::size_t count = handover_.nodes.size();
    if (count == 0) return 0;
    ids_.assign(count, tree::no_node);
    ids_[0] = tree_.root();
    std::size_t taken = 0;
    for (Handover::Place i = 0; i < count; ++i) {
      if (ids_[i] != tree::no_node && take(i)) ++taken;
    }
    if (!proves) return taken;
    backup::Solver<State> solver(tree_);
    for (std::size_t i = count; i-- > 0;) {
      if (ids_[i] != tree::no_node && tree_[ids_[i]].block != nullptr) solver.update(ids_[i]);
    }
    return taken;
  }

 private:
  // False where the node has other moves here than there, or there is no room.
  bool take(Handover::Place place) {
    const Handover::Node& from = handover_.nodes[place];
    const tree::NodeId id = ids_[place];
    if (tree_[id].known != nullptr && tree_[id].block == nullptr) return true;  // the game ends
    if (from.entries.empty()) {
      if (!from.known.empty()) backup::set_known(tree_, tree_[id], from.known);
      return true;
    }
    if (!grower_.make_entries(id) || !find_entries(from, id)) return false;
    tree::Node& node = tree_[id];
    tree::Block& block = *node.block;
    const std::size_t roles = tree_.roles();
    node.visits = from.visits;
    for (std::size_t role = 0; role < roles; ++role) {
      block.totals()[role] = from.totals[role];
      tree::Bound& bound = block.bounds(roles)[role];
      bound = {std::max(bound.low, from.bounds[role].low),
               std::min(bound.high, from.bounds[role].high)};
      for (std::size_t i = 0; i < from.entries[role].size(); ++i) {
        tree::Entry& entry = *found_[role][i];
        entry.visits = from.entries[role][i].visits;
        entry.sum = from.entries[role][i].sum;
        entry.proof = from.entries[role][i].proof;
      }
    }
    if (!from.known.empty()) backup::set_known(tree_, node, from.known);
    take_amaf(from, node);
    make_children(from, id);
    return true;
  }

  // The same moves in both, whatever their order.
  bool find_entries(const Handover::Node& from, tree::NodeId id) {
    const std::size_t roles = tree_.roles();
    found_.assign(roles, {});
    for (std::size_t role = 0; role < roles; ++role) {
      const auto entries = tree_[id].block->entries(roles, role);
      if (entries.size() != from.entries[role].size()) return false;
      for (const Handover::Entry& wanted : from.entries[role]) {
        const std::optional<Move> move = renumber_(Role(role), wanted.move);
        const auto at = std::find_if(entries.begin(), entries.end(), [&](const tree::Entry& entry) {
          return move && entry.move == *move;
        });
        if (at == entries.end()) return false;
        found_[role].push_back(&*at);
      }
    }
    return true;
  }

  void take_amaf(const Handover::Node& from, tree::Node& node) {
    for (const Handover::AmafEntry& known : from.amaf) {
      const std::optional<Move> move = renumber_(known.role, known.move);
      if (!move || !tree_.has_room()) continue;
      const std::uint32_t key = tree::amaf_key(index_of(known.role), *move);
      if (key != tree::no_key) tree::AmafMap::at(node.amaf, key, tree_.arena()) = known.statistic;
    }
  }

  void make_children(const Handover::Node& from, tree::NodeId id) {
    const std::size_t roles = tree_.roles();
    std::vector<Move> joint(roles);
    if (tree_[id].decider == tree::several) {
      for (const Handover::Joint& each : from.joint) {
        bool known = true;
        for (std::size_t role = 0; role < roles; ++role) {
          const auto move = renumber_(Role(role), each.moves[role]);
          known = known && move.has_value();
          if (move) joint[role] = *move;
        }
        if (known) make_child(id, joint, each.child);
      }
      return;
    }
    const std::size_t decider = backup::decider_of(tree_[id]);
    for (std::size_t role = 0; role < roles; ++role) {
      joint[role] = tree_[id].block->entries(roles, role).front().move;
    }
    for (const Handover::Entry& entry : from.entries[decider]) {
      if (entry.child == Handover::nowhere) continue;
      joint[decider] = *renumber_(Role(decider), entry.move);
      make_child(id, joint, entry.child);
    }
  }
  void make_child(tree::NodeId id, std::span<const Move> joint, Handover::Place place) {
    const tree::NodeId child = grower_.make_child(id, joint);
    if (child != tree::no_node && ids_[place] == tree::no_node) ids_[place] = child;
  }

  tree::Tree<State>& tree_;
  Grower& grower_;
  const Handover& handover_;
  const Renumber& renumber_;
  std::vector<tree::NodeId> ids_;  // by place
  std::vector<std::vector<tree::Entry*>> found_;
};

}  // namespace palamedes::search
