#include "match/ordered_tally.h"

#include <gtest/gtest.h>

namespace palamedes::match {
namespace {

GameRecord game(std::uint64_t number, int first, int second) {
  GameRecord record;
  record.number = number;
  record.assignment = {0, 1};
  record.goals = {first, second};
  record.efforts.resize(2);
  return record;
}

TEST(OrderedTally, CountsInTheOrderOfTheNumbers) {
  OrderedTally tally(2, PointRule::agents, 2, std::nullopt);
  std::vector<std::uint64_t> counted;
  const OnGame note = [&](const GameRecord& record, const Tally&) {
    counted.push_back(record.number);
  };
  tally.add(game(2, 100, 0), note);
  tally.add(game(1, 0, 100), note);
  EXPECT_TRUE(counted.empty());
  EXPECT_EQ(tally.tally().games(), 0U);
  tally.add(game(0, 100, 0), note);
  EXPECT_EQ(counted, (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_DOUBLE_EQ(tally.tally().agents()[0].win_rate().value, 2.0 / 3);
}

TEST(OrderedTally, AGameThatNeverComesIsPassedOver) {
  OrderedTally tally(2, PointRule::agents, 2, std::nullopt);
  tally.add(game(1, 100, 0));
  tally.skip(0);
  EXPECT_EQ(tally.tally().games(), 1U);
}

TEST(OrderedTally, WhatComesAfterTheEndDoesNotCount) {
  OrderedTally tally(2, PointRule::agents, 2, 0.5);
  // always the same result: within 0.16 as soon as there are enough games
  for (std::uint64_t number = 0; number < 30; ++number) tally.add(game(number, 100, 0));
  EXPECT_TRUE(tally.is_over());
  EXPECT_EQ(tally.tally().games(), 20U);
}

// Twenty wins of twenty are within 0.161 only, 73 are within 0.05; then the round of two ends.
TEST(OrderedTally, NothingButWinsIsNotSureAtOnce) {
  OrderedTally tally(2, PointRule::agents, 2, 0.05);
  std::uint64_t number = 0;
  while (!tally.is_over() && number < 200) tally.add(game(number++, 100, 0));
  EXPECT_EQ(number, 74U);
}

TEST(OrderedTally, FaultsWithoutAnyResultEndIt) {
  OrderedTally tally(2, PointRule::agents, 2, 0.05);
  std::uint64_t number = 0;
  while (!tally.is_over() && number < 200) tally.add(game(number++, 100, -1));
  EXPECT_EQ(number, 20U);
  // without a limit of that kind all games are played
  OrderedTally all(2, PointRule::agents, 2, std::nullopt);
  for (std::uint64_t i = 0; i < 30; ++i) all.add(game(i, 100, -1));
  EXPECT_FALSE(all.is_over());
  EXPECT_EQ(all.tally().faults(), 30U);
}

TEST(OrderedTally, SpeedsAreAveragesOfTheGamesMedians) {
  OrderedTally tally(2, PointRule::agents, 2, std::nullopt);
  GameRecord first = game(0, 100, 0);
  first.efforts[0] = {.simulations_per_second = 100, .states_per_second = 700};
  GameRecord second = game(1, 100, 0);
  second.efforts[0] = {.simulations_per_second = 200, .states_per_second = 900};
  tally.add(first);
  tally.add(second);
  tally.add(game(2, 100, 0));  // one without a thought counts for no speed
  EXPECT_DOUBLE_EQ(tally.tally().agents()[0].simulation_speed.mean, 150);
  EXPECT_DOUBLE_EQ(tally.tally().agents()[0].state_speed.mean, 800);
}

TEST(OrderedTally, StatisticsAreAveragesOverTheGamesThatTellThem) {
  OrderedTally tally(2, PointRule::agents, 2, std::nullopt);
  GameRecord first = game(0, 100, 0);
  first.efforts[0] = {.statistics_per_node = 3};
  GameRecord second = game(1, 100, 0);
  second.efforts[0] = {.statistics_per_node = 4};
  tally.add(first);
  tally.add(second);
  tally.add(game(2, 100, 0));
  EXPECT_DOUBLE_EQ(tally.tally().agents()[0].statistics.mean, 3.5);
  EXPECT_EQ(tally.tally().agents()[1].statistics.count, 0U);
}

}  // namespace
}  // namespace palamedes::match
