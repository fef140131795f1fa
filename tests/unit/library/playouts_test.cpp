#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exercise/simulate.h"
#include "library/cores.h"
#include "unit/library/sheets.h"

namespace palamedes::library {
namespace {

using testing::HasSubstr;

TEST(LibraryPlayouts, OfEachMachineHaveTheExpectedGoals) {
  // Left leads after two calls with probability 5/16, right as well: the mean goal is 50.
  for (const std::string machine : {"prover", "propnet", "scalar", "auto"}) {
    const auto results = game_of(callers, machine).initial().playouts({.count = 4000}).value();
    const bool swarm = machine == "scalar" || machine == "auto";
    EXPECT_EQ(results.machine, swarm ? "swarm" : machine);
    EXPECT_EQ(results.finished, 4000U);
    EXPECT_EQ(results.playouts(), 4000U);
    EXPECT_EQ(results.states, 8000U);
    EXPECT_EQ(results.mean_length, 2);
    EXPECT_EQ(results.shortest, 2U);
    EXPECT_EQ(results.longest, 2U);
    ASSERT_EQ(results.roles.size(), 2U);
    const double deviation = 100 * std::sqrt(10.0 / 16 / 4 / 4000);  // of the mean
    EXPECT_NEAR(results.roles[0].mean_goal, 50, 5 * deviation) << machine;
    EXPECT_EQ(results.roles[0].mean_goal + results.roles[1].mean_goal, 100);
    EXPECT_EQ(results.roles[0].wins + results.roles[1].wins + results.draws, 4000U);
    EXPECT_EQ(results.roles[1].lowest_goal, 0);
    EXPECT_EQ(results.roles[1].highest_goal, 100);
  }
}

TEST(LibraryPlayouts, StartFromTheState) {
  for (const bool side_by_side : {true, false}) {
    const State state = game_of(callers).initial().after("high low").value();
    const auto results = state.playouts({.count = 1000, .side_by_side = side_by_side}).value();
    EXPECT_EQ(results.machine, side_by_side ? "swarm" : "scalar");
    EXPECT_EQ(results.mean_length, 1);
    EXPECT_EQ(results.roles[1].wins, 0U);  // it cannot catch up and pass in one step
    EXPECT_EQ(results.roles[0].wins + results.draws, 1000U);
    EXPECT_GT(results.draws, 150U);
    EXPECT_LT(results.draws, 350U);

    const auto over = state.after("low low")->playouts({.count = 70}).value();
    EXPECT_EQ(over.finished, 70U);
    EXPECT_EQ(over.states, 0U);
    EXPECT_EQ(over.roles[0].wins, 70U);
  }
}

TEST(LibraryPlayouts, TheSameSeedGivesTheSame) {
  const State state = builtin("connect_four").initial();
  for (const bool side_by_side : {true, false}) {
    const PlayoutOptions options{.count = 500, .seed = 7, .side_by_side = side_by_side};
    const auto one = state.playouts(options).value();
    const auto same = builtin("connect_four").initial().playouts(options).value();
    EXPECT_EQ(one.states, same.states);
    EXPECT_EQ(one.roles[0].wins, same.roles[0].wins);
    PlayoutOptions changed = options;
    changed.seed = 8;
    EXPECT_NE(one.states, state.playouts(changed)->states);
  }
}

TEST(LibraryPlayouts, AreThoseOfTheSimulation) {
  const Game game = builtin("tictactoe", "propnet");
  const auto results = game.initial().playouts({.count = 300, .seed = 5}).value();
  exercise::SimulateOptions options;
  options.max_playouts = 300;
  options.seed = 5;
  const auto expected = std::visit([&](auto& steps) { return exercise::simulate(*steps, options); },
                                   Access::core(game)->game->steps());
  EXPECT_EQ(results.states, expected.states);
  EXPECT_EQ(results.draws, expected.draws);
  EXPECT_EQ(results.mean_length, expected.length.mean());
  EXPECT_EQ(results.roles[1].mean_goal, expected.roles[1].goal.mean());
}

TEST(LibraryPlayouts, LimitsHold) {
  const State state = game_of(endless).initial();
  for (const bool side_by_side : {true, false}) {
    const auto cut =
        state.playouts({.count = 20, .max_length = 50, .side_by_side = side_by_side}).value();
    EXPECT_EQ(cut.truncated, 20U);
    EXPECT_EQ(cut.finished, 0U);
    EXPECT_EQ(cut.states, 1000U);
    const auto none =
        state.playouts({.count = 20, .max_length = 0, .side_by_side = side_by_side}).value();
    EXPECT_EQ(none.truncated, 20U);
    EXPECT_EQ(none.states, 0U);
    int asked = 0;
    const auto stopped = state
                             .playouts({.count = 1'000'000'000,
                                        .side_by_side = side_by_side,
                                        .stop = [&] { return ++asked > 3; }})
                             .value();
    EXPECT_LT(stopped.playouts(), 1'000'000U);
    EXPECT_GE(asked, 4);
    EXPECT_LT(asked, 10);
  }
  EXPECT_EQ(state.playouts({.count = 0})->playouts(), 0U);
  EXPECT_EQ(state.playouts({.seconds = 0})->playouts(), 0U);
  EXPECT_THAT(problem_of(state.playouts({.seconds = -1})), HasSubstr("PlayoutOptions::seconds"));
  EXPECT_THAT(problem_of(state.playouts({.seconds = std::nan("")})),
              HasSubstr("PlayoutOptions::seconds"));
}

TEST(LibraryPlayouts, DeadEndsAreCounted) {
  for (const bool side_by_side : {true, false}) {
    const auto results =
        game_of(dead_end).initial().playouts({.count = 9, .side_by_side = side_by_side}).value();
    EXPECT_EQ(results.dead_ends, 9U);
    EXPECT_EQ(results.finished, 0U);
  }
}

}  // namespace
}  // namespace palamedes::library
