#pragma once
// All moves as first (thesis 5.1): after a simulation every node on its way learns about all moves
// that were made from there on.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/simulation.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::select {

class AmafUpdate {
 public:
  // own_moves_only: a node that has been left keeps only what it knows of its own legal moves. What
  // these are is not known before that, so a new node keeps all of the playout that made it.
  AmafUpdate(std::size_t roles, bool repeats, bool own_moves_only)
      : roles_(roles), repeats_(repeats), own_moves_only_(own_moves_only), seen_(roles) {}

  template <typename State>
  void update(tree::Tree<State>& tree, std::span<const tree::NodeId> nodes,
              const Simulation& simulation) {
    made_.clear();
    ++stamp_;
    const std::size_t steps = simulation.steps();
    const std::size_t inner = std::min(nodes.size(), steps);
    for (std::size_t step = steps; step-- > 0;) {
      add(simulation, step);
      if (step < inner) teach(tree, nodes[step]);
    }
  }

 private:
  struct Made {
    std::uint32_t key;
    float payoff;  // of the role that made it
  };

  void add(const Simulation& simulation, std::size_t step) {
    for (std::size_t role = 0; role < roles_; ++role) {
      const Move move = simulation.move(step, role);
      if (!simulation.matters(role, move)) continue;
      std::vector<std::uint64_t>& seen = seen_[role];
      if (seen.size() <= index_of(move)) seen.resize(index_of(move) + 1, 0);
      if (!repeats_ && seen[index_of(move)] == stamp_) continue;
      seen[index_of(move)] = stamp_;
      const std::uint32_t key = tree::amaf_key(role, move);
      if (key == tree::no_key) continue;
      made_.push_back({key, static_cast<float>(simulation.payoffs[role])});
    }
  }

  template <typename State>
  void teach(tree::Tree<State>& tree, tree::NodeId id) {
    const tree::SpinGuard guard = tree.lock(id);
    const tree::SpinGuard growing = tree.lock_growing();
    tree::Node& node = tree[id];
    const bool may_grow = tree.has_room();
    if (own_moves_only_ && node.block != nullptr && may_grow) keep_own_moves(tree, node);
    if ((own_moves_only_ && node.block != nullptr) || !may_grow) {
      for (const Made& made : made_) {
        tree::AmafStatistic* const statistic = tree::AmafMap::find(node.amaf, made.key);
        if (statistic != nullptr) count(*statistic, made);
      }
      return;
    }
    if (node.amaf == nullptr && !repeats_ && !made_.empty()) {
      const auto slots = tree::AmafMap::make_packed(node.amaf, made_.size(), tree.arena());
      for (std::size_t i = 0; i < slots.size(); ++i) {
        slots[i] = {made_[i].key, {.visits = 1, .sum = made_[i].payoff}};
      }
      return;
    }
    tree::AmafMap* map = node.amaf;
    for (const Made& made : made_) count(tree::AmafMap::at(map, made.key, tree.arena()), made);
    node.amaf = map;
  }

  // Once: the table of a node that nobody has left yet is packed, the other one is not.
  template <typename State>
  void keep_own_moves(tree::Tree<State>& tree, tree::Node& node) {
    if (node.amaf != nullptr && !tree::AmafMap::is_packed(node.amaf)) return;
    tree::AmafMap* own = nullptr;
    for (std::size_t role = 0; role < roles_; ++role) {
      for (const tree::Entry& entry : node.block->entries(roles_, role)) {
        const std::uint32_t key = tree::amaf_key(role, entry.move);
        if (key != tree::no_key) tree::AmafMap::at(own, key, tree.arena());
      }
    }
    tree::AmafMap::for_each(node.amaf,
                            [&](std::uint32_t key, const tree::AmafStatistic& statistic) {
                              tree::AmafStatistic* const kept = tree::AmafMap::find(own, key);
                              if (kept != nullptr) *kept = statistic;
                            });
    tree::AmafMap::release(node.amaf, tree.arena());
    node.amaf = own;
  }

  static void count(tree::AmafStatistic& statistic, const Made& made) {
    statistic.visits += 1;
    statistic.sum += made.payoff;
  }

  std::size_t roles_;
  bool repeats_;
  bool own_moves_only_;
  std::vector<std::vector<std::uint64_t>> seen_;
  std::uint64_t stamp_ = 0;
  std::vector<Made> made_;
};

}  // namespace palamedes::search::select
