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
  Parameters plan;
};

std::vector<NamedPlan> plans() {
  std::vector<NamedPlan> plans;
  const auto add = [&](const std::string& name, const auto& change) {
    NamedPlan& named = plans.emplace_back();
    named.name = name;
    change(named.plan);
    named.plan.memory.megabytes = 1;
  };
  add("uct", [](Parameters&) {});
  add("uct2", [](Parameters& plan) { plan.memory.backup = backup::Rule::uct2; });
  add("uct3", [](Parameters& plan) { plan.memory.backup = backup::Rule::uct3; });
  add("flat", [](Parameters& plan) { plan.select.formula = select::Formula::flat; });
  add("rave", [](Parameters& plan) {
    plan.select.formula = select::Formula::amaf;
    plan.select.grave.ref = 0;
  });
  add("grave", [](Parameters& plan) { plan.select.formula = select::Formula::amaf; });
  add("history", [](Parameters& plan) { plan.select.formula = select::Formula::history; });
  add("st", [](Parameters& plan) { plan.select.sufficiency.kind = select::Sufficiency::adaptive; });
  add("mast", [](Parameters& plan) { plan.playout.strategy = playout::Technique::mast; });
  add("nst", [](Parameters& plan) { plan.playout.strategy = playout::Technique::nst; });
  add("nst, unvisited by playout, threshold", [](Parameters& plan) {
    plan.playout.strategy = playout::Technique::nst;
    plan.select.unvisited.by = select::Unvisited::playout;
    plan.select.threshold = 10;
  });
  add("lgr", [](Parameters& plan) {
    plan.playout.strategy = playout::Technique::nst;
    plan.playout.replies = true;
  });
  add("ppa", [](Parameters& plan) { plan.playout.strategy = playout::Technique::ppa; });
  add("solver", [](Parameters& plan) { plan.solver = true; });
  add("tree", [](Parameters& plan) { plan.memory.transpositions = false; });
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
  const auto nodes = std::make_unique<tree::Node[]>(3);
  EXPECT_EQ(allocation_count(), before + 1);
}

TEST(SearchAllocation, NoneWhenTheTreeIsComplete) {
  for (const NamedPlan& named : plans()) {
    expect_none_after_warm_up(Row<Nim>(Nim{.pile = 12}), named);
  }
}

TEST(SearchAllocation, NoneWhenTheTreeIsFull) {
  for (NamedPlan named : plans()) {
    named.plan.memory.recycle = false;  // making room takes lists
    expect_none_after_warm_up(Row<Bush>(Bush{.moves = 6, .depth = 12}), named);
  }
}

TEST(SearchAllocation, NoneWhereRolesMoveAtTheSameTime) {
  const Matrix matrix{.goals = {{60, 80, 10}, {20, 40, 90}}, .steps = 3};
  for (NamedPlan named : plans()) {
    for (const select::Simultaneous how :
         {select::Simultaneous::decoupled, select::Simultaneous::sequential}) {
      named.plan.select.simultaneous = how;
      expect_none_after_warm_up(Row<Matrix>(matrix), named);
    }
  }
}

}  // namespace
}  // namespace palamedes::search
