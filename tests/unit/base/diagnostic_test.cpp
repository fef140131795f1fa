#include "base/diagnostic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes {
namespace {

using testing::ElementsAre;

std::vector<std::string> texts(const Diagnostics& diagnostics) {
  std::vector<std::string> result;
  for (const Diagnostic& diagnostic : diagnostics.list()) result.push_back(to_string(diagnostic));
  return result;
}

TEST(Diagnostic, PrintsWhatItHas) {
  EXPECT_EQ(to_string(Diagnostic{Severity::error, "a.kif", {3, 7}, "bad", "good"}),
            "a.kif:3:7: error: bad (good)");
  EXPECT_EQ(to_string(Diagnostic{Severity::warning, "a.kif", {}, "odd", ""}),
            "a.kif: warning: odd");
  EXPECT_EQ(to_string(Diagnostic{Severity::error, "", {3, 7}, "bad", ""}), "3:7: error: bad");
  EXPECT_EQ(to_string(Diagnostic{Severity::error, "", {}, "bad", ""}), "error: bad");
}

TEST(Diagnostic, QuotesNamesAndShortensLongOnes) {
  EXPECT_EQ(quote("p"), "'p'");
  EXPECT_EQ(quote(std::string(60, 'x')), "'" + std::string(60, 'x') + "'");
  const std::string name = std::string(500, 'a') + std::string(500, 'b');
  EXPECT_EQ(quote(name), "'" + std::string(28, 'a') + "..." + std::string(28, 'b') + "'");
}

TEST(Diagnostics, CountsErrorsOnly) {
  Diagnostics diagnostics("f");
  EXPECT_TRUE(diagnostics.empty());
  diagnostics.warning({1, 1}, "w");
  EXPECT_FALSE(diagnostics.has_errors());
  diagnostics.error({1, 1}, "e");
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.error_count(), 1U);
  EXPECT_EQ(diagnostics.list().size(), 2U);
  EXPECT_EQ(diagnostics.list().front().file, "f");
}

TEST(Diagnostics, SortsByPlaceThenSeverityThenText) {
  Diagnostics diagnostics("f");
  diagnostics.warning({2, 1}, "b");
  diagnostics.error({10, 1}, "late");
  diagnostics.error({2, 10}, "right");
  diagnostics.error({2, 1}, "z");
  diagnostics.warning({2, 1}, "a");
  diagnostics.warning({}, "whole");
  diagnostics.sort();
  EXPECT_THAT(texts(diagnostics),
              ElementsAre("f: warning: whole", "f:2:1: error: z", "f:2:1: warning: a",
                          "f:2:1: warning: b", "f:2:10: error: right", "f:10:1: error: late"));
}

TEST(Diagnostics, SortingKeepsEqualOnesOnce) {
  Diagnostics diagnostics("f");
  for (int i = 0; i < 3; ++i) diagnostics.error({1, 1}, "same", "hint");
  diagnostics.error({1, 1}, "same", "other hint");
  diagnostics.sort();
  EXPECT_THAT(texts(diagnostics),
              ElementsAre("f:1:1: error: same (hint)", "f:1:1: error: same (other hint)"));
  EXPECT_EQ(diagnostics.error_count(), 2U);
}

TEST(Diagnostics, AppendingKeepsFilesAndCounts) {
  Diagnostics all("a");
  all.error({1, 1}, "x");
  Diagnostics other("b");
  other.error({2, 2}, "y");
  other.warning({3, 3}, "z");
  all.append(other);
  EXPECT_THAT(texts(all), ElementsAre("a:1:1: error: x", "b:2:2: error: y", "b:3:3: warning: z"));
  EXPECT_EQ(all.error_count(), 2U);
}

TEST(Diagnostics, ListsABoundedNumberOfEachSeverity) {
  Diagnostics diagnostics("f");
  constexpr std::uint32_t many = 5000;
  for (std::uint32_t i = 1; i <= many; ++i) diagnostics.warning({i, 1}, "w");
  // Warnings never crowd out an error.
  diagnostics.error({1, 1}, "e");
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.list().size(), Diagnostics::max_listed + 2);
  diagnostics.sort();
  EXPECT_EQ(to_string(diagnostics.list().front()),
            "f: warning: more than 1000 warnings; the rest is not listed");
  for (std::uint32_t i = 1; i <= many; ++i) diagnostics.error({i, 2}, "e");
  EXPECT_EQ(diagnostics.error_count(), Diagnostics::max_listed + 1);
}

TEST(Diagnostics, FailureIsOneErrorWithoutPlace) {
  const Result<int> result = failure("f", "broken", "mend it");
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(texts(result.error()), ElementsAre("f: error: broken (mend it)"));
}

}  // namespace
}  // namespace palamedes
