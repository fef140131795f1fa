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

}  // namespace
}  // namespace palamedes
