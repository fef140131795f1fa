#include "base/rng.h"

#include <array>

#include <gtest/gtest.h>

#include "base/hash.h"

namespace palamedes {
namespace {

TEST(Rng, SameSeedSameNumbers) {
  Rng a(7);
  Rng b(7);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(a(), b());
}

TEST(Rng, SeedsAndStreamsDiffer) {
  Rng base(7, 0);
  Rng other_seed(8, 0);
  Rng other_stream(7, 1);
  int equal = 0;
  for (int i = 0; i < 100; ++i) {
    const auto value = base();
    equal += (value == other_seed() ? 1 : 0) + (value == other_stream() ? 1 : 0);
  }
  EXPECT_LT(equal, 5);
}

TEST(Rng, BelowStaysBelowAndReachesEverything) {
  Rng rng(1);
  EXPECT_EQ(rng.below(1), 0U);
  constexpr std::uint32_t bound = 6;
  constexpr int draws = 60'000;
  std::array<int, bound> counts{};
  for (int i = 0; i < draws; ++i) ++counts.at(rng.below(bound));
  // Five standard deviations of a fair die: sqrt(60000 * 1/6 * 5/6) = 91.
  for (const int count : counts) EXPECT_NEAR(count, draws / static_cast<int>(bound), 5 * 91);
}

TEST(Rng, BelowHasNoBiasWhereARemainderWould) {
  // With a plain remainder of 32 bits, values below 2^31 - 2^30 would come twice as often.
  Rng rng(3);
  constexpr std::uint32_t bound = 3U << 30U;
  constexpr int draws = 30'000;
  int low = 0;
  for (int i = 0; i < draws; ++i) low += rng.below(bound) < (1U << 30U) ? 1 : 0;
  EXPECT_NEAR(low, draws / 3, 5 * 82);
}

TEST(Hash, MixIsABijectionOnASample) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < 10'000; ++i) seen.insert(mix(i));
  EXPECT_EQ(seen.size(), 10'000U);
}

TEST(Hash, SpansDependOnOrderLengthAndSeed) {
  using Values = std::vector<std::uint32_t>;
  const auto hash = [](const Values& values, std::uint64_t seed) {
    return hash_span(std::span<const std::uint32_t>(values), seed);
  };
  EXPECT_EQ(hash({1, 2}, 0), hash({1, 2}, 0));
  EXPECT_NE(hash({1, 2}, 0), hash({2, 1}, 0));
  EXPECT_NE(hash({0}, 0), hash({0, 0}, 0));
  EXPECT_NE(hash({}, 0), hash({0}, 0));
  EXPECT_NE(hash({1}, 0), hash({1}, 1));
}

}  // namespace
}  // namespace palamedes
