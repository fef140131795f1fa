#include "base/most_frequent.h"

#include <gtest/gtest.h>

namespace palamedes {
namespace {

std::optional<std::uint32_t> of(std::vector<std::uint32_t> values, std::size_t fewest) {
  return most_frequent(values, fewest);
}

TEST(MostFrequent, IsTheLowestAmongEquals) {
  EXPECT_EQ(of({7, 3, 7, 3, 5}, 2), 3U);
  EXPECT_EQ(of({7, 3, 7, 3, 7}, 2), 7U);
}

TEST(MostFrequent, IsNothingIfItOccursTooSeldom) {
  EXPECT_EQ(of({1, 1, 2}, 3), std::nullopt);
  EXPECT_EQ(of({1, 1, 2}, 2), 1U);
  EXPECT_EQ(of({}, 0), std::nullopt);
  EXPECT_EQ(of({4}, 0), 4U);
}

}  // namespace
}  // namespace palamedes
