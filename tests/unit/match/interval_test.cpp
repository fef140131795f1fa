#include "match/interval.h"

#include <cmath>

#include <gtest/gtest.h>

namespace palamedes::match {
namespace {

// z^2 = 3.841459. With p = 1 the formula is n / (n + z^2): 20 / 23.841459 = 0.838875.
TEST(Wilson, AllOfTwentyIsNotCertain) {
  const Estimate won = wilson_estimate(1, 20);
  EXPECT_NEAR(won.low, 0.838875, 1e-6);
  EXPECT_EQ(won.high, 1);
  EXPECT_NEAR(won.half(), 0.161125, 1e-6);
  const Estimate lost = wilson_estimate(0, 20);
  EXPECT_EQ(lost.low, 0);
  EXPECT_NEAR(lost.high, 0.161125, 1e-6);
  EXPECT_NEAR(lost.half(), 0.161125, 1e-6);
}

// 1 + z^2 / n = 1.03841459, so the centre is 0.76920729 / 1.03841459 = 0.740752, and the half
// 1.959964 * sqrt(0.001875 + 0.0000960365) / 1.03841459 = 0.083796.
TEST(Wilson, SeventyFiveOfAHundred) {
  const Estimate rate = wilson_estimate(0.75, 100);
  EXPECT_EQ(rate.value, 0.75);
  EXPECT_NEAR(rate.low, 0.740752 - 0.083796, 2e-6);
  EXPECT_NEAR(rate.high, 0.740752 + 0.083796, 2e-6);
  EXPECT_NEAR(rate.half(), 0.75 - 0.656955, 2e-6);
  EXPECT_NEAR(rate.scaled(100).low, 65.6955, 2e-4);
}

// With p = 1/2 it is z / (2 sqrt(n + z^2)) to either side: 1.959964 / (2 * 4.882772) = 0.200702.
// Twenty draws and ten wins of twenty are told alike: draws cannot be less certain than those.
TEST(Wilson, TwentyDraws) { EXPECT_NEAR(wilson_estimate(0.5, 20).half(), 0.200702, 1e-6); }

TEST(Wilson, HoldsTheMeanAndIsNeverEmpty) {
  for (const double games : {0.5, 1.0, 2.0, 7.0, 20.0, 73.0, 1000.0, 1e9}) {
    for (int i = 0; i <= 100; ++i) {
      const Estimate rate = wilson_estimate(i / 100.0, games);
      EXPECT_LE(0, rate.low);
      EXPECT_LE(rate.low, rate.value);
      EXPECT_LE(rate.value, rate.high);
      EXPECT_LE(rate.high, 1);
      EXPECT_LT(rate.low, rate.high);
    }
  }
  const Estimate nothing = wilson_estimate(0, 0);
  EXPECT_EQ(nothing.low, 0);
  EXPECT_EQ(nothing.high, 1);
}

// What ratings rely on: odds are multiplied and divided by the same factor.
TEST(Wilson, IsSymmetricInTheLogarithmOfTheOdds) {
  const auto logit = [](double p) { return std::log(p / (1 - p)); };
  const Estimate rate = wilson_estimate(0.75, 100);
  EXPECT_NEAR(logit(rate.high) - logit(0.75), logit(0.75) - logit(rate.low), 1e-12);
}

// z^2 / (n + z^2) <= 0.05 from n = 19 z^2 = 72.99 on; z / (2 sqrt(n + z^2)) <= 0.1 from 92.2 on.
TEST(Wilson, TellsHowManyGamesItTakes) {
  EXPECT_EQ(games_for(1, 0.05), 73);
  EXPECT_EQ(games_for(0.5, 0.1), 93);
  EXPECT_EQ(games_for(0.5, 0.6), 1);
  EXPECT_GT(games_for(0.5, 0), 1e11);
}

TEST(Estimates, MayBeSymmetric) {
  const Estimate published = Estimate::around(60.2, 4.3);
  EXPECT_DOUBLE_EQ(published.low, 55.9);
  EXPECT_DOUBLE_EQ(published.high, 64.5);
  EXPECT_NEAR(published.half(), 4.3, 1e-12);
}

}  // namespace
}  // namespace palamedes::match
