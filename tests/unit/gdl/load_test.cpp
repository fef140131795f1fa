#include "gdl/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view game = "(role r) (init s) (legal r m) (goal r 0) (<= terminal (true s))";

TEST(Load, GivesRulesProgramAndWarnings) {
  const auto loaded = load(std::string(game) + "\n(goal r 200)", "g.kif");
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(loaded->rules.file, "g.kif");
  EXPECT_THAT(loaded->rules.clauses, SizeIs(6));
  EXPECT_THAT(loaded->program.live, SizeIs(6));
  EXPECT_THAT(texts(loaded->warnings),
              ElementsAre("g.kif:2:9: warning: goal value '200' is not a number from 0 to 100"));
}

TEST(Load, GivesWarningsTogetherWithErrorsInTheOrderOfTheText) {
  const auto loaded = load(std::string(game) + "\n(goal r 200)\n(p ?x)\n(goal r 300)", "g.kif");
  ASSERT_FALSE(loaded.has_value());
  ASSERT_THAT(loaded.error().list(), SizeIs(3));
  EXPECT_EQ(loaded.error().list()[0].severity, Severity::warning);
  EXPECT_EQ(loaded.error().list()[1].severity, Severity::error);
  EXPECT_EQ(loaded.error().list()[2].where, (SourceLocation{4, 9}));
}

TEST(Load, DoesNotCheckWhatCouldNotBeRead) {
  // Without the broken sentences everything would seem to be missing.
  EXPECT_THAT(problems("(role"), ElementsAre("1:1: error: '(' is never closed"));
  EXPECT_THAT(problems("()"), ElementsAre("1:1: error: a fact cannot be empty parentheses"));
}

TEST(Load, ReportsAlternativesOnce) {
  // Both alternatives have the same unsafe head.
  EXPECT_THAT(problems(std::string(game) + "\n(<= (p ?x) (or (true a) (true b)))"), SizeIs(1));
}

TEST(Load, PassesLimitsOn) {
  LoadOptions options;
  options.read.max_bytes = 10;
  EXPECT_THAT(problems(game, options), SizeIs(1));
  options = {};
  options.read.max_depth = 1;
  EXPECT_THAT(problems(game, options), SizeIs(1));
  options = {};
  options.rewrite.max_clauses_per_rule = 1;
  EXPECT_THAT(problems(std::string(game) + "(<= p (or (true a) (true b)))", options), SizeIs(1));
}

TEST(Load, SurvivesTheDeepestTexts) {
  LoadOptions options;
  options.read.max_depth = ReadLimits::deepest;
  options.check.warn_unused = true;
  const std::string term = nested("(f ", "?x", deepest_tested - 3);
  // Unsafe, recursive and through negation, so that every check walks the term.
  const auto found = problems("(p a)\n(<= (p " + term + ")\n(not (p " + term + ")))\n(<= (p " +
                                  term + ") (p ?x) (distinct " + term + " (f ?y)))",
                              options);
  EXPECT_THAT(found, testing::Contains(testing::HasSubstr("variable '?x' of the head")));
  EXPECT_THAT(found, testing::Contains(testing::HasSubstr("depends on its own negation")));
  EXPECT_THAT(found, testing::Contains(testing::HasSubstr("evaluation may not end")));
}

TEST(Load, HasNoOpinionOnPlainText) {
  EXPECT_THAT(problems(game), IsEmpty());
  EXPECT_FALSE(load("just some words", "x").has_value());
}

TEST(Load, StaysQuickOnHostileTexts) {
  // Each of these once was, or could be, quadratic or worse; the test's time limit is the
  // assertion, and the number of diagnostics stays bounded.
  std::vector<std::string> hostile;
  hostile.push_back(repeat(")", 1'000'000));
  hostile.push_back(repeat("()", 500'000));
  hostile.push_back(repeat("\x01 ", 500'000));
  hostile.push_back(repeat("(true a)", 100'000));
  std::string many;
  std::string ring;
  std::string unknown;
  for (int i = 0; i < 50'000; ++i) {
    const std::string n = std::to_string(i);
    many += "(distinct ?v" + n + " ?w" + n + ")";
    ring += "(<= p" + n + " (not p" + std::to_string((i + 1) % 50'000) + "))";
    unknown += "(<= known" + n + " unknown" + n + ")";
  }
  hostile.push_back("(<= p " + many + ")");
  hostile.push_back(ring);
  hostile.push_back(unknown);
  hostile.push_back(repeat("(<= (p ?x) (not (p (f ?x))))", 50'000));
  for (const std::string& text : hostile) {
    const auto found = problems(text);
    EXPECT_GE(found.size(), 1U);
    EXPECT_LE(found.size(), 2 * (Diagnostics::max_listed + 1));
  }
}

}  // namespace
}  // namespace palamedes::gdl
