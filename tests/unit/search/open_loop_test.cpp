#include <gtest/gtest.h>

#include "search/search.h"
#include "unit/search/batch/toy_leaf_player.h"
#include "unit/search/playout/playout_testing.h"
#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

using toy::Gamble;
using toy::Matrix;
using toy::Nim;
using toy::Slope;

using GambleSearch = Searcher<Plain<Gamble>>;

Parameters open_plan() {
  Parameters plan;
  plan.memory.loop = tree::Loop::open;
  return plan;
}

TEST(OpenLoop, FindsTheSameMovesWhereThereIsNoChance) {
  for (const std::uint64_t pile : {5U, 6U, 7U, 9U, 10U}) {
    NimSearch searcher(Row<Nim>({.pile = pile}), open_plan());
    searcher.think(5000);
    EXPECT_EQ(searcher.best(), pile % 4) << pile;
    EXPECT_EQ(searcher.root().visits, 5000);
  }
  MatrixSearch matrix(Row<Matrix>({.goals = {{60, 80}, {20, 40}}, .steps = 2}), open_plan());
  matrix.think(3000);
  EXPECT_EQ(matrix.search.best(Role{0}), Move{0});
  EXPECT_EQ(matrix.search.best(Role{1}), Move{0});
}

// Four steps and every way its node, but for terminal states: they are told by the state, not the
// node, which is made all the same.
TEST(OpenLoop, KeepsNoStatesAndNoTranspositions) {
  Parameters plan = open_plan();
  plan.select.uct.c = 100;
  plan.select.unvisited.fpu = infinity;
  SlopeSearch searcher(Row<Slope>({.goals = {0, 20, 100, 40, 10}}), plan);
  searcher.think(5000);
  EXPECT_EQ(searcher.tree().size(), 31U);
  EXPECT_EQ(searcher.find(0), nullptr);
}

// Each simulation steps the model all the way.
TEST(OpenLoop, ReachesStatesAnew) {
  SlopeSearch open(Row<Slope>(), open_plan());
  open.think(1000);
  EXPECT_EQ(open.model.steps(), 3000U);
  SlopeSearch closed(Row<Slope>(), {});
  closed.think(1000);
  EXPECT_LT(closed.model.steps(), 100U);
}

// A prize one time in four is worth 25.
TEST(OpenLoop, WeighsChances) {
  int closed_is_wrong = 0;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    for (const std::uint32_t safe : {40U, 10U}) {
      const std::uint32_t right = safe > 25 ? 1 : 2;
      const Gamble game{.sides = 4, .safe = safe, .rng = Rng(seed)};
      GambleSearch searcher(Plain<Gamble>(game), open_plan());
      searcher.think(2000);
      EXPECT_EQ(searcher.best(), right) << "seed " << seed << ", safe " << safe;
      // a closed loop keeps the throw that it saw first
      GambleSearch closed(Plain<Gamble>(game), {});
      closed.think(2000);
      closed_is_wrong += closed.best() != right ? 1 : 0;
    }
  }
  EXPECT_GT(closed_is_wrong, 5);
}

TEST(OpenLoop, ValuesAreMeansOverChance) {
  Parameters plan = open_plan();
  plan.select.threshold = 1'000'000;  // any move, at any time
  GambleSearch searcher(Plain<Gamble>(Gamble{.sides = 4}), plan);
  searcher.think(20'000);
  const tree::Entry& risk = searcher.entry(searcher.root(), 0, 1);
  EXPECT_NEAR(risk.visits, 10'000, tolerance(20'000, 0.5));
  // the prize comes one time in four, and is taken every second time
  EXPECT_NEAR(risk.sum, risk.visits / 8, tolerance(10'000, 0.125));
}

// The node after the throw knows the moves of all throws, in the order in which they were seen.
TEST(OpenLoop, EntriesGrowWithWhatIsSeen) {
  GambleSearch searcher(Plain<Gamble>(Gamble{.sides = 4}), open_plan());
  searcher.think(1000);
  const tree::Node* after = nullptr;
  searcher.for_each_node([&](const tree::Node& node) {
    if (node.block != nullptr && searcher.entries(node, 0).back().move == Move{4}) after = &node;
  });
  ASSERT_NE(after, nullptr);
  const std::vector<tree::Entry> entries = searcher.entries(*after, 0);
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].move, Move{3});
  EXPECT_EQ(entries[0].visits + entries[1].visits, after->visits);
  EXPECT_EQ(entries[1].sum, entries[1].visits);  // the prize is worth 1
  EXPECT_EQ(tree::JointMap::size(after->joint), 2U);
}

TEST(OpenLoop, PlaysOnlyWhatIsLegalAfterTheThrow) {
  int prizes = 0;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const Gamble game{.sides = 2, .safe = 0, .rng = Rng(seed)};
    GambleSearch searcher(Plain<Gamble>(game), open_plan());
    searcher.think(500);
    const double visits = searcher.entry(searcher.root(), 0, 1).visits;
    searcher.follow({2});
    EXPECT_GE(searcher.root().visits, visits - 1);  // the tree is used again
    const bool prize = toy::value_of(searcher.search.state()) == 2;
    EXPECT_EQ(searcher.search.snapshot().moves[0].size(), prize ? 2U : 1U);
    // visits from other throws count as well until there are enough of this one
    searcher.think(2000);
    EXPECT_EQ(searcher.best(), prize ? 4U : 3U);
    searcher.follow({searcher.best()});
    EXPECT_TRUE(searcher.search.finished());
    searcher.search.run({});  // and it ends at once
    prizes += prize ? 1 : 0;
  }
  EXPECT_GT(prizes, 3);
  EXPECT_LT(prizes, 17);
}

TEST(OpenLoop, WorksWithEverythingElse) {
  for (const select::Formula formula : {select::Formula::uct, select::Formula::amaf,
                                        select::Formula::history, select::Formula::flat}) {
    for (const playout::Technique strategy :
         {playout::Technique::uniform, playout::Technique::nst, playout::Technique::ppa}) {
      for (const std::uint32_t width : {1U, 16U}) {
        Parameters plan = open_plan();
        plan.select.formula = formula;
        plan.playout.strategy = strategy;
        plan.batch.size.width = width;
        plan.batch.size.share = infinity;
        plan.solver = true;
        plan.select.simultaneous = select::Simultaneous::sequential;
        plan.memory.backup = backup::Rule::uct3;
        const Gamble game{.sides = 4, .safe = 40};
        Plain<Gamble> model(game);
        ToyLeafPlayer<Plain<Gamble>> player(model, plan);
        GambleSearch searcher(model, plan);
        searcher.search.set_players({&player});
        searcher.think(3000);
        EXPECT_EQ(player.widest > 1, width > 1);
        EXPECT_EQ(searcher.best(), 1U) << static_cast<int>(formula);
        EXPECT_EQ(searcher.root().visits, 3000);
        searcher.for_each_node([&](const tree::Node& node) {
          if (node.block == nullptr) return;
          double visits = 0;
          for (const tree::Entry& entry : searcher.entries(node, 0)) visits += entry.visits;
          EXPECT_EQ(visits, node.visits);
        });
      }
    }
  }
}

TEST(OpenLoop, StaysInItsMemory) {
  Parameters plan = open_plan();
  plan.memory.megabytes = 1;
  BushSearch searcher(Row<toy::Bush>(), plan);
  searcher.think(20'000);
  EXPECT_LE(searcher.tree().memory_bytes(), (std::size_t{1} << 20U) + 4096);
  EXPECT_EQ(searcher.root().visits, 20'000);
}

}  // namespace
}  // namespace palamedes::search
