#include "base/moments.h"

#include <gtest/gtest.h>

namespace palamedes {
namespace {

Moments of(const std::vector<double>& numbers) {
  Moments moments;
  for (const double number : numbers) moments.add(number);
  return moments;
}

TEST(Moments, AreThoseOfASmallExample) {
  // Mean 5, squares 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32.
  const Moments moments = of({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(moments.count, 8U);
  EXPECT_DOUBLE_EQ(moments.mean, 5);
  EXPECT_DOUBLE_EQ(moments.variance(), 32.0 / 7);
  EXPECT_DOUBLE_EQ(moments.deviation(), std::sqrt(32.0 / 7));
  EXPECT_DOUBLE_EQ(moments.standard_error(), std::sqrt(32.0 / 7 / 8));
}

TEST(Moments, OfFewerThanTwoNumbersHaveNoSpread) {
  EXPECT_EQ(of({}).variance(), 0);
  EXPECT_EQ(of({}).standard_error(), 0);
  EXPECT_EQ(of({3}).mean, 3);
  EXPECT_EQ(of({3}).variance(), 0);
  EXPECT_EQ(of({3}).standard_error(), 0);
}

TEST(Moments, KeepSmallSpreadsOfLargeNumbers) {
  // The sums of squares would need 19 digits.
  const Moments moments = of({1e9 + 1, 1e9 + 2, 1e9 + 3});
  EXPECT_DOUBLE_EQ(moments.mean, 1e9 + 2);
  EXPECT_DOUBLE_EQ(moments.variance(), 1);
}

// 1 and 3 have mean 2 and squares 2; with 5, 7 and 9 (7 and 8) it is mean 5 and squares
// 16 + 4 + 0 + 4 + 16 = 40.
TEST(Moments, OfTwoRowsAreThoseOfAllTheirNumbers) {
  Moments first;
  Moments second;
  for (const double number : {1.0, 3.0}) first.add(number);
  for (const double number : {5.0, 7.0, 9.0}) second.add(number);
  first.add(second);
  EXPECT_EQ(first.count, 5U);
  EXPECT_DOUBLE_EQ(first.mean, 5);
  EXPECT_DOUBLE_EQ(first.squares, 40);
  first.add(Moments{});
  EXPECT_EQ(first.count, 5U);
  Moments none;
  none.add(second);
  EXPECT_EQ(none.count, 3U);
  EXPECT_DOUBLE_EQ(none.mean, 7);
  EXPECT_DOUBLE_EQ(none.squares, 8);
}

}  // namespace
}  // namespace palamedes
