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
  // own_moves_only: a node learns only about its own legal moves, which is all that RAVE asks for.
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
    if (own_moves_only_ && node.amaf == nullptr && node.block != nullptr && may_grow) {
      for (std::size_t role = 0; role < roles_; ++role) {
        for (const tree::Entry& entry : node.block->entries(roles_, role)) {
          const std::uint32_t key = tree::amaf_key(role, entry.move);
          if (key != tree::no_key) tree::AmafMap::at(node.amaf, key, tree.arena());
        }
      }
    }
    if (own_moves_only_ || !may_grow) {
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
