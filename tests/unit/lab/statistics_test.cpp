#include "lab/statistics.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace palamedes::lab {
namespace {

TEST(Statistics, IntervalsOverlap) {
  const auto around = Estimate::around;
  EXPECT_TRUE(overlap(around(50, 2), around(53, 1)));
  EXPECT_FALSE(overlap(around(50, 2), around(53.1, 1)));
  EXPECT_TRUE(overlap(around(50, 0), around(53, 3)));
  // the nearer ends count, not the larger halves
  EXPECT_FALSE(overlap({50, 30, 51}, {60, 58, 90}));
  EXPECT_TRUE(overlap({60, 58, 90}, {50, 30, 59}));
}

// The first column of Sironi's Table 5.1 (RAVE, K = 10): significantly better in six of seven
// games, worse in one, robustness 5, average 61.0 +- 1.57.
TEST(Statistics, RobustnessAndAverageOfAPublishedColumn) {
  const auto around = Estimate::around;
  const std::array<Estimate, 7> column = {
      around(68.7, 4.06), around(58.2, 4.33), around(68.4, 4.08), around(64.7, 4.16),
      around(58.0, 3.83), around(45.2, 4.04), around(63.9, 4.20)};
  EXPECT_EQ(robustness(column, 50), 5);
  EXPECT_NEAR(average(column).value, 61.0, 0.05);
  EXPECT_NEAR(average(column).half(), 1.57, 0.03);
}

TEST(Statistics, WhatTouchesTheMiddleIsNeitherBetterNorWorse) {
  const auto around = Estimate::around;
  const std::array<Estimate, 3> column = {around(52, 2), around(48, 2), around(50, 0)};
  EXPECT_EQ(robustness(column, 50), 0);
  // the end on that side counts
  const std::array<Estimate, 2> skew = {{{70, 51, 75}, {30, 10, 51}}};
  EXPECT_EQ(robustness(skew, 50), 1);
}

// To each side the root of the sum of squares: sqrt(9 + 16) / 2 below, sqrt(1 + 0) / 2 above.
TEST(Statistics, AverageOfSkewIntervals) {
  const std::array<Estimate, 2> games = {{{90, 87, 91}, {100, 96, 100}}};
  const Estimate mean = average(games);
  EXPECT_DOUBLE_EQ(mean.value, 95);
  EXPECT_DOUBLE_EQ(mean.low, 92.5);
  EXPECT_DOUBLE_EQ(mean.high, 95.5);
}

// 400 log10(0.75 / 0.25) = 190.848 Elo. Wilson's interval of 75 of 100 is 0.656955 to 0.824548:
// odds from 1.91507 to 4.69956, which is 77.974 Elo to either side of 3. Each player has half of
// the difference.
TEST(Statistics, EloOfTwoPlayers) {
  const std::array<Score, 1> scores = {{{0, 1, 75, 25}}};
  const auto ratings = elo_ratings(2, scores);
  ASSERT_TRUE(ratings.has_value());
  EXPECT_NEAR((*ratings)[0].value - (*ratings)[1].value, 190.848, 0.001);
  EXPECT_NEAR((*ratings)[0].value, 95.424, 0.001);
  EXPECT_NEAR((*ratings)[0].half(), 38.987, 0.001);
  EXPECT_NEAR((*ratings)[1].half(), 38.987, 0.001);
}

TEST(Statistics, EloOfACircleIsEqual) {
  const std::array<Score, 3> scores = {{{0, 1, 60, 40}, {1, 2, 60, 40}, {2, 0, 60, 40}}};
  const auto ratings = elo_ratings(3, scores);
  ASSERT_TRUE(ratings.has_value());
  for (const Estimate& rating : *ratings) EXPECT_NEAR(rating.value, 0, 1e-9);
}

// Odds of 3 : 1 and 3 : 1 multiply to 9 : 1, so that results that agree with the model are met
// exactly: 75, 75 and 90 percent.
TEST(Statistics, EloOfAConsistentTriple) {
  const std::array<Score, 3> scores = {{{0, 1, 75, 25}, {1, 2, 75, 25}, {0, 2, 90, 10}}};
  const auto ratings = elo_ratings(3, scores);
  ASSERT_TRUE(ratings.has_value());
  EXPECT_NEAR((*ratings)[0].value, 190.848, 0.001);
  EXPECT_NEAR((*ratings)[1].value, 0, 0.001);
  EXPECT_NEAR((*ratings)[2].value, -190.848, 0.001);
}

TEST(Statistics, EloNeedsAWinAndALossOfEverybody) {
  const std::array<Score, 1> all = {{{0, 1, 100, 0}}};
  EXPECT_FALSE(elo_ratings(2, all).has_value());
  const std::array<Score, 2> apart = {{{0, 1, 5, 5}, {2, 3, 5, 5}}};
  EXPECT_FALSE(elo_ratings(4, apart).has_value());
  // a narrow escape is enough, however far apart the players are
  const std::array<Score, 1> nearly = {{{0, 1, 9999.5, 0.5}}};
  const auto ratings = elo_ratings(2, nearly);
  ASSERT_TRUE(ratings.has_value());
  EXPECT_NEAR((*ratings)[0].value - (*ratings)[1].value, 400 * std::log10(9999.5 / 0.5), 0.01);
}

}  // namespace
}  // namespace palamedes::lab
