// RAVE is GRAVE with ref = 0 (thesis 5.2.2).

#include <gtest/gtest.h>

#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

Parameters rave_plan(double ref, select::Unvisited unvisited, tree::Loop loop, bool repeats) {
  Parameters plan;
  plan.select.formula = select::Formula::amaf;
  plan.select.grave.ref = ref;
  plan.select.grave.k = 50;
  plan.select.grave.repeats = repeats;
  plan.select.uct.c = 0.2;
  plan.select.unvisited.by = unvisited;
  plan.select.unvisited.fpu = 0.6;
  plan.memory.loop = loop;
  return plan;
}

template <typename Game>
std::vector<std::pair<double, double>> searched(const Game& game, const Parameters& plan) {
  Searcher<Row<Game>> searcher(Row<Game>(game), plan);
  searcher.think(400);
  return searcher.all_statistics();
}

// No number of visits lies between 0 and a half, so both ask the same of every node.
TEST(Rave, IsTheSameSearchWithRefZeroAndAHalf) {
  using select::Unvisited;
  for (const Unvisited unvisited :
       {Unvisited::value, Unvisited::blend, Unvisited::urgency, Unvisited::playout}) {
    for (const tree::Loop loop : {tree::Loop::closed, tree::Loop::open}) {
      for (const bool repeats : {false, true}) {
        const Parameters zero = rave_plan(0, unvisited, loop, repeats);
        const Parameters half = rave_plan(0.5, unvisited, loop, repeats);
        const auto what = testing::Message() << static_cast<int>(unvisited)
                                             << (loop == tree::Loop::open ? " open" : " closed")
                                             << (repeats ? " with repeats" : "");
        EXPECT_EQ(searched(toy::Nim{.pile = 30}, zero), searched(toy::Nim{.pile = 30}, half))
            << what;
        EXPECT_EQ(searched(toy::Bush{.moves = 6}, zero), searched(toy::Bush{.moves = 6}, half))
            << what;
      }
    }
  }
}

}  // namespace
}  // namespace palamedes::search
