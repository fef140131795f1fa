// The effective branching factor of trees that can be counted by hand.

#include "search/report/branching.h"

#include <gtest/gtest.h>

#include "base/params.h"
#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

using toy::Bush;
using toy::Matrix;

Parameters every_move_first() {
  Parameters plan;
  plan.select.unvisited.fpu = infinity;
  return plan;
}

// Four moves in each node, and every one of them before any other a second time: after four
// simulations the root has tried 4 moves, and nobody has left its children. The fifth leaves one of
// them: (4 + 1) / 2.
TEST(EffectiveBranching, CountsTheMovesThatWereTried) {
  Searcher<Row<Bush>> searcher(Row<Bush>({.moves = 4, .depth = 9}), every_move_first());
  EXPECT_EQ(searcher.search.effective_branching(), 0);
  for (const double tried : {1.0, 2.0, 3.0, 4.0, 2.5}) {
    searcher.think(1);
    EXPECT_DOUBLE_EQ(searcher.search.effective_branching(), tried);
  }
}

// What lies above the root counts no more: the subtree below one move is half of that tree.
TEST(EffectiveBranching, IsThatOfTheTreeBelowTheRoot) {
  Searcher<Row<Bush>> searcher(Row<Bush>({.moves = 2, .depth = 9}), every_move_first());
  searcher.think(2);
  EXPECT_DOUBLE_EQ(searcher.search.effective_branching(), 2);
  searcher.follow({1, 0});
  EXPECT_EQ(searcher.search.effective_branching(), 0);
  searcher.think(1);
  EXPECT_DOUBLE_EQ(searcher.search.effective_branching(), 1);
}

// Two roles with two moves each: a joint move is one branch.
TEST(EffectiveBranching, CountsJointMovesOfSeveralRoles) {
  Searcher<Row<Matrix>> searcher(Row<Matrix>({.goals = {{100, 30}, {60, 0}}}), every_move_first());
  searcher.think(1);
  EXPECT_DOUBLE_EQ(searcher.search.effective_branching(), 1);
  searcher.think(1000);
  EXPECT_GT(searcher.search.effective_branching(), 1);
  EXPECT_LE(searcher.search.effective_branching(), 4);
}

}  // namespace
}  // namespace palamedes::search
