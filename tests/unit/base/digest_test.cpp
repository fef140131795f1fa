#include "base/digest.h"

#include <gtest/gtest.h>

namespace palamedes {
namespace {

// Values of the reference implementation (x64, 128 bits, seed 0).
TEST(Digest, IsMurmurHash3) {
  EXPECT_EQ(digest("").hex(), "00000000000000000000000000000000");
  EXPECT_EQ(digest("hello").hex(), "cbd8a7b341bd9b025b1e906a48ae1d19");
  EXPECT_EQ(digest("hello, world").hex(), "342fac623a5ebc8e4cdcbc079642414d");
  EXPECT_EQ(digest("19 Jan 2038 at 3:14:07 AM").hex(), "b89e5988b737affc664fc2950231b2cb");
  EXPECT_EQ(digest("The quick brown fox jumps over the lazy dog.").hex(),
            "cd99481f9ee902c9695da1a38987b6e7");
}

TEST(Digest, KeepsPartsApart) {
  const auto of = [](std::string_view a, std::string_view b) {
    return Digester().add(a).add(b).digest();
  };
  EXPECT_EQ(of("ab", "c"), of("ab", "c"));
  EXPECT_FALSE(of("ab", "c") == of("a", "bc"));
  EXPECT_FALSE(of("", "a") == of("a", ""));
}

}  // namespace
}  // namespace palamedes
