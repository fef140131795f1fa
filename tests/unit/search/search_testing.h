#pragma once
// A search on a toy game, and ways to look into its tree.

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "search/search.h"
#include "unit/search/toy_games.h"

namespace palamedes::search {

template <typename M>
struct Searcher {
  Searcher(M game, const Parameters& plan, Role role = Role{0}, std::uint64_t seed = 1)
      : model(std::move(game)), search({&model}, plan, role, seed) {
    search.start(model.initial());
  }
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  void think(std::uint64_t simulations) { search.run({.simulations = simulations}); }
  void follow(std::initializer_list<std::uint32_t> joint) {
    std::vector<Move> moves;
    for (const std::uint32_t move : joint) moves.push_back(Move{move});
    search.advance(moves);
  }
  [[nodiscard]] std::uint32_t best() { return static_cast<std::uint32_t>(search.best().value()); }

  [[nodiscard]] const tree::Tree<typename M::State>& tree() const { return search.tree(); }
  [[nodiscard]] const tree::Node& root() const { return tree()[tree().root()]; }
  [[nodiscard]] std::vector<tree::Entry> entries(const tree::Node& node, std::size_t role) const {
    const auto all = node.block->entries(model.role_count(), role);
    return {all.begin(), all.end()};
  }
  [[nodiscard]] const tree::Entry& entry(const tree::Node& node, std::size_t role,
                                         std::size_t i) const {
    return node.block->entries(model.role_count(), role)[i];
  }
  [[nodiscard]] const tree::Node* find(std::uint64_t value) const {
    const auto state = M::state(value);
    const tree::NodeId id = tree().find(state, model.hash(state));
    return id == tree::no_node ? nullptr : &tree()[id];
  }
  // Visits of a role's moves in the root, by move.
  [[nodiscard]] std::map<std::uint32_t, double> visits(std::size_t role = 0) {
    std::map<std::uint32_t, double> result;
    const Snapshot snapshot = search.snapshot();
    for (const MoveReport& report : snapshot.moves[role]) {
      result[static_cast<std::uint32_t>(report.move)] = report.visits;
    }
    return result;
  }
  // use(node): each that can be reached from the root, once.
  template <typename Use>
  void for_each_node(const Use& use) const {
    std::set<tree::NodeId> reached = {tree().root()};
    std::vector<tree::NodeId> open = {tree().root()};
    while (!open.empty()) {
      const tree::Node& node = tree()[open.back()];
      open.pop_back();
      use(node);
      const auto reach = [&](tree::NodeId child) {
        if (child != tree::no_node && reached.insert(child).second) open.push_back(child);
      };
      if (node.block == nullptr) continue;
      for (const tree::Entry& entry : node.block->entries(model.role_count())) reach(entry.child);
      tree::JointMap::for_each(node.joint,
                               [&](std::uint64_t, tree::NodeId& place) { reach(place - 1); });
    }
  }
  // Everything that selection goes by, of all nodes.
  [[nodiscard]] std::vector<std::pair<double, double>> all_statistics() const {
    std::vector<std::pair<double, double>> result;
    for_each_node([&](const tree::Node& node) {
      result.emplace_back(node.visits, -1);
      if (node.block == nullptr) return;
      for (const tree::Entry& entry : node.block->entries(model.role_count())) {
        result.emplace_back(entry.visits, entry.sum);
      }
    });
    return result;
  }

  M model;
  Search<M> search;
};

template <typename Rules>
using Plain = toy::Toy<Rules, toy::PlainState>;
template <typename Rules>
using Row = toy::Toy<Rules, toy::RowState>;

using NimSearch = Searcher<Row<toy::Nim>>;
using MatrixSearch = Searcher<Row<toy::Matrix>>;
using SlopeSearch = Searcher<Row<toy::Slope>>;
using RingSearch = Searcher<Row<toy::Ring>>;
using BushSearch = Searcher<Row<toy::Bush>>;
using ThreeRolesSearch = Searcher<Row<toy::ThreeRoles>>;

inline Parameters solver_plan() {
  Parameters plan;
  plan.solver = true;
  return plan;
}

}  // namespace palamedes::search
