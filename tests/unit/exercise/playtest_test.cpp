#include "exercise/playtest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gdl/load.h"
#include "unit/exercise/toy_machine.h"

namespace palamedes::exercise {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const GoalJudge no_goals = [](std::span<const std::string>, Role) { return std::vector<int>(); };

Playtest test(const ToyGame& game, const SimulateOptions& options,
              const GoalJudge& judge = no_goals) {
  ToyMachine machine(game);
  return Playtester<ToyMachine>(machine, options, judge).run([](const Playtest&) { return true; });
}

TEST(Playtest, HasTheStatisticsOfTheSamePlayouts) {
  const SimulateOptions options{.max_playouts = 50, .seed = 7};
  ToyMachine machine(pennies());
  const SimulationStatistics expected = simulate(machine, options);
  const SimulationStatistics actual = test(pennies(), options).statistics;
  EXPECT_EQ(actual.finished, expected.finished);
  EXPECT_EQ(actual.states, expected.states);
  EXPECT_EQ(actual.draws, expected.draws);
  for (std::size_t role = 0; role < 2; ++role) {
    EXPECT_EQ(actual.roles[role].goal_counts, expected.roles[role].goal_counts);
    EXPECT_EQ(actual.roles[role].branching.sum, expected.roles[role].branching.sum);
  }
}

TEST(Playtest, RemembersFactsAndMoves) {
  const Playtest all = test(diamond(), {.max_playouts = 100});
  EXPECT_THAT(all.facts, ElementsAre("l", "m", "p", "r", "s", "x"));
  EXPECT_THAT(all.moves, ElementsAre(ElementsAre("a", "b", "c", "d", "e")));
  const Playtest one = test(corridor(), {.max_playouts = 1});
  EXPECT_THAT(one.facts, ElementsAre("(at 1)", "(at 2)", "(at 3)", "(at 4)"));
  EXPECT_EQ(one.opener, std::nullopt);
  EXPECT_EQ(one.circles.count, 0U);
}

TEST(Playtest, ShowsTheWayToADeadEnd) {
  const Playtest seen = test(broken(), {.max_playouts = 3});
  ASSERT_THAT(seen.dead_ends, SizeIs(1));
  const auto& [role, incident] = *seen.dead_ends.begin();
  EXPECT_EQ(role, Role(1));
  EXPECT_EQ(incident.count, 3U);
  EXPECT_EQ(incident.step, 1U);
  EXPECT_EQ(incident.moves, "");  // nobody had a choice
  EXPECT_THAT(incident.facts, ElementsAre("(two 2)", "more"));
}

TEST(Playtest, AsksForGoalsThatAreUndefined) {
  std::vector<std::string> asked;
  const Playtest seen =
      test(pennies(), {.max_playouts = 100}, [&](std::span<const std::string> facts, Role role) {
        EXPECT_EQ(role, Role(0));
        asked.assign(facts.begin(), facts.end());
        return std::vector<int>{70, 30};
      });
  EXPECT_THAT(asked, ElementsAre("d"));
  ASSERT_THAT(seen.bad_goals, SizeIs(1));
  const auto& [goal, incident] = *seen.bad_goals.begin();
  EXPECT_THAT(goal.second, ElementsAre(30, 70));
  EXPECT_EQ(incident.count, seen.statistics.roles[0].undefined_goals);
  EXPECT_EQ(incident.moves, "1 3");
  EXPECT_THAT(incident.facts, ElementsAre("d"));
  EXPECT_EQ(seen.lead[0].count + incident.count, 100U);
  EXPECT_EQ(seen.unjudged_goals, 0U);
  const Playtest unjudged = test(pennies(), {.max_playouts = 100},
                                 [](std::span<const std::string>, Role) { return std::nullopt; });
  EXPECT_THAT(unjudged.bad_goals, IsEmpty());
  EXPECT_EQ(unjudged.unjudged_goals, incident.count);
}

TEST(Playtest, FindsCircles) {
  const Playtest seen = test(circle(), {.max_playouts = 4, .max_length = 20});
  EXPECT_EQ(seen.statistics.truncated, 4U);
  EXPECT_EQ(seen.circles.count, 4U);
  EXPECT_EQ(seen.circles.step, 1U);
  EXPECT_EQ(seen.circle_length, 1U);
  EXPECT_THAT(seen.circles.moves, testing::AnyOf("l", "r"));
}

TEST(Playtest, StopsAtAFaultAndWhenToldTo) {
  ToyMachine machine(circle());
  machine.fault_after = 3;
  const auto go_on = [](const Playtest&) { return true; };
  const Playtest seen = Playtester<ToyMachine>(machine, {.max_playouts = 4}, no_goals).run(go_on);
  EXPECT_EQ(seen.statistics.fault, "the toy broke");
  ToyMachine endless(circle());
  std::size_t asked = 0;
  const Playtest stopped = Playtester<ToyMachine>(endless, {.max_length = 1'000'000'000}, no_goals)
                               .run([&](const Playtest&) { return ++asked < 5; });
  EXPECT_EQ(stopped.statistics.interrupted, 1U);
}

TEST(Playtest, TheProverSeesWhatTheOthersSee) {
  const auto game = gdl::load(
      "(role a) (init (at 1)) (succ 1 2) (succ 2 3)\n"
      "(<= (legal a go) (true (at ?x))) (legal a wait)\n"
      "(<= (next (at ?y)) (does a go) (true (at ?x)) (succ ?x ?y))\n"
      "(<= (next (at ?x)) (does a wait) (true (at ?x)))\n"
      "(<= terminal (true (at 3))) (goal a 100)\n",
      "walk");
  ASSERT_TRUE(game.has_value());
  const auto prover = machine::prover::Prover::make(*game);
  ASSERT_TRUE(prover.has_value());
  const Playtest seen =
      Playtester<machine::prover::Prover>(**prover, {.max_playouts = 20}, no_goals)
          .run([](const Playtest&) { return true; });
  EXPECT_THAT(seen.facts, ElementsAre("(at 1)", "(at 2)", "(at 3)"));
  EXPECT_THAT(seen.moves, ElementsAre(ElementsAre("go", "wait")));
  EXPECT_GT(seen.circles.count, 0U);
  EXPECT_EQ(seen.circles.moves, "wait");
}

}  // namespace
}  // namespace palamedes::exercise
