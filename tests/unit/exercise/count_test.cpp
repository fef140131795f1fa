#include "exercise/count.h"

#include <gtest/gtest.h>

namespace palamedes::exercise {
namespace {

Count doubled(Count count, int times) {
  for (int i = 0; i < times; ++i) count += count;
  return count;
}

TEST(Count, PrintsAllDigits) {
  EXPECT_EQ(Count().digits(), "0");
  EXPECT_EQ(Count(7).digits(), "7");
  EXPECT_EQ(Count(1'000'000'000).digits(), "1000000000");
  EXPECT_EQ(Count(5'000'000'003).digits(), "5000000003");
  EXPECT_EQ(Count(~std::uint64_t{0}).digits(), "18446744073709551615");
}

TEST(Count, CarriesIntoTheUpperHalf) {
  Count count(~std::uint64_t{0});
  count += Count(1);
  EXPECT_EQ(count.digits(), "18446744073709551616");
  EXPECT_FALSE(count.saturated());
  EXPECT_EQ(doubled(Count(1), 100).digits(), "1267650600228229401496703205376");
  EXPECT_EQ(doubled(Count(1), 127).digits(), "170141183460469231731687303715884105728");
  EXPECT_FALSE(doubled(Count(1), 127).saturated());
}

TEST(Count, StopsAtTheTopAndSaysSo) {
  Count top = doubled(Count(1), 128);
  EXPECT_TRUE(top.saturated());
  EXPECT_EQ(top.digits(), "340282366920938463463374607431768211455");
  top += Count(5);
  EXPECT_TRUE(top.saturated());
  Count small(3);
  small += top;
  EXPECT_TRUE(small.saturated());
}

TEST(Count, Compares) {
  EXPECT_LT(Count(3), Count(4));
  EXPECT_LT(Count(~std::uint64_t{0}), doubled(Count(1), 64));
  EXPECT_EQ(doubled(Count(1), 3), Count(8));
}

}  // namespace
}  // namespace palamedes::exercise
