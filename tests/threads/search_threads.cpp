// Several threads on one tree, for the thread sanitizer: a race ends the program with a failure.
// The sums that must hold however threads interleave are checked as well.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "search/search.h"
#include "unit/search/batch/toy_leaf_player.h"
#include "unit/search/toy_games.h"

namespace palamedes::search {
namespace {

constexpr std::uint32_t thread_count = 4;
constexpr std::uint64_t simulations = 1500;

int failures = 0;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  ++failures;
  std::fprintf(stderr, "failed: %s\n", what.c_str());
}

struct NamedPlan {
  std::string name;
  Parameters plan;
};

std::vector<NamedPlan> plans() {
  std::vector<NamedPlan> plans;
  const auto add = [&](const std::string& name, const auto& change) {
    NamedPlan& named = plans.emplace_back();
    named.name = name;
    named.plan.threads = thread_count;
    named.plan.batch.pending.virtual_loss = 1;
    change(named.plan);
  };
  add("uct", [](Parameters&) {});
  add("uct2", [](Parameters& plan) { plan.memory.backup = backup::Rule::uct2; });
  add("uct3", [](Parameters& plan) { plan.memory.backup = backup::Rule::uct3; });
  add("tree", [](Parameters& plan) { plan.memory.transpositions = false; });
  add("open loop", [](Parameters& plan) { plan.memory.loop = tree::Loop::open; });
  add("rave", [](Parameters& plan) {
    plan.select.formula = select::Formula::amaf;
    plan.select.grave.ref = 0;
  });
  add("grave", [](Parameters& plan) { plan.select.formula = select::Formula::amaf; });
  add("history", [](Parameters& plan) { plan.select.formula = select::Formula::history; });
  add("nst", [](Parameters& plan) {
    plan.playout.strategy = playout::Technique::nst;
    plan.select.unvisited.by = select::Unvisited::playout;
  });
  add("ppa", [](Parameters& plan) { plan.playout.strategy = playout::Technique::ppa; });
  add("solver", [](Parameters& plan) { plan.solver = true; });
  add("solver, grave", [](Parameters& plan) {
    plan.solver = true;
    plan.select.formula = select::Formula::amaf;
  });
  add("sequential",
      [](Parameters& plan) { plan.select.simultaneous = select::Simultaneous::sequential; });
  add("batch", [](Parameters& plan) {
    plan.batch.size.width = 16;
    plan.batch.size.share = infinity;
  });
  add("batch, solver, grave, nst", [](Parameters& plan) {
    plan.batch.size.width = 16;
    plan.batch.size.share = infinity;
    plan.batch.size.playouts = 2;
    plan.solver = true;
    plan.select.formula = select::Formula::amaf;
    plan.playout.strategy = playout::Technique::nst;
  });
  add("little memory", [](Parameters& plan) { plan.memory.megabytes = 1; });
  return plans;
}

// Visits are whole again, and those of the moves add up, where nothing is proven aside.
template <typename M>
void check_root(const Search<M>& search, const std::string& what) {
  const tree::Node& root = search.tree()[search.tree().root()];
  if (root.block == nullptr) return;
  expect(root.visits == std::floor(root.visits), what + ": visits are whole");
  if (search.parameters().solver || root.later != nullptr) return;
  for (std::size_t role = 0; role < search.roles(); ++role) {
    double visits = 0;
    const auto entries = root.block->entries(search.roles(), role);
    for (const tree::Entry& entry : entries) visits += entry.visits;
    expect(entries.size() == 1 || visits == root.visits, what + ": visits add up");
  }
}

template <typename M>
void play(const M& game, const std::string& name, const NamedPlan& named) {
  const std::string what = name + ", " + named.name;
  std::vector<std::unique_ptr<M>> models;
  std::vector<std::unique_ptr<ToyLeafPlayer<M>>> players;
  std::vector<M*> views;
  std::vector<batch::LeafPlayer<typename M::State>*> player_views;
  for (std::uint32_t i = 0; i < thread_count; ++i) {
    views.push_back(models.emplace_back(std::make_unique<M>(game)).get());
    players.push_back(std::make_unique<ToyLeafPlayer<M>>(game, named.plan, i));
    player_views.push_back(players.back().get());
  }
  Search<M> search(views, named.plan, Role{0}, 1);
  search.set_players(player_views);
  search.start(models.front()->initial());
  for (int turn = 0; turn < 3; ++turn) {
    const std::uint64_t before = search.snapshot().simulations;
    search.run({.simulations = simulations});
    const Snapshot snapshot = search.snapshot();
    // with several playouts a leaf that needs none counts once
    expect(search.finished() || named.plan.batch.size.playouts > 1 ||
               snapshot.simulations == before + simulations,
           what + ": all simulations are made");
    check_root(search, what);
    std::vector<Move> joint;
    for (std::size_t role = 0; role < search.roles(); ++role) {
      const auto& reports = snapshot.moves[role];
      if (reports.empty()) return;
      joint.push_back(reports.front().move);
    }
    search.advance(joint);
    if (models.front()->terminal(search.state())) return;
  }
}

void play_all() {
  using toy::RowState;
  for (const NamedPlan& named : plans()) {
    play(toy::Toy<toy::Nim, RowState>(toy::Nim{.pile = 25}), "nim", named);
    play(toy::Toy<toy::Bush, toy::PlainState>(toy::Bush{.moves = 8}), "bush", named);
    play(toy::Toy<toy::Matrix, RowState>(
             toy::Matrix{.goals = {{60, 80, 10}, {20, 40, 90}}, .steps = 4}),
         "matrix", named);
  }
}

}  // namespace
}  // namespace palamedes::search

int main() {
  palamedes::search::play_all();
  return palamedes::search::failures == 0 ? 0 : 1;
}
