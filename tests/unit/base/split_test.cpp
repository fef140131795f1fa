#include "base/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes {
namespace {

using testing::ElementsAre;

TEST(Split, HasAPieceMoreThanSeparators) {
  EXPECT_THAT(split("a,b,c", ','), ElementsAre("a", "b", "c"));
  EXPECT_THAT(split("a", ','), ElementsAre("a"));
}

TEST(Split, KeepsEmptyPieces) {
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_THAT(split(",a,,", ','), ElementsAre("", "a", "", ""));
}

}  // namespace
}  // namespace palamedes
