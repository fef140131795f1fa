#include "gdl/printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

using testing::IsEmpty;

std::string printed(std::string_view text) { return to_text(parse(text).sheet); }

TEST(Printer, WritesFactsOnOneLine) {
  EXPECT_EQ(printed("( ROLE\n White )(cell 1 (f (A) ?x)) (terminal)"),
            "(role white)\n(cell 1 (f a ?x))\nterminal\n");
}

TEST(Printer, WritesOneConditionPerLine) {
  EXPECT_EQ(printed("(<= (p ?x) (q ?x) (not (r)) (distinct ?x a) s)"),
            "(<= (p ?x)\n  (q ?x)\n  (not r)\n  (distinct ?x a)\n  s)\n");
}

TEST(Printer, KeepsConnectives) {
  EXPECT_EQ(printed("(<= p (or (and a b) (not (or c (distinct d e)))) (and f))"),
            "(<= p\n  (or (and a b) (not (or c (distinct d e))))\n  (and f))\n");
}

TEST(Printer, WritesRulesWithoutBodyAsFacts) { EXPECT_EQ(printed("(<= (p a))"), "(p a)\n"); }

TEST(Printer, KeepsFactsOfARelationNamedLikeTheArrow) {
  EXPECT_EQ(printed("(<= (<= a b))"), "(<= (<= a b))\n");
  EXPECT_EQ(printed("(<= (<=))"), "<=\n");
  EXPECT_EQ(printed("(<= (<= a) b)"), "(<= (<= a)\n  b)\n");
}

TEST(Printer, WritesNothingForNothing) { EXPECT_EQ(printed(" ; only a comment"), ""); }

TEST(Printer, WritesClausesAfterRewriting) {
  EXPECT_EQ(to_text(rules_of("(p a) (<= (p ?x) (or (q ?x) (not (not (r ?x)))) (not s))")),
            "(p a)\n(<= (p ?x)\n  (q ?x)\n  (not s))\n(<= (p ?x)\n  (r ?x)\n  (not s))\n");
}

TEST(Printer, WritesSingleParts) {
  const Sheet sheet = parse("(<= (p ?x (f a)) (not (q ?x)))").sheet;
  const Sentence& sentence = sheet.sentences.at(0);
  EXPECT_EQ(to_text(sentence.head.args[1], sheet.symbols), "(f a)");
  EXPECT_EQ(to_text(sentence.head, sheet.symbols), "(p ?x (f a))");
  EXPECT_EQ(to_text(sentence.body[0], sheet.symbols), "(not (q ?x))");
  EXPECT_EQ(to_text(sentence, sheet.symbols), "(<= (p ?x (f a))\n  (not (q ?x)))");
}

TEST(Printer, SurvivesTheDeepestSheets) {
  const ReadLimits limits{.max_depth = ReadLimits::deepest};
  const std::string term = "(p " + nested("(f ", "a", deepest_tested - 1) + ")\n";
  EXPECT_EQ(to_text(parse(term, limits).sheet), term);
  const std::string rule = "(<= p\n  " + nested("(not ", "a", deepest_tested - 1) + ")\n";
  EXPECT_EQ(to_text(parse(rule, limits).sheet), rule);
}

}  // namespace
}  // namespace palamedes::gdl
