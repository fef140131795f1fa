#include "base/suggest.h"

#include <gtest/gtest.h>

namespace palamedes {
namespace {

TEST(EditDistance, CountsEachKindOfSlip) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("legal", "legal"), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("legal", "lega"), 1U);    // left out
  EXPECT_EQ(edit_distance("legal", "leegal"), 1U);  // too many
  EXPECT_EQ(edit_distance("next", "nest"), 1U);     // replaced
  EXPECT_EQ(edit_distance("goal", "gaol"), 1U);     // swapped
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(EditDistance, IsSymmetric) {
  for (const char* a : {"", "a", "terminal", "terminla", "trueish"}) {
    for (const char* b : {"", "ab", "terminal", "termnal", "true"}) {
      EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << " and " << b;
    }
  }
}

TEST(Suggest, FindsTheNearest) {
  const std::vector<std::string> known = {"legal", "terminal", "next", "goal"};
  EXPECT_EQ(nearest("nest", known), "next");
  EXPECT_EQ(nearest("terminl", known), "terminal");
  EXPECT_EQ(nearest("gaol", known), "goal");
  EXPECT_EQ(did_you_mean("leagl", known), "did you mean 'legal'?");
}

TEST(Suggest, PrefersTheFirstOfEquallyNear) {
  const std::vector<std::string> known = {"cell", "bell"};
  EXPECT_EQ(nearest("dell", known), "cell");
}

TEST(Suggest, IsSilentWithoutAGoodCandidate) {
  const std::vector<std::string> known = {"legal", "terminal"};
  EXPECT_EQ(nearest("board", known), "");
  EXPECT_EQ(did_you_mean("board", known), "");
  EXPECT_EQ(nearest("legal", {}), "");
}

TEST(Suggest, NeverSuggestsTheNameItself) {
  const std::vector<std::string> known = {"legal"};
  EXPECT_EQ(nearest("legal", known), "");
}

TEST(Suggest, LeavesVeryShortAndVeryLongNamesAlone) {
  const std::vector<std::string> known = {"x", "lt", std::string(65, 'a')};
  EXPECT_EQ(nearest("y", known), "");
  EXPECT_EQ(nearest("gt", known), "");
  EXPECT_EQ(nearest(std::string(66, 'a'), known), "");
  EXPECT_EQ(nearest(std::string(64, 'a'), known), "");  // the candidate is too long
}

}  // namespace
}  // namespace palamedes
