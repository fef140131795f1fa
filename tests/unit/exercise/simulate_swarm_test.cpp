#include "exercise/simulate_swarm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/factory.h"

namespace palamedes::exercise {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::unique_ptr<machine::swarm::SwarmMachine> machine_of(std::string_view text) {
  const auto game = gdl::load(text, "test");
  EXPECT_TRUE(game);
  auto chosen = machine::make_machine("swarm", *game);
  EXPECT_TRUE(chosen);
  return std::get<std::unique_ptr<machine::swarm::SwarmMachine>>(std::move(chosen->machine));
}

// A walker on a way of four fields; after `last` there is no move.
std::string way(int last) {
  return "(role walker) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3)"
         "(<= (legal walker go) (true (at ?x)) (succ ?x ?y) (not (true (at " +
         std::to_string(last) +
         "))))"
         "(<= (next (at ?y)) (true (at ?x)) (does walker go) (succ ?x ?y))"
         "(<= terminal (true (at 3))) (<= (goal walker 70) (true (at 3)))";
}

TEST(SimulateSwarm, IsExactOnADeterministicGame) {
  const auto machine = machine_of(way(3));
  std::uint64_t calls = 0;
  const SimulationStatistics s =
      simulate(*machine, {.max_playouts = 1000}, [&](const auto&) { ++calls; });
  EXPECT_EQ(calls, 1000U);
  EXPECT_EQ(s.finished, 1000U);
  EXPECT_EQ(s.playouts(), 1000U);
  EXPECT_EQ(s.states, 3000U);
  EXPECT_EQ(s.length.min, 3);
  EXPECT_EQ(s.length.max, 3);
  ASSERT_EQ(s.roles.size(), 1U);
  EXPECT_EQ(s.roles[0].name, "walker");
  EXPECT_THAT(s.roles[0].goal_counts, ElementsAre(Pair(70, 1000U)));
  EXPECT_EQ(s.joint_branching.count, 0U);
  EXPECT_EQ(s.roles[0].branching.count, 0U);
  EXPECT_FALSE(s.simultaneous.has_value());
  EXPECT_FALSE(s.first_dead_end.has_value());
}

TEST(SimulateSwarm, WinsTicTacToeAsOftenAsItShould) {
  const auto machine = machine_of(games::find("tictactoe")->text);
  constexpr double playouts = 100'000;
  const SimulationStatistics s = simulate(*machine, {.max_playouts = 100'000, .seed = 2});
  EXPECT_EQ(s.finished, 100'000U);
  EXPECT_EQ(s.length.min, 5);
  EXPECT_EQ(s.length.max, 9);
  // 737/1260, 121/420 and 8/63; five standard deviations are less than 0.008.
  EXPECT_NEAR(static_cast<double>(s.roles[0].wins) / playouts, 737.0 / 1260, 0.008);
  EXPECT_NEAR(static_cast<double>(s.roles[1].wins) / playouts, 121.0 / 420, 0.008);
  EXPECT_NEAR(static_cast<double>(s.draws) / playouts, 8.0 / 63, 0.008);
}

TEST(SimulateSwarm, RepeatsItselfWithTheSameSeedOnly) {
  const auto machine = machine_of(games::find("tictactoe")->text);
  const auto wins = [&](std::uint64_t seed) {
    const SimulationStatistics s = simulate(*machine, {.max_playouts = 5000, .seed = seed});
    return std::vector{s.states, s.roles[0].wins, s.roles[1].wins, s.draws};
  };
  const auto first = wins(1);
  EXPECT_NE(wins(2), first);
  EXPECT_EQ(wins(1), first);
}

TEST(SimulateSwarm, DescribesTheFirstDeadEnd) {
  const auto machine = machine_of(way(2));
  const SimulationStatistics s = simulate(*machine, {.max_playouts = 5});
  EXPECT_EQ(s.dead_ends, 5U);
  EXPECT_EQ(s.states, 10U);
  ASSERT_TRUE(s.first_dead_end.has_value());
  EXPECT_EQ(s.first_dead_end->role, "walker");
  EXPECT_EQ(s.first_dead_end->playout, 1U);
  EXPECT_EQ(s.first_dead_end->step, 2U);
  EXPECT_THAT(s.first_dead_end->facts, ElementsAre("(at 2)"));
}

TEST(SimulateSwarm, KeepsToLengthAndTime) {
  const auto machine = machine_of(way(3));
  EXPECT_EQ(simulate(*machine, {.max_playouts = 9, .max_length = 2}).truncated, 9U);
  EXPECT_EQ(simulate(*machine, {.max_playouts = 9, .max_length = 0}).truncated, 9U);
  EXPECT_EQ(simulate(*machine, {.max_playouts = 9, .max_length = 3}).finished, 9U);
  const SimulationStatistics none = simulate(*machine, {.max_seconds = 0});
  EXPECT_EQ(none.playouts(), 0U);
  EXPECT_EQ(none.interrupted, machine->swarm().lanes());
  const SimulationStatistics timed = simulate(*machine, {.max_seconds = 0.01});
  EXPECT_GT(timed.finished, 0U);
  EXPECT_GE(timed.wall_seconds, 0.01);
}

}  // namespace
}  // namespace palamedes::exercise
