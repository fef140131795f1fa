#include "search/search.h"

#include <cmath>

#include <gtest/gtest.h>

#include "unit/search/playout/playout_testing.h"
#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

using toy::Bush;
using toy::Matrix;
using toy::Nim;
using toy::Ring;
using toy::Slope;

Parameters with(select::Formula formula) {
  Parameters plan;
  plan.select.formula = formula;
  return plan;
}

// 7 stones: taking 3 leaves a multiple of 4.
TEST(Search, FindsTheMoveThatWins) {
  for (const select::Formula formula :
       {select::Formula::uct, select::Formula::amaf, select::Formula::history}) {
    NimSearch searcher(Row<Nim>({.pile = 7}), with(formula));
    searcher.think(5000);
    EXPECT_EQ(searcher.best(), 3U) << static_cast<int>(formula);
  }
}

TEST(Search, PlaysForTheSecondRoleAsWell) {
  NimSearch searcher(Row<Nim>({.pile = 7}), {}, Role{1});
  searcher.follow({2, 0});
  searcher.think(5000);
  EXPECT_EQ(searcher.best(), 1U);
}

TEST(Search, WorksOnStatesOfAnyKind) {
  Searcher<Plain<Nim>> searcher(Plain<Nim>({.pile = 7}), {});
  searcher.think(5000);
  EXPECT_EQ(searcher.best(), 3U);
}

// One simulation of two steps, (m noop) and (noop n), makes a root and a leaf. Of all moves the
// root knows m, n and noop of both roles; of its own moves m and noop of the second role. Nobody
// has left the leaf.
TEST(Search, CountsStatisticsOfAllMovesAsFirst) {
  const auto statistics = [](select::Formula formula, double ref) {
    Parameters plan = with(formula);
    plan.select.grave.ref = ref;
    BushSearch searcher(Row<Bush>({.moves = 4, .depth = 2}), plan);
    EXPECT_EQ(searcher.search.statistics_per_node(), 0);
    searcher.think(1);
    EXPECT_EQ(searcher.tree().size(), 2U);
    return searcher.search.statistics_per_node();
  };
  EXPECT_DOUBLE_EQ(statistics(select::Formula::amaf, 50), 4.0 / 2);
  EXPECT_DOUBLE_EQ(statistics(select::Formula::amaf, 0), 2.0 / 2);
  EXPECT_DOUBLE_EQ(statistics(select::Formula::uct, 0), 0);
}

// 4 steps: (5 choose 2) + ... = 15 states, without transpositions 31 ways.
TEST(Search, StatesReachedInSeveralWaysAreOneNode) {
  Parameters plan;
  plan.select.uct.c = 100;
  plan.select.unvisited.fpu = infinity;  // sees everything
  const Slope slope{.goals = {0, 20, 100, 40, 10}};
  SlopeSearch graph(Row<Slope>(slope), plan);
  graph.think(5000);
  EXPECT_EQ(graph.tree().size(), 15U);
  plan.memory.transpositions = false;
  SlopeSearch tree(Row<Slope>(slope), plan);
  tree.think(5000);
  EXPECT_EQ(tree.tree().size(), 31U);
}

// One simulation leaves each node on its way once, and adds one node.
TEST(Search, CountsVisitsAlongTheWay) {
  NimSearch searcher(Row<Nim>({.pile = 12}), {});
  searcher.think(1);
  EXPECT_EQ(searcher.root().visits, 1);
  EXPECT_EQ(searcher.tree().size(), 2U);
  searcher.think(999);
  EXPECT_EQ(searcher.root().visits, 1000);
  EXPECT_EQ(searcher.search.snapshot().simulations, 1000U);
  double payoffs = 0;
  searcher.for_each_node([&](const tree::Node& node) {
    if (node.block == nullptr) return;
    double visits = 0;
    double sum = 0;
    const std::size_t role = node.decider == tree::nobody ? 0 : node.decider;
    for (const tree::Entry& entry : searcher.entries(node, role)) {
      visits += entry.visits;
      sum += entry.sum;
    }
    if (node.decider == tree::nobody) return;
    EXPECT_EQ(visits, node.visits);
    EXPECT_DOUBLE_EQ(sum, node.block->totals()[role]);
    // who does not win loses
    EXPECT_DOUBLE_EQ(node.block->totals()[0] + node.block->totals()[1], node.visits);
    payoffs += sum;
  });
  EXPECT_GT(payoffs, 0);
}

TEST(Search, ThresholdLetsThePlayoutStrategySelect) {
  const Slope slope{.goals = {0, 100}};
  Parameters plan;
  plan.select.threshold = 1000;
  SlopeSearch uniform(Row<Slope>(slope), plan);
  uniform.think(1000);
  EXPECT_NEAR(uniform.visits()[0], 500, tolerance(1000, 0.5));
  uniform.think(1000);  // above T
  EXPECT_GT(uniform.visits()[1], 1300);
}

TEST(Search, UnvisitedMovesComeFirstByThePlayoutStrategy) {
  Parameters plan;
  plan.select.unvisited.fpu = 0;
  plan.select.unvisited.by = select::Unvisited::playout;
  BushSearch searcher(Row<Bush>(), plan);
  searcher.think(20);
  for (const auto& [move, visits] : searcher.visits()) EXPECT_EQ(visits, 1) << move;
  plan.select.unvisited.by = select::Unvisited::value;
  BushSearch without(Row<Bush>(), plan);
  without.think(20);
  const std::map<std::uint32_t, double> visits = without.visits();
  EXPECT_LT(std::count_if(visits.begin(), visits.end(), [](auto& pair) { return pair.second > 0; }),
            10);
}

// The rows' 60 and 80 are better than 20 and 40; then the second column's 20 is better than 40.
TEST(Search, DecoupledRolesFindDominantMoves) {
  MatrixSearch searcher(Row<Matrix>({.goals = {{60, 80}, {20, 40}}}), {});
  searcher.think(2000);
  EXPECT_EQ(searcher.search.best(Role{0}), Move{0});
  EXPECT_EQ(searcher.search.best(Role{1}), Move{0});
  for (std::size_t role = 0; role < 2; ++role) {
    const auto entries = searcher.entries(searcher.root(), role);
    EXPECT_EQ(entries[0].visits + entries[1].visits, 2000);
  }
  EXPECT_EQ(searcher.root().decider, tree::several);
  EXPECT_EQ(tree::JointMap::size(searcher.root().joint), 4U);
}

// Figure 2.6: the second role keeps statistics for each choice of the first.
TEST(Search, SequentialRolesKnowTheChoicesBefore) {
  const Matrix matrix{.goals = {{100, 30}, {60, 0}}};
  Parameters plan;
  plan.select.simultaneous = select::Simultaneous::sequential;
  MatrixSearch searcher(Row<Matrix>(matrix), plan);
  searcher.think(3000);
  const tree::Node& root = searcher.root();
  double first_visits = 0;
  for (std::uint64_t first = 0; first < 2; ++first) {
    const tree::Entry& entry = searcher.entry(root, 0, first);
    first_visits += entry.visits;
    tree::Counted* const* const row = tree::LaterMap::find(root.later, first * 2 + 1 + 1);
    ASSERT_NE(row, nullptr);
    EXPECT_EQ((*row)[0].visits + (*row)[1].visits, entry.visits);
    for (std::size_t second = 0; second < 2; ++second) {
      const double payoff = 1 - matrix.goals[first][second] / 100.0;
      EXPECT_NEAR((*row)[second].sum, (*row)[second].visits * payoff, 1e-9);
      EXPECT_EQ(searcher.entry(root, 1, second).visits, 0);
    }
    EXPECT_GT((*row)[1].visits, (*row)[0].visits * 5);  // 30 and 0 are better for it
  }
  EXPECT_EQ(first_visits, 3000);
  EXPECT_EQ(searcher.best(), 0U);  // at worst 30, not 0
  // the report sums over the choices before
  const auto reports = searcher.search.snapshot().moves[1];
  EXPECT_EQ(reports[0].visits + reports[1].visits, 3000);
  EXPECT_EQ(reports[0].move, Move{1});
}

// Where the second role asks, it chooses first.
TEST(Search, TheRoleThatAsksChoosesFirst) {
  Parameters plan;
  plan.select.simultaneous = select::Simultaneous::sequential;
  MatrixSearch searcher(Row<Matrix>({.goals = {{100, 30}, {60, 0}}}), plan, Role{1});
  searcher.think(2000);
  const auto entries = searcher.entries(searcher.root(), 1);
  EXPECT_EQ(entries[0].visits + entries[1].visits, 2000);
  EXPECT_EQ(searcher.entry(searcher.root(), 0, 0).visits, 0);
  EXPECT_EQ(searcher.best(), 1U);
}

TEST(Search, FlatTriesMovesUniformlyAndTakesTheBestMean) {
  BushSearch searcher(Row<Bush>({.moves = 4, .depth = 3}), with(select::Formula::flat));
  searcher.think(4000);
  EXPECT_EQ(searcher.tree().size(), 1U);
  const std::vector<MoveReport> reports = searcher.search.snapshot().moves[0];
  for (const MoveReport& report : reports) {
    EXPECT_NEAR(report.visits, 1000, tolerance(4000, 0.25));
    EXPECT_LE(report.value, reports[0].value);
  }
}

// Payoffs 0 and 1, by hand: each once, then
//   n = 2   sqrt(2 ln 2) = 1.177    1 + sqrt(2 ln 2) = 2.177       the second
//   n = 5   sqrt(2 ln 5) = 1.794    1 + sqrt(2 ln 5 / 4) = 1.897   the second
//   n = 6   sqrt(2 ln 6) = 1.893    1 + sqrt(2 ln 6 / 5) = 1.847   the first
TEST(Search, FlatWithUcb1TriesMovesByFormula) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto visits_after = [&](std::uint64_t simulations) {
      Searcher<Row<Slope>> searcher(Row<Slope>({.goals = {0, 100}}), with(select::Formula::ucb1),
                                    Role{0}, seed);
      searcher.think(simulations);
      EXPECT_EQ(searcher.tree().size(), 1U);
      EXPECT_EQ(searcher.best(), 1U);
      return searcher.visits();
    };
    EXPECT_EQ(visits_after(2), (std::map<std::uint32_t, double>{{0, 1}, {1, 1}}));
    EXPECT_EQ(visits_after(6), (std::map<std::uint32_t, double>{{0, 1}, {1, 5}}));
    EXPECT_EQ(visits_after(7), (std::map<std::uint32_t, double>{{0, 2}, {1, 5}}));
  }
}

// Two moves that end the game with 0 and 1, C = sqrt(2), each once before any other: the values are
// those of UCB1 above, so after seven simulations the first has two visits and the second five.
TEST(Search, SevenSimulationsByHand) {
  Parameters plan;
  plan.select.uct = {.c = std::sqrt(2.0), .offset = 0};
  plan.select.unvisited.fpu = infinity;
  SlopeSearch searcher(Row<Slope>({.goals = {0, 100}}), plan);
  searcher.think(6);
  EXPECT_EQ(searcher.visits(), (std::map<std::uint32_t, double>{{0, 1}, {1, 5}}));
  searcher.think(1);
  const std::vector<tree::Entry> entries = searcher.entries(searcher.root(), 0);
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].visits, 2);
  EXPECT_EQ(entries[0].sum, 0);
  EXPECT_EQ(entries[1].visits, 5);
  EXPECT_EQ(entries[1].sum, 5);
  EXPECT_EQ(entries[1].mean(), 1);  // formula 2.1
  EXPECT_EQ(searcher.root().visits, 7);
  EXPECT_EQ(searcher.root().block->totals()[0], 5);
  EXPECT_EQ(searcher.tree().size(), 3U);
}

TEST(Search, FinalChoiceIsByVisitsMeanOrSecure) {
  bool differ = false;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::set<Move> chosen;
    for (const report::FinalChoice by :
         {report::FinalChoice::visits, report::FinalChoice::mean, report::FinalChoice::secure}) {
      Parameters plan;
      plan.select.uct.c = 1;
      plan.choose = {.by = by, .secure = 0.5};
      BushSearch searcher(Row<Bush>(), plan, Role{0}, seed);
      searcher.think(150);
      const std::vector<tree::Entry> entries = searcher.entries(searcher.root(), 0);
      const auto score = [&](const tree::Entry& entry) {
        if (entry.visits <= 0) return -1.0;
        if (by == report::FinalChoice::visits) return entry.visits;
        return entry.mean() -
               (by == report::FinalChoice::secure ? 0.5 / std::sqrt(entry.visits) : 0);
      };
      double best = -1;
      double played = -1;
      for (const tree::Entry& entry : entries) {
        best = std::max(best, score(entry));
        if (entry.move == searcher.search.best()) played = score(entry);
      }
      EXPECT_EQ(played, best);
      chosen.insert(searcher.search.best().value());
    }
    differ = differ || chosen.size() > 1;
  }
  EXPECT_TRUE(differ);
}

// 70 is above alpha = 0.6: exploration ends once it was seen.
TEST(Search, FixedSufficiencyEndsExploration) {
  Parameters plan;
  plan.select.uct.c = 10;
  plan.select.unvisited.fpu = infinity;
  SlopeSearch explores(Row<Slope>({.goals = {70, 50}}), plan);
  explores.think(1000);
  EXPECT_GT(explores.visits()[1], 400);
  plan.select.sufficiency.kind = select::Sufficiency::fixed;
  SlopeSearch is_content(Row<Slope>({.goals = {70, 50}}), plan);
  is_content.think(1000);
  EXPECT_LE(is_content.visits()[1], 1);
  SlopeSearch below(Row<Slope>({.goals = {60, 50}}), plan);
  below.think(1000);
  EXPECT_GT(below.visits()[1], 400);
}

// Five states in a circle and no end: simulations go round in the tree until they are given up.
TEST(Search, CirclesEnd) {
  Parameters plan;
  plan.playout.end.max_length = 30;
  RingSearch searcher(Row<Ring>(), plan);
  searcher.think(500);
  EXPECT_EQ(searcher.tree().size(), 5U);
  EXPECT_LE(searcher.search.snapshot().deepest, 31U);
  // every node counts each time it was left
  EXPECT_GE(searcher.root().visits, 500);
}

TEST(Search, FindsTheWayOutOfACircle) {
  for (const bool solver : {false, true}) {
    Parameters plan;
    plan.solver = solver;
    plan.playout.end.max_length = 30;
    RingSearch searcher(Row<Ring>({.places = 20, .exit = 3}), plan);
    searcher.think(2000);
    EXPECT_EQ(searcher.best(), 1U);
    EXPECT_EQ(searcher.search.finished(), solver);
  }
}

TEST(Search, ALearnedPolicyIsPreparedWithoutATree) {
  Parameters plan;
  plan.playout.strategy = playout::Technique::ppa;
  plan.playout.ppa.prelude = 300;
  BushSearch searcher(Row<Bush>(), plan);
  EXPECT_GE(searcher.model.steps(), 300U);
  EXPECT_EQ(searcher.tree().size(), 1U);
  EXPECT_EQ(searcher.root().visits, 0);
  EXPECT_EQ(searcher.search.snapshot().simulations, 0U);
}

// Algorithm 5 of the PPAFM paper has a policy of its own for each state with fewer than two moves
// made; it is learned where somebody chooses by it.
TEST(Search, APolicyIsPreparedForTheFirstChoiceOfEachRole) {
  Parameters plan;
  plan.playout.strategy = playout::Technique::ppa;
  plan.playout.ppa.memorise = true;
  plan.playout.ppa.prelude = 300;
  const auto steps_after = [&](Role role) {
    BushSearch searcher(Row<Bush>(), plan, role);
    std::vector<bool> prepared = {searcher.model.steps() >= 300};
    for (std::uint32_t step = 0; step < 3; ++step) {
      const std::uint64_t before = searcher.model.steps();
      searcher.follow(step % 2 == 0 ? std::initializer_list<std::uint32_t>{1, 0}
                                    : std::initializer_list<std::uint32_t>{0, 1});
      prepared.push_back(searcher.model.steps() - before >= 300);
      EXPECT_EQ(searcher.search.snapshot().simulations, 0U);
    }
    return prepared;
  };
  EXPECT_EQ(steps_after(Role{0}), (std::vector{true, false, false, false}));
  EXPECT_EQ(steps_after(Role{1}), (std::vector{false, true, false, false}));
}

TEST(Search, ReusesTheTreeOrBeginsAnew) {
  for (const bool transpositions : {true, false}) {
    Parameters plan;
    plan.memory.transpositions = transpositions;
    NimSearch keeps(Row<Nim>({.pile = 9}), plan);
    keeps.think(1000);
    const tree::Node& child = keeps.tree()[keeps.entry(keeps.root(), 0, 0).child];
    const double visits = child.visits;
    keeps.follow({1, 0});
    EXPECT_EQ(keeps.root().visits, visits);
    EXPECT_GT(visits, 50);
    plan.memory.reuse = false;
    NimSearch forgets(Row<Nim>({.pile = 9}), plan);
    forgets.think(1000);
    forgets.follow({1, 0});
    EXPECT_EQ(forgets.root().visits, 0);
    EXPECT_EQ(forgets.tree().size(), 1U);
  }
}

TEST(Search, DecaysTheTreeItReuses) {
  Parameters plan;
  plan.memory.decay = 0.5;
  NimSearch searcher(Row<Nim>({.pile = 9}), plan);
  searcher.think(1000);
  const double visits = searcher.tree()[searcher.entry(searcher.root(), 0, 1).child].visits;
  searcher.follow({2, 0});
  EXPECT_DOUBLE_EQ(searcher.root().visits, visits / 2);
}

// Others' turns, in which it does not think, count for nothing: gamma stays gamma, not its square.
TEST(Search, DecaysBySearchedTurns) {
  Parameters plan;
  plan.memory.decay = 0.5;
  NimSearch searcher(Row<Nim>({.pile = 9}), plan);
  searcher.think(1000);
  const tree::Node& below = searcher.tree()[searcher.entry(searcher.root(), 0, 1).child];
  const double visits = searcher.tree()[searcher.entry(below, 1, 0).child].visits;
  ASSERT_GT(visits, 0);
  searcher.follow({2, 0});
  searcher.follow({0, 1});
  EXPECT_DOUBLE_EQ(searcher.root().visits, visits / 2);
}

// With b = 2 and three roles who take turns, the tree below the root was gone before each decision.
TEST(Search, ExpiresNodesBySearchedTurns) {
  Parameters plan;
  plan.memory.expiry = 1;
  NimSearch searcher(Row<Nim>({.pile = 20}), plan);
  searcher.think(2000);
  searcher.follow({1, 0});
  const std::size_t after_own_turn = searcher.tree().size();
  searcher.follow({0, 1});
  searcher.follow({1, 0});
  EXPECT_EQ(searcher.tree().size(), after_own_turn);
  searcher.think(1);
  searcher.follow({0, 1});
  EXPECT_LT(searcher.tree().size(), after_own_turn);
}

TEST(Search, FollowsTheGameWhereItNeverLooked) {
  for (const bool transpositions : {true, false}) {
    Parameters plan;
    plan.memory.transpositions = transpositions;
    BushSearch searcher(Row<Bush>(), plan);
    searcher.think(3);
    searcher.follow({20, 0});
    EXPECT_EQ(searcher.search.best(Role{1}), Move{1});  // no idea, but legal
    searcher.follow({0, 20});
    searcher.think(100);
    EXPECT_GE(searcher.root().visits, 100);
    EXPECT_GE(searcher.best(), 1U);
  }
}

TEST(Search, ShowsTheLineItExpects) {
  NimSearch searcher(Row<Nim>({.pile = 6}), solver_plan());
  searcher.think(10'000);
  const Snapshot snapshot = searcher.search.snapshot();
  ASSERT_GE(snapshot.line.size(), 3U);
  EXPECT_EQ(snapshot.line[0], (std::vector{Move{2}, Move{0}}));
  // whatever the second does, both together take the last four
  EXPECT_EQ(index_of(snapshot.line[1][1]) + index_of(snapshot.line[2][0]), 4U);
}

}  // namespace
}  // namespace palamedes::search
