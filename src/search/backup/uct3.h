#pragma once
// UCT3 (thesis 2.5.3; Childs, Brodeur and Kocsis 2008): a move is worth what the state it leads to
// is worth, and when the worth of a state changes, all states that lead to it are updated.
//
//   values_   [node * roles + role]: what a node is worth, as its parents know it
//   first_    [node]: first of the edges that lead to it
//   edges_    parent, which of its decider's moves, simulations that took it, the next edge to the
//             same child
//
// A node is worth its exact payoffs; else the mean over all simulations that left it, which is that
// of its moves' values by their visits; else the payoffs of the playout that it began with. Where
// several roles choose, moves lead to no state of their own: such a node counts results, as UCT1
// does. So does a move while there is no room for the node it leads to.
//
// For one thread that makes one simulation after the other.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "search/backup/solver.h"
#include "search/backup/uct1.h"
#include "search/descent.h"
#include "search/parameters.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::backup {

class Uct3 {
 public:
  explicit Uct3(std::size_t roles) : roles_(roles) {}

  // Simulations on their own only: others on their way would count as lost in the values.
  static bool is_possible(const Parameters& parameters) {
    return parameters.memory.backup == Rule::uct3 && parameters.memory.loop == tree::Loop::closed &&
           parameters.threads == 1 && parameters.batch.size.width == 1;
  }
  // About, with one edge.
  static std::size_t bytes_per_node(std::size_t roles) {
    return roles * sizeof(double) + 3 * sizeof(std::uint32_t) + sizeof(Edge);
  }

  // These choices in the parent lead to the child. Where several roles choose, nothing is kept.
  void link(const tree::Node& node, tree::NodeId parent, const std::uint32_t* taken,
            tree::NodeId child) {
    if (node.decider == tree::several) return;
    const std::uint32_t move = taken[decider(node)];
    make_places(child);
    for (std::uint32_t at = first_[child]; at != none; at = edges_[at].next) {
      if (edges_[at].parent == parent && edges_[at].move == move) return;
    }
    edges_.push_back({.parent = parent, .move = move, .visits = 0, .next = first_[child]});
    first_[child] = static_cast<std::uint32_t>(edges_.size() - 1);
  }

  // Where several roles choose, results count as in UCT1.
  template <typename State>
  void back_up(tree::Tree<State>& tree, const Descent<State>& descent, Uct1<State>& uct1) {
    const std::vector<double>& payoffs = descent.simulation.payoffs;
    const tree::NodeId last = descent.nodes.back();
    make_places(last);
    if (descent.created) std::copy(payoffs.begin(), payoffs.end(), value(last));
    uct1.begin(payoffs);
    std::size_t substitutes = descent.substitutes.size();
    for (std::size_t step = descent.steps(roles_); step-- > 0;) {
      tree::Node& node = tree[descent.nodes[step]];
      if (node.decider == tree::several) {
        uct1.count(descent, step);
        continue;
      }
      const std::size_t role = decider(node);
      const std::uint32_t move = descent.taken[step * roles_ + role];
      Edge* const edge = has_value(tree, descent, step + 1)
                             ? find_edge(descent.nodes[step], move, descent.nodes[step + 1])
                             : nullptr;
      add_visit(node, move, edge != nullptr ? value(descent.nodes[step + 1]) : payoffs.data());
      if (edge != nullptr) edge->visits += 1;
      if (substitutes > 0 && descent.substitutes[substitutes - 1].step == step) {
        const Substitute& substitute = descent.substitutes[--substitutes];
        take_exact(substitute.payoffs, roles_, exact_);
        add_visit(node, substitute.move, exact_.data());
      }
    }
    tell_ancestors(tree, last);
  }

  // After nodes went: edges from and to them go.
  template <typename State>
  void forget_missing(const tree::Tree<State>& tree) {
    std::vector<Edge> kept;
    for (tree::NodeId child = 0; child < first_.size(); ++child) {
      std::uint32_t head = none;
      for (std::uint32_t at = first_[child]; at != none; at = edges_[at].next) {
        if (!tree[child].used || !tree[edges_[at].parent].used) continue;
        kept.push_back(edges_[at]);
        kept.back().next = head;
        head = static_cast<std::uint32_t>(kept.size() - 1);
      }
      first_[child] = head;
    }
    edges_.swap(kept);
  }
  void decay(double factor) {
    for (Edge& edge : edges_) edge.visits *= factor;
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  struct Edge {
    tree::NodeId parent;
    std::uint32_t move;
    double visits;  // since the child is there
    std::uint32_t next;
  };
  struct Open {
    tree::NodeId node;
    std::uint32_t next_edge;
  };

  static std::size_t decider(const tree::Node& node) {
    return node.decider == tree::nobody ? 0 : node.decider;
  }
  double* value(tree::NodeId id) { return values_.data() + id * roles_; }

  void make_places(tree::NodeId id) {
    if (id < first_.size()) return;
    const std::size_t size = std::max<std::size_t>(id + 1, first_.size() * 2);
    first_.resize(size, none);
    seen_.resize(size, 0);
    values_.resize(size * roles_, 0);
  }

  // A node for which there was no room to go on gives nothing but the result.
  template <typename State>
  bool has_value(const tree::Tree<State>& tree, const Descent<State>& descent,
                 std::size_t at) const {
    if (at >= descent.nodes.size()) return false;
    const bool is_leaf = at * roles_ >= descent.taken.size();
    return !is_leaf || descent.created || tree[descent.nodes[at]].known != nullptr;
  }

  Edge* find_edge(tree::NodeId parent, std::uint32_t move, tree::NodeId child) {
    for (std::uint32_t at = first_[child]; at != none; at = edges_[at].next) {
      if (edges_[at].parent == parent && edges_[at].move == move) return &edges_[at];
    }
    return nullptr;
  }

  void add_visit(tree::Node& node, std::uint32_t move, const double* payoffs) const {
    if (node.decider != tree::nobody) {
      tree::Entry& entry = node.block->entries(roles_, node.decider)[move];
      entry.visits += 1;
      entry.sum += payoffs[node.decider];
    }
    node.visits += 1;
    for (std::size_t role = 0; role < roles_; ++role) node.block->totals()[role] += payoffs[role];
  }

  // Each node once, children before their parents; where there are circles, as far as that goes.
  template <typename State>
  void tell_ancestors(tree::Tree<State>& tree, tree::NodeId from) {
    sort_ancestors(from);
    for (std::size_t i = order_.size(); i-- > 0;) tell_parents(tree, order_[i]);
  }

  template <typename State>
  void tell_parents(tree::Tree<State>& tree, tree::NodeId id) {
    tree::Node& node = tree[id];
    const float* const known = node.known;
    if (known == nullptr && (node.block == nullptr || node.visits <= 0)) return;
    change_.clear();
    for (std::size_t role = 0; role < roles_; ++role) {
      const double worth = known != nullptr ? tree::exact_payoff(known[role])
                                            : node.block->totals()[role] / node.visits;
      change_.push_back(worth - value(id)[role]);
      value(id)[role] = worth;
    }
    for (std::uint32_t at = first_[id]; at != none; at = edges_[at].next) {
      const Edge& edge = edges_[at];
      tree::Node& parent = tree[edge.parent];
      if (parent.block == nullptr) continue;  // only its payoffs were kept
      for (std::size_t role = 0; role < roles_; ++role) {
        parent.block->totals()[role] += edge.visits * change_[role];
      }
      if (parent.decider == tree::nobody) continue;
      parent.block->entries(roles_, parent.decider)[edge.move].sum +=
          edge.visits * change_[parent.decider];
    }
  }

  // Depth first along the edges backwards; nodes are finished after all their ancestors.
  void sort_ancestors(tree::NodeId from) {
    order_.clear();
    ++stamp_;
    open_.assign(1, {from, first_[from]});
    seen_[from] = stamp_;
    while (!open_.empty()) {
      Open& open = open_.back();
      if (open.next_edge == none) {
        order_.push_back(open.node);
        open_.pop_back();
        continue;
      }
      const Edge& edge = edges_[open.next_edge];
      open.next_edge = edge.next;
      make_places(edge.parent);
      if (seen_[edge.parent] == stamp_) continue;
      seen_[edge.parent] = stamp_;
      open_.push_back({edge.parent, first_[edge.parent]});
    }
  }

  std::size_t roles_;
  std::vector<double> values_;
  std::vector<std::uint32_t> first_;
  std::vector<Edge> edges_;

  std::vector<std::uint64_t> seen_;  // stamps
  std::uint64_t stamp_ = 0;
  std::vector<Open> open_;
  std::vector<tree::NodeId> order_;  // the oldest ancestors first
  std::vector<double> change_;
  std::vector<double> exact_;
};

}  // namespace palamedes::search::backup
