// A tree that is full in the middle of a turn makes room and goes on.

#include <gtest/gtest.h>

#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

// Nim as a tree: without transpositions a pile of 22 has some 900,000 positions, and 1 MB has room
// for about six thousand of them.
Parameters small_plan(bool recycle) {
  Parameters plan = solver_plan();
  plan.memory.megabytes = 1;
  plan.memory.transpositions = false;
  plan.memory.recycle = recycle;
  return plan;
}

TEST(Recycling, SolvesAGameThatIsLargerThanTheMemory) {
  constexpr std::uint64_t simulations = 100'000;
  NimSearch stuck(Row<toy::Nim>({.pile = 22}), small_plan(false));
  stuck.think(simulations);
  EXPECT_FALSE(stuck.search.finished());
  NimSearch searcher(Row<toy::Nim>({.pile = 22}), small_plan(true));
  searcher.think(simulations);
  EXPECT_TRUE(searcher.search.finished());
  EXPECT_EQ(searcher.best(), 2U);
  EXPECT_LE(searcher.tree().memory_bytes(), (std::size_t{1} << 20U) + 4096);
}

// What was proven is known without the moves that proved it: at the root they are found again.
TEST(Recycling, FindsTheMovesOfAProofAgain) {
  NimSearch searcher(Row<toy::Nim>({.pile = 22}), small_plan(true));
  std::uint64_t pile = 22;
  while (pile > 0) {
    searcher.think(100'000);
    ASSERT_TRUE(searcher.search.finished());
    const std::uint32_t taken = searcher.best();
    ASSERT_EQ(taken, pile % 4);
    searcher.follow({taken, 0});
    pile -= taken;
    if (pile == 0) break;
    searcher.follow({0, 1});
    pile -= 1;
  }
}

TEST(Recycling, KeepsEverySearchWithinItsMemory) {
  for (const bool uct3 : {false, true}) {
    for (const select::Formula formula : {select::Formula::uct, select::Formula::amaf}) {
      Parameters plan;
      plan.memory.megabytes = 1;
      plan.memory.backup = uct3 ? backup::Rule::uct3 : backup::Rule::uct1;
      plan.select.formula = formula;
      BushSearch searcher(Row<toy::Bush>(), plan);
      searcher.think(30'000);
      EXPECT_EQ(searcher.root().visits, 30'000);
      EXPECT_LE(searcher.tree().memory_bytes(), (std::size_t{1} << 20U) + 4096);
      // nodes are made up to the end
      const std::size_t before = searcher.tree().size();
      std::size_t most = before;
      for (int i = 0; i < 20; ++i) {
        searcher.think(100);
        most = std::max(most, searcher.tree().size());
      }
      EXPECT_NE(most, before);
    }
  }
}

}  // namespace
}  // namespace palamedes::search
