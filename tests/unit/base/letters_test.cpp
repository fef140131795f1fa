#include "base/letters.h"

#include <gtest/gtest.h>

namespace palamedes {
namespace {

TEST(Letters, WordsAreTheSameInAnyCase) {
  EXPECT_TRUE(same_in_any_case("Content-Length", "content-LENGTH"));
  EXPECT_TRUE(same_in_any_case("", ""));
  EXPECT_FALSE(same_in_any_case("a", "ab"));
  EXPECT_FALSE(same_in_any_case("[", "{"));  // 0x20 apart, as letters are
}

}  // namespace
}  // namespace palamedes
