#include "exercise/simulate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/exercise/toy_machine.h"

namespace palamedes::exercise {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(Simulate, IsExactOnADeterministicGame) {
  ToyMachine machine(corridor());
  const SimulationStatistics statistics = simulate(machine, {.max_playouts = 10});
  EXPECT_EQ(statistics.playouts(), 10U);
  EXPECT_EQ(statistics.finished, 10U);
  EXPECT_EQ(statistics.states, 30U);
  EXPECT_EQ(statistics.length.min, 3);
  EXPECT_EQ(statistics.length.max, 3);
  EXPECT_EQ(statistics.length.mean(), 3);
  EXPECT_EQ(statistics.joint_branching.mean(), 1);
  ASSERT_EQ(statistics.roles.size(), 1U);
  EXPECT_EQ(statistics.roles[0].name, "walker");
  EXPECT_EQ(statistics.roles[0].goal.mean(), 70);
  EXPECT_THAT(statistics.roles[0].goal_counts, ElementsAre(Pair(70, 10U)));
  EXPECT_EQ(statistics.roles[0].wins, 0U);
  EXPECT_EQ(statistics.simultaneous, false);
  EXPECT_GE(statistics.cpu_seconds, 0);
}

TEST(Simulate, CountsWinsDrawsAndUndefinedGoals) {
  ToyMachine machine(pennies());
  constexpr std::uint64_t playouts = 6000;
  const SimulationStatistics s = simulate(machine, {.max_playouts = playouts});
  // Of six equally likely joint moves two are won by row, two by column, one is a draw, and one
  // leaves the goal of row undefined. Five standard deviations: 5 * sqrt(6000 * 2/9) = 183.
  EXPECT_NEAR(static_cast<double>(s.roles[0].wins), 2000, 183);
  EXPECT_NEAR(static_cast<double>(s.roles[1].wins), 2000, 183);
  EXPECT_NEAR(static_cast<double>(s.draws), 1000, 183);
  EXPECT_EQ(s.roles[1].undefined_goals, 0U);
  EXPECT_EQ(s.roles[0].wins + s.roles[1].wins + s.draws + s.roles[0].undefined_goals, playouts);
  EXPECT_EQ(s.roles[0].goal.count, playouts - s.roles[0].undefined_goals);
  EXPECT_EQ(s.roles[0].goal_counts.at(100), s.roles[0].wins);
  EXPECT_EQ(s.roles[1].goal_counts.at(10), s.roles[0].undefined_goals);
  EXPECT_EQ(s.roles[0].branching.mean(), 2);
  EXPECT_EQ(s.roles[1].branching.mean(), 3);
  EXPECT_EQ(s.joint_branching.mean(), 6);
  EXPECT_EQ(s.simultaneous, true);
}

TEST(Simulate, KeepsWhatItHasWhenItIsStopped) {
  ToyMachine machine(corridor());
  int asked = 0;
  const SimulationStatistics s = simulate(machine, {.stop = [&] { return ++asked > 10; }});
  EXPECT_EQ(s.finished, 2U);  // asked before each playout and each of its three moves
  EXPECT_EQ(s.interrupted, 1U);
  EXPECT_EQ(s.roles[0].goal.count, 2U);
}

TEST(Simulate, DescribesTheFirstDeadEnd) {
  ToyMachine machine(broken());
  const SimulationStatistics statistics = simulate(machine, {.max_playouts = 4});
  EXPECT_EQ(statistics.dead_ends, 4U);
  EXPECT_EQ(statistics.finished, 0U);
  ASSERT_TRUE(statistics.first_dead_end);
  EXPECT_EQ(statistics.first_dead_end->role, "right");
  EXPECT_EQ(statistics.first_dead_end->playout, 1U);
  EXPECT_EQ(statistics.first_dead_end->step, 1U);
  EXPECT_THAT(statistics.first_dead_end->facts, ElementsAre("(two 2)", "more"));
}

TEST(Simulate, CountsTruncatedPlayouts) {
  ToyMachine machine(circle());
  const SimulationStatistics statistics = simulate(machine, {.max_playouts = 3, .max_length = 40});
  EXPECT_EQ(statistics.truncated, 3U);
  EXPECT_EQ(statistics.length.count, 0U);
  EXPECT_EQ(statistics.states, 120U);
}

TEST(Simulate, StopsWhenTheTimeIsUpEvenInsideAPlayout) {
  ToyMachine machine(circle());
  const SimulationStatistics statistics = simulate(
      machine, {.max_seconds = 0.02, .max_length = std::numeric_limits<std::size_t>::max()});
  EXPECT_EQ(statistics.interrupted, 1U);
  EXPECT_EQ(statistics.playouts(), 0U);
  EXPECT_GE(statistics.wall_seconds, 0.02);
}

TEST(Simulate, StopsWhenTheMachineGivesUp) {
  ToyMachine machine(corridor());
  machine.fault_after = 7;
  const SimulationStatistics statistics = simulate(machine, {.max_playouts = 100});
  EXPECT_EQ(statistics.fault, "the toy broke");
  EXPECT_EQ(statistics.finished, 2U);
}

TEST(Simulate, IsReproducibleAndPlayoutsDoNotDependOnTheirNumber) {
  ToyMachine machine(diamond());
  const auto goals = [&](std::uint64_t playouts, std::uint64_t seed) {
    std::vector<std::uint64_t> good;
    simulate(machine, {.max_playouts = playouts, .seed = seed},
             [&](const SimulationStatistics& s) { good.push_back(s.roles[0].wins); });
    return good;
  };
  const auto fifty = goals(50, 3);
  EXPECT_EQ(fifty, goals(50, 3));
  EXPECT_NE(fifty, goals(50, 4));
  auto hundred = goals(100, 3);
  hundred.resize(50);
  EXPECT_EQ(fifty, hundred);
}

}  // namespace
}  // namespace palamedes::exercise
