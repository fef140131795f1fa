// Numbers that java.util.Random is known to give.

#include "vgdl/random.h"

#include <gtest/gtest.h>

namespace palamedes::vgdl {
namespace {

TEST(VgdlRandom, DrawsAsJavaDoes) {
  Random random;
  random.seed(RandomMode::compatible, 42);
  EXPECT_DOUBLE_EQ(random.unit(), 0.7275636800328681);
  EXPECT_EQ(random.draws(), 2U);
  random.seed(RandomMode::compatible, 42);
  EXPECT_FLOAT_EQ(random.unit_float(), 0.7275637F);
  EXPECT_EQ(random.draws(), 1U);
  random.seed(RandomMode::compatible, 42);
  EXPECT_EQ(random.below(10), 0U);
  EXPECT_EQ(random.below(10), 3U);
  EXPECT_EQ(random.below(10), 8U);
  random.seed(RandomMode::compatible, 0);
  EXPECT_DOUBLE_EQ(random.unit(), 0.730967787376657);
  // A power of two takes the high bits.
  random.seed(RandomMode::compatible, 0);
  EXPECT_EQ(random.below(4), 2U);
}

TEST(VgdlRandom, RejectsAsJavaDoes) {
  // A bound just above 2^30 is drawn again about every other time.
  Random random;
  random.seed(RandomMode::compatible, 1);
  constexpr std::uint32_t bound = (1U << 30) + 1;
  for (int i = 0; i < 1000; ++i) EXPECT_LT(random.below(bound), bound);
  EXPECT_GT(random.draws(), 1500U);
  EXPECT_LT(random.draws(), 2500U);
}

TEST(VgdlRandom, IsUniformWhenFast) {
  Random random;
  random.seed(RandomMode::fast, 3);
  int counts[4] = {};
  double sum = 0;
  for (int i = 0; i < 40'000; ++i) {
    ++counts[random.below(4)];
    sum += random.unit();
  }
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
  EXPECT_NEAR(sum / 40'000, 0.5, 0.01);
}

}  // namespace
}  // namespace palamedes::vgdl
