#include "search/statistics/move_averages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/search/playout/playout_testing.h"

namespace palamedes::search::statistics {
namespace {

using testing::ElementsAre;

TEST(MoveAverages, EachRoleHasItsOwnAverages) {
  MoveAverages averages(2, 1);
  averages.add(simulation({{a, b}, {b, a}}, {1, 0}));
  averages.add(simulation({{a, a}}, {0.5, 0.5}));
  EXPECT_FLOAT_EQ(averages.value(Role{0}, a), 0.75);  // (1 + 0.5) / 2
  EXPECT_FLOAT_EQ(averages.value(Role{0}, b), 1);
  EXPECT_FLOAT_EQ(averages.value(Role{1}, a), 0.25);  // (0 + 0.5) / 2
  EXPECT_FLOAT_EQ(averages.value(Role{1}, b), 0);
}

TEST(MoveAverages, DuplicatesOfASimulationCountEachTime) {
  MoveAverages averages(1, 1);
  averages.add(simulation({{a}, {a}, {a}}, {1}));
  averages.add(simulation({{a}}, {0}));
  EXPECT_DOUBLE_EQ(averages.visits(Role{0}, a), 4);
  EXPECT_FLOAT_EQ(averages.value(Role{0}, a), 0.75);
}

TEST(MoveAverages, AMoveNeverMadeHasTheFirstPlayUrgency) {
  MoveAverages averages(1, 0.6);
  EXPECT_FLOAT_EQ(averages.value(Role{0}, a), 0.6F);
  averages.add(simulation({{e}}, {0}));
  EXPECT_FLOAT_EQ(averages.value(Role{0}, a), 0.6F);
  EXPECT_FLOAT_EQ(averages.value(Role{0}, Move{1000}), 0.6F);
  EXPECT_DOUBLE_EQ(averages.visits(Role{0}, Move{1000}), 0);
}

TEST(MoveAverages, DecayLeavesTheMeanAndMakesOldResultsCountLess) {
  MoveAverages averages(1, 1);
  averages.add(simulation({{a}}, {1}));
  averages.add(simulation({{a}}, {0}));
  averages.decay_all(0.4);
  EXPECT_FLOAT_EQ(averages.value(Role{0}, a), 0.5);
  EXPECT_DOUBLE_EQ(averages.visits(Role{0}, a), 0.8);
  averages.add(simulation({{a}}, {1}));
  EXPECT_FLOAT_EQ(averages.value(Role{0}, a), 1.4F / 1.8F);  // sum 0.4 * 1 + 1, visits 0.4 * 2 + 1
}

TEST(MoveAverages, OccurrencesDecayOnceEach) {
  MoveAverages averages(1, 1);
  const Simulation twice = simulation({{a}, {a}, {b}}, {1});
  averages.add(twice);
  averages.add(simulation({{c}}, {1}));
  averages.decay_occurrences(twice, 0.9);
  EXPECT_DOUBLE_EQ(averages.visits(Role{0}, a), 2 * 0.9 * 0.9);
  EXPECT_DOUBLE_EQ(averages.visits(Role{0}, b), 0.9);
  EXPECT_DOUBLE_EQ(averages.visits(Role{0}, c), 1);
}

// The second role only ever waits, so that nothing is kept of its move; to decay it is to do
// nothing.
TEST(MoveAverages, MovesThatNothingIsKeptOfDoNotDecay) {
  IdleMoves idle(2);
  for (int i = 0; i < IdleMoves::often; ++i) idle.made(1, d, 1);
  Simulation played = simulation({{a, d}}, {1, 0});
  played.idle = &idle;
  MoveAverages averages(2, 1);
  averages.add(played);
  ASSERT_EQ(averages.move_count(Role{1}), 0U);
  averages.decay_occurrences(played, 0.5);
  EXPECT_EQ(averages.move_count(Role{1}), 0U);
  EXPECT_DOUBLE_EQ(averages.visits(Role{0}, a), 0.5);
  EXPECT_FLOAT_EQ(averages.value(Role{1}, d), 1);
}

TEST(MoveAverages, WhatHasDecayedToNothingIsAsIfNeverMade) {
  MoveAverages averages(1, 1);
  averages.add(simulation({{a}, {b}}, {0}));
  averages.decay_all(0);
  EXPECT_FLOAT_EQ(averages.value(Role{0}, a), 1);
  averages.add(simulation({{a}}, {0}));
  for (int i = 0; i < 20; ++i) averages.decay_all(0.5);  // 2^-20 is the least that is kept
  EXPECT_FLOAT_EQ(averages.value(Role{0}, a), 0);
  averages.decay_all(0.5);
  EXPECT_FLOAT_EQ(averages.value(Role{0}, a), 1);
  EXPECT_DOUBLE_EQ(averages.visits(Role{0}, a), 0);
}

TEST(MoveAverages, ValuesHaveAtLeastTheMovesAskedFor) {
  MoveAverages averages(2, 1);
  averages.add(simulation({{a, d}}, {0.5, 0.25}));
  EXPECT_THAT(averages.values(3),
              ElementsAre(ElementsAre(1, 0.5, 1), ElementsAre(1, 1, 1, 1, 0.25)));
  EXPECT_GE(averages.memory_bytes(), 8 * (sizeof(Average<double>) + sizeof(float)));
}

}  // namespace
}  // namespace palamedes::search::statistics
