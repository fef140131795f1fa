// Rules written from the questions down: what is the same is said once, what is known not at all.

#include "ground/definitions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "unit/ground/ground_testing.h"

namespace palamedes::ground {
namespace {

using testing::Contains;
using testing::Not;
using testing::UnorderedElementsAre;

// The rules of a sheet with `more` in it, asked for as those of a large game are.
std::vector<std::string> rules_with(std::string_view more) {
  const auto rules = try_ground(
      "(role r) (init a) (init b) (legal r go) (goal r 0)"
      "(<= terminal (true c)) (<= (next a) (true b)) " +
          std::string(more),
      {.demand = GroundOptions::Demand::always});
  EXPECT_TRUE(rules);
  return rules ? rule_texts(*rules) : std::vector<std::string>{};
}

TEST(Definitions, AnArgumentThatMakesNoDifferenceIsNotMultipliedOut) {
  const auto rules = rules_with(
      "(d 1) (d 2) (d 3) (init (f 1)) (init (f 2))"
      "(<= (both ?x ?y ?z) (true (f ?x)) (true (f ?y)) (d ?z))"
      "(<= (both ?x ?y ?z) (true a) (true b) (true (f ?x)) (d ?y) (d ?z))"
      "(<= (next (f ?z)) (true (f ?z)) (not (both 1 2 ?z)))");
  // (both 1 2 1) and (both 1 2 2) have the same reasons.
  std::size_t reasons = 0;
  for (const std::string& rule : rules) reasons += rule.rfind("(both ", 0) == 0 ? 1U : 0U;
  EXPECT_EQ(reasons, 2U);
  EXPECT_THAT(rules, Contains("(both 1 2 1) <- (true (f 1)), (true (f 2))"));
  EXPECT_THAT(rules, Contains("(next (f 2)) <- (true (f 2)), not (both 1 2 1)"));
}

TEST(Definitions, OneReasonIsUsedInPlaceOfWhatItMakesTrue) {
  const auto rules = rules_with(
      "(<= p (true a)) (<= q p) (<= s (not q)) (<= (next b) q (true b)) (<= (next c) (not s))");
  EXPECT_THAT(rules, Contains("(next b) <- (true a), (true b)"));
  EXPECT_THAT(rules, Contains("(next c) <- (true a)"));
}

TEST(Definitions, WhatIsAlwaysOrNeverTrueIsLeftOut) {
  const auto rules = rules_with(
      "(<= always (not never)) (<= never (true a) (not (true a)))"
      "(<= (next b) always (true b)) (<= (next c) never) (<= (next (e 1)) always)");
  EXPECT_THAT(rules, Contains("(next b) <- (true b)"));
  EXPECT_THAT(rules, Contains("(next (e 1))"));
  for (const std::string& rule : rules) EXPECT_THAT(rule, Not(testing::HasSubstr("never")));
  EXPECT_THAT(rules, Not(Contains(testing::StartsWith("(next c)"))));
}

// A relation that is needed for one value is not written for the others.
TEST(Definitions, WhatNoQuestionNeedsIsNotWritten) {
  const auto rules = rules_with(
      "(d 1) (d 2) (<= (pair ?x) (d ?x) (true a) (true b)) (<= (pair ?x) (d ?x) (true c))"
      "(<= (next c) (pair 2) (true a))");
  EXPECT_THAT(rules, Contains("(pair 2) <- (true c)"));
  EXPECT_THAT(rules, Not(Contains(testing::HasSubstr("(pair 1)"))));
}

TEST(Definitions, CirclesKeepTheirNames) {
  const auto rules = rules_with(
      "(<= up down) (<= up (true a)) (<= down up (true b)) (<= down (true c))"
      "(<= (next c) up) (<= (next b) down)");
  EXPECT_THAT(rules, Contains("up <- (true a)"));
  EXPECT_THAT(rules, Contains("(next c) <- up"));
  // Only its own support: nothing.
  const auto nothing = rules_with("(<= chicken egg) (<= egg chicken (true a)) (<= (next b) egg)");
  EXPECT_THAT(nothing, Not(Contains(testing::StartsWith("(next b)"))));
}

// One scan and tests: heads that see the same rows share what is made of them.
TEST(Definitions, WhatIsSeenAlikeIsLookedAtOnce) {
  std::string text = "(role r) (legal r go) (goal r 0) (<= terminal (true (f 0)))";
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    text += " (d " + n + ") (init (f " + n + ")) (init (g " + n + "))";
  }
  // (seen y x) is the same for every y, and so is what leaves one x out.
  text +=
      "(<= (seen ?y ?x) (d ?y) (true (f ?x)) (true (g ?x)))"
      "(<= (other ?y ?z) (seen ?y ?x) (d ?z) (distinct ?x ?z))"
      "(<= (next (f ?y)) (true (f ?y)) (not (other ?y 0)))"
      "(<= (next (g ?y)) (true (g ?y)) (not (other ?y 1)))";
  const auto rules = try_ground(text, {.demand = GroundOptions::Demand::always});
  ASSERT_TRUE(rules);
  const auto texts = rule_texts(*rules);
  EXPECT_THAT(texts, Contains("(next (f 7)) <- (true (f 7)), not (other 0 0)"));
  EXPECT_THAT(texts, Contains("(next (g 7)) <- (true (g 7)), not (other 0 1)"));
  std::size_t reasons = 0;
  for (const std::string& rule : texts) reasons += rule.starts_with("(other ") ? 1U : 0U;
  EXPECT_EQ(reasons, 2U * 19);
}

// Chess on a small board: what its rules say of every square that is left and every piece that is
// captured hardly ever matters. Multiplied out these are 324,558 rules.
TEST(Definitions, ChessDoesNotExplode) {
  const auto text = read_text(PALAMEDES_SOURCE_DIR "/tests/sheets/pinned_rooks.kif", 1'000'000);
  ASSERT_TRUE(text);
  const auto rules = try_ground(*text);
  ASSERT_TRUE(rules);
  EXPECT_LT(rules->rules.count, 30'000U);
  EXPECT_LT(rules->atoms.size(), 4'000U);
  EXPECT_LT(rules->rows_tried, 500'000U);
}

TEST(Definitions, StopAtALimitWithAReason) {
  std::string text =
      "(role r) (legal r go) (goal r 0) (<= terminal (true (f 0)))"
      "(<= (next (f ?x)) (d ?x) (d ?y) (true (f ?y)) (true (g ?x)) (true (h ?y)))";
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    text += " (d " + n + ") (init (f " + n + ")) (init (g " + n + ")) (init (h " + n + "))";
  }
  GroundOptions options{.decompose = false, .demand = GroundOptions::Demand::always};
  ASSERT_TRUE(try_ground(text, options));
  options.limits.max_rules = 100;
  const auto stopped = try_ground(text, options);
  ASSERT_FALSE(stopped);
  EXPECT_THAT(stopped.error().list().front().message, testing::HasSubstr("100 ground rules"));
}

}  // namespace
}  // namespace palamedes::ground
