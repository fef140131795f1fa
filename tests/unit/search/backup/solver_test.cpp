#include <gtest/gtest.h>

#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

using toy::Nim;
using toy::ThreeRoles;
using toy::Trap;

TEST(Solver, ProvesNim) {
  for (std::uint64_t pile = 1; pile <= 20; ++pile) {
    NimSearch searcher(Row<Nim>({.pile = pile}), solver_plan());
    searcher.think(100'000);
    ASSERT_TRUE(searcher.search.finished()) << pile;
    const Snapshot snapshot = searcher.search.snapshot();
    EXPECT_TRUE(snapshot.proven);
    EXPECT_LT(snapshot.simulations, 100'000U);
    const bool wins = pile % 4 != 0;
    EXPECT_EQ(snapshot.payoffs, (std::vector{wins ? 1.0 : 0.0, wins ? 0.0 : 1.0})) << pile;
    if (wins) {
      EXPECT_EQ(searcher.best(), pile % 4) << pile;
    }
  }
}

TEST(Solver, WorksWithEveryWayToSelect) {
  for (const select::Formula formula :
       {select::Formula::uct, select::Formula::amaf, select::Formula::history}) {
    for (const bool transpositions : {true, false}) {
      Parameters plan = solver_plan();
      plan.select.formula = formula;
      plan.memory.transpositions = transpositions;
      NimSearch searcher(Row<Nim>({.pile = 10}), plan);
      searcher.think(200'000);
      EXPECT_TRUE(searcher.search.finished());
      EXPECT_EQ(searcher.best(), 2U);
    }
  }
}

// Where there is one way to a state only, the move that leads to it knows all about it.
TEST(Solver, MovesKnowWhatIsProvenAboutTheirStates) {
  for (const bool transpositions : {false, true}) {
    Parameters plan = solver_plan();
    plan.memory.transpositions = transpositions;
    NimSearch searcher(Row<Nim>({.pile = 12}), plan);
    searcher.think(400);
    int proofs = 0;
    searcher.for_each_node([&](const tree::Node& node) {
      if (node.block == nullptr || node.decider > 1) return;
      for (const tree::Entry& entry : searcher.entries(node, node.decider)) {
        const float* const known =
            entry.child == tree::no_node ? nullptr : searcher.tree()[entry.child].known;
        if (transpositions && entry.proof == tree::Proof::none) continue;
        const tree::Proof proof = known == nullptr           ? tree::Proof::none
                                  : known[node.decider] <= 0 ? tree::Proof::loss
                                                             : tree::Proof::other;
        EXPECT_EQ(entry.proof, proof);
        if (proof != tree::Proof::none) ++proofs;
      }
    });
    EXPECT_GT(proofs, 5);
  }
}

// At every moment of the search.
TEST(Solver, NeverPlaysAProvenLossIfSomethingElseIsLeft) {
  for (std::uint64_t pile = 5; pile <= 16; ++pile) {
    NimSearch searcher(Row<Nim>({.pile = pile}), solver_plan());
    for (int i = 0; i < 3000 && !searcher.search.finished(); ++i) {
      searcher.think(1);
      const std::vector<MoveReport> reports = searcher.search.snapshot().moves[0];
      const auto loses = [](const MoveReport& report) { return report.exact == 0.0; };
      if (loses(reports[0])) {
        EXPECT_TRUE(std::all_of(reports.begin(), reports.end(), loses));
      }
    }
  }
}

// Role 2 chooses the better of each pair for itself: (10 20 30), (50 60 40), (70 30 90), (100 10
// 50). So role 1 gets 60 on the left and 30 on the right, and role 0 takes 70 on the right.
TEST(Solver, BacksUpThreeRoles) {
  const ThreeRoles game{.goals = {{{10, 20, 30},
                                   {90, 0, 10},
                                   {40, 10, 0},
                                   {50, 60, 40},
                                   {0, 80, 20},
                                   {70, 30, 90},
                                   {100, 10, 50},
                                   {0, 0, 0}}}};
  ThreeRolesSearch searcher(Row<ThreeRoles>(game), solver_plan());
  searcher.think(1000);
  ASSERT_TRUE(searcher.search.finished());
  EXPECT_EQ(searcher.best(), 2U);
  const Snapshot snapshot = searcher.search.snapshot();
  EXPECT_NEAR(snapshot.payoffs[0], 0.7, 1e-6);
  EXPECT_NEAR(snapshot.payoffs[1], 0.3, 1e-6);
  EXPECT_NEAR(snapshot.payoffs[2], 0.9, 1e-6);
  const std::vector<std::vector<Move>> line = {
      {Move{2}, Move{0}, Move{0}}, {Move{0}, Move{1}, Move{0}}, {Move{0}, Move{0}, Move{2}}};
  EXPECT_EQ(snapshot.line, line);
}

// A draw is proven, but the other moves are not: they are still looked at, and the draw is not
// mistaken for a loss.
TEST(Solver, LooksBesideProvenDraws) {
  const ThreeRoles game{.goals = {{{50, 0, 0},
                                   {50, 0, 0},
                                   {50, 0, 0},
                                   {50, 0, 0},
                                   {0, 50, 90},
                                   {90, 50, 100},
                                   {0, 60, 100},
                                   {90, 40, 90}}}};
  ThreeRolesSearch searcher(Row<ThreeRoles>(game), solver_plan());
  searcher.think(1000);
  ASSERT_TRUE(searcher.search.finished());
  // right: role 2 would give (90 50 100) and (0 60 100), role 1 takes 60, and role 0 has nothing
  EXPECT_EQ(searcher.best(), 1U);
  EXPECT_NEAR(searcher.search.snapshot().payoffs[0], 0.5, 1e-6);
}

TEST(Solver, OffProvesNothing) {
  NimSearch searcher(Row<Nim>({.pile = 5}), {});
  searcher.think(3000);
  EXPECT_FALSE(searcher.search.finished());
  EXPECT_EQ(searcher.search.snapshot().simulations, 3000U);
}

// What was proven at the beginning is played to the end, whatever the opponent does, though nothing
// is visited any more.
TEST(Solver, ProofsOutliveExpiry) {
  for (const std::uint32_t expiry : {0U, 1U, 2U}) {
    for (std::uint32_t reply = 1; reply <= 3; ++reply) {
      Parameters plan = solver_plan();
      plan.memory.expiry = expiry;
      NimSearch searcher(Row<Nim>({.pile = 23}), plan);
      std::uint64_t pile = 23;
      while (pile > 0) {
        searcher.think(50'000);
        ASSERT_TRUE(searcher.search.finished());
        const std::uint32_t taken = searcher.best();
        EXPECT_EQ(taken, pile % 4) << "expiry " << expiry;
        searcher.follow({taken, 0});
        pile -= taken;
        if (pile == 0) break;
        const auto answer = static_cast<std::uint32_t>(std::min<std::uint64_t>(reply, pile));
        searcher.follow({0, answer});
        pile -= answer;
      }
    }
  }
}

// The trap looked good until it was proven to lose. Its mean still does, when nobody knows any more
// what was proven.
TEST(Solver, DoesNotFallBackOnMeansOnceAProofIsOld) {
  for (const std::uint32_t expiry : {0U, 1U, 2U}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Parameters plan = solver_plan();
      plan.memory.expiry = expiry;
      // the choice comes when all that was visited at first would go
      const std::uint32_t delay = expiry + 1;
      Searcher<Row<Trap>> searcher(Row<Trap>({.delay = delay}), plan, Role{0}, seed);
      for (std::uint32_t step = 0; step < delay; ++step) {
        searcher.think(10'000);
        ASSERT_TRUE(searcher.search.finished());
        searcher.follow({0, 0});
      }
      searcher.think(10'000);
      EXPECT_EQ(searcher.best(), 1U) << "expiry " << expiry << ", seed " << seed;
      EXPECT_NEAR(searcher.search.snapshot().payoffs[0], 0.5, 1e-6);
    }
  }
}

TEST(Solver, FinishedSearchesStopAtOnce) {
  NimSearch searcher(Row<Nim>({.pile = 2}), solver_plan());
  searcher.search.run({});  // without any limit
  EXPECT_TRUE(searcher.search.finished());
  const std::uint64_t simulations = searcher.search.snapshot().simulations;
  searcher.search.run({});
  EXPECT_EQ(searcher.search.snapshot().simulations, simulations);
}

}  // namespace
}  // namespace palamedes::search
