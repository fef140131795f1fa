#include "chart/axis.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace palamedes::chart {
namespace {

using testing::ElementsAre;

std::vector<std::string> texts(Range range, std::size_t most) {
  const Axis axis(range, 0, 1, most);
  std::vector<std::string> list;
  for (const double tick : axis.ticks()) list.push_back(axis.text(tick));
  return list;
}

TEST(Axis, HasRoundTicks) {
  EXPECT_THAT(texts({0, 1}, 6), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(texts({0, 100}, 5), ElementsAre("0", "25", "50", "75", "100"));
  EXPECT_THAT(texts({0, 100}, 6), ElementsAre("0", "20", "40", "60", "80", "100"));
  EXPECT_THAT(texts({1, 3000}, 9),
              ElementsAre("0", "500", "1,000", "1,500", "2,000", "2,500", "3,000"));
  // With steps of 0.005 it would be nine.
  EXPECT_THAT(texts({-0.013, 0.021}, 8),
              ElementsAre("-0.02", "-0.01", "0.00", "0.01", "0.02", "0.03"));
}

TEST(Axis, CoversTheRangeWithFewTicks) {
  Rng rng(1);
  for (int i = 0; i < 2000; ++i) {
    const double size = std::pow(10, static_cast<double>(rng.below(24)) - 12);
    const double low = (static_cast<double>(rng.below(2001)) - 1000) * size;
    const double high = low + (1 + static_cast<double>(rng.below(3000))) * size / 7;
    const std::size_t most = 3 + rng.below(9);
    const Axis axis({low, high}, 0, 1, most);
    ASSERT_GE(axis.ticks().size(), 2U);
    ASSERT_LE(axis.ticks().size(), most);
    const double rounding = 1e-9 * std::max(std::abs(low), std::abs(high));
    ASSERT_LE(axis.ticks().front(), low + rounding);
    ASSERT_GE(axis.ticks().back(), high - rounding);
    for (std::size_t t = 1; t < axis.ticks().size(); ++t) {
      ASSERT_NE(axis.text(axis.ticks()[t]), axis.text(axis.ticks()[t - 1])) << low << " " << high;
    }
  }
}

TEST(Axis, GivesRoomToASingleValue) {
  EXPECT_THAT(texts({0, 0}, 3), ElementsAre("-1", "0", "1"));
  const Axis axis({50, 50}, 0, 100, 5);
  EXPECT_GT(axis.at(50), 0);
  EXPECT_LT(axis.at(50), 100);
}

TEST(Axis, EndsSomewhere) {
  const double most = std::numeric_limits<double>::max();
  const Axis axis({-most, most}, 0, 10, 5);
  EXPECT_LE(axis.ticks().size(), 5U);
  EXPECT_TRUE(std::isfinite(axis.at(0)));
  EXPECT_LE(Axis({1e15, 1e15 + 0.125}, 0, 10, 5).ticks().size(), 5U);
}

TEST(Axis, PutsValuesBetweenItsEnds) {
  const Axis axis({0, 10}, 100, 200, 6);
  EXPECT_DOUBLE_EQ(axis.at(0), 100);
  EXPECT_DOUBLE_EQ(axis.at(5), 150);
  EXPECT_DOUBLE_EQ(axis.at(10), 200);
  EXPECT_DOUBLE_EQ(axis.at(-3), 100);
  EXPECT_DOUBLE_EQ(axis.at(99), 200);
  // Upwards in a picture is towards 0.
  const Axis upward({0, 10}, 200, 100, 6);
  EXPECT_DOUBLE_EQ(upward.at(2.5), 175);
}

}  // namespace
}  // namespace palamedes::chart
