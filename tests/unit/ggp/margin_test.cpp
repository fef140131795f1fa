#include "ggp/margin.h"

#include <gtest/gtest.h>

namespace palamedes::ggp {
namespace {

TEST(Margin, StartsWithATenthOfTheClock) {
  const Margin margin;
  EXPECT_DOUBLE_EQ(margin.of(3), 0.3);
  EXPECT_DOUBLE_EQ(margin.of(60), 0.5);
  EXPECT_DOUBLE_EQ(margin.of(0.5), 0.1);
  EXPECT_DOUBLE_EQ(margin.of(0.1), 0.05);
  EXPECT_DOUBLE_EQ(margin.of(0), 0);
}

TEST(Margin, ShrinksByATenthPerTurnInTime) {
  Margin margin;
  margin.in_time(10, 0);
  EXPECT_DOUBLE_EQ(margin.of(10), 0.45);
  margin.in_time(10, 0);
  EXPECT_DOUBLE_EQ(margin.of(10), 0.405);
  for (int turn = 0; turn < 100; ++turn) margin.in_time(10, 0);
  EXPECT_DOUBLE_EQ(margin.of(10), 0.1);
}

TEST(Margin, CoversLagAndRoundTripTwice) {
  Margin margin;
  margin.in_time(10, 0.4);
  EXPECT_DOUBLE_EQ(margin.of(10), 0.8);
  margin.round_trip(0.1);
  EXPECT_DOUBLE_EQ(margin.of(10), 1.0);
  margin.in_time(10, 0);  // the peak of 0.4 counts 0.36 now; the margin had been learned as 1.0
  EXPECT_DOUBLE_EQ(margin.of(10), 0.92);
}

TEST(Margin, DoublesWhenAMoveWasReplaced) {
  Margin margin;
  margin.replaced(10);
  EXPECT_DOUBLE_EQ(margin.of(10), 1.0);
  margin.replaced(10);
  EXPECT_DOUBLE_EQ(margin.of(10), 2.0);
  for (int turn = 0; turn < 10; ++turn) margin.replaced(10);
  EXPECT_DOUBLE_EQ(margin.of(10), 5.0);
  EXPECT_DOUBLE_EQ(margin.of(1), 0.5);
}

}  // namespace
}  // namespace palamedes::ggp
