// No allocation in a simulation once tree and statistics are complete or full.

#include <gtest/gtest.h>

#include "unit/search/allocation_count.h"
#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

using toy::Bush;
using toy::Matrix;
using toy::Nim;

struct NamedPlan {
  std::string name;
  Plan plan;
};

std::vector<NamedPlan> plans() {
  std::vector<NamedPlan> plans;
  const auto add = [&](const std::string& name, const auto& change) {
    NamedPlan& named = plans.emplace_back();
    named.name = name;
    change(named.plan);
    named.plan.memory.megabytes = 1;
  };
  add("uct", [](Plan&) {});
  add("uct2", [](Plan& plan) { plan.memory.backup = Backup::uct2; });
  add("uct3", [](Plan& plan) { plan.memory.backup = Backup::uct3; });
  add("flat", [](Plan& plan) { plan.select.formula = Formula::flat; });
  add("rave", [](Plan& plan) {
    plan.select.formula = Formula::amaf;
    plan.select.ref = 0;
  });
  add("grave", [](Plan& plan) { plan.select.formula = Formula::amaf; });
  add("history", [](Plan& plan) { plan.select.formula = Formula::history; });
  add("st", [](Plan& plan) { plan.select.sufficiency = Sufficiency::adaptive; });
  add("mast", [](Plan& plan) { plan.playout.strategy = Playouts::mast; });
  add("nst", [](Plan& plan) { plan.playout.strategy = Playouts::nst; });
  add("nst, unvisited by playout, threshold", [](Plan& plan) {
    plan.playout.strategy = Playouts::nst;
    plan.select.unvisited = Unvisited::playout;
    plan.select.threshold = 10;
  });
  add("lgr", [](Plan& plan) {
    plan.playout.strategy = Playouts::nst;
    plan.playout.replies = true;
  });
  add("ppa", [](Plan& plan) { plan.playout.strategy = Playouts::ppa; });
  add("solver", [](Plan& plan) { plan.solver = true; });
  add("tree", [](Plan& plan) { plan.memory.transpositions = false; });
  return plans;
}

template <typename M>
void expect_none_after_warm_up(const M& game, const NamedPlan& named) {
  Searcher<M> searcher(game, named.plan);
  searcher.think(30'000);
  const std::size_t before = allocation_count();
  searcher.think(3000);
  EXPECT_EQ(allocation_count(), before) << named.name;
}

TEST(SearchAllocation, AlignedOnesAreCounted) {
  const std::size_t before = allocation_count();
  const auto nodes = std::make_unique<Node[]>(3);
  EXPECT_EQ(allocation_count(), before + 1);
}

TEST(SearchAllocation, NoneWhenTheTreeIsComplete) {
  for (const NamedPlan& named : plans()) {
    expect_none_after_warm_up(Row<Nim>(Nim{.pile = 12}), named);
  }
}

TEST(SearchAllocation, NoneWhenTheTreeIsFull) {
  for (const NamedPlan& named : plans()) {
    expect_none_after_warm_up(Row<Bush>(Bush{.moves = 6, .depth = 12}), named);
  }
}

TEST(SearchAllocation, NoneWhereRolesMoveAtTheSameTime) {
  const Matrix matrix{.goals = {{60, 80, 10}, {20, 40, 90}}, .steps = 3};
  for (NamedPlan named : plans()) {
    for (const Simultaneous how : {Simultaneous::decoupled, Simultaneous::sequential}) {
      named.plan.select.simultaneous = how;
      expect_none_after_warm_up(Row<Matrix>(matrix), named);
    }
  }
}

}  // namespace
}  // namespace palamedes::search
