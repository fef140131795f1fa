#include "gdl/rewrites/normalise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Each clause on one line.
std::vector<std::string> clauses(std::string_view text) {
  const Rules rules = rules_of(text);
  std::vector<std::string> result;
  for (const Clause& clause : rules.clauses) {
    std::string line = to_text(clause.head, rules.symbols);
    for (const Literal& literal : clause.body) {
      line += literal.kind == Literal::Kind::negative ? " ~" : " ";
      line += to_text(literal.atom, rules.symbols);
    }
    result.push_back(line);
  }
  return result;
}

std::vector<std::string> complaints(std::string_view text, const rewrites::RewriteLimits& limits) {
  Diagnostics diagnostics;
  Sheet sheet = parse_sheet(text, "", {}, diagnostics);
  const Rules rules = rewrites::normalise(std::move(sheet), limits, diagnostics);
  return texts(diagnostics);
}

TEST(Normalise, LeavesPlainClausesAlone) {
  EXPECT_THAT(clauses("(p a) (<= (p ?x) (q ?x) (not (r ?x)) (distinct ?x a))"),
              ElementsAre("(p a)", "(p ?x) (q ?x) ~(r ?x) (distinct ?x a)"));
}

TEST(Normalise, MakesOneClausePerAlternative) {
  EXPECT_THAT(clauses("(<= p (or a b c))"), ElementsAre("p a", "p b", "p c"));
  EXPECT_THAT(clauses("(<= p (or a))"), ElementsAre("p a"));
}

TEST(Normalise, MultipliesAlternativesInTheOrderOfTheText) {
  EXPECT_THAT(clauses("(<= p (or a b) x (or c d))"),
              ElementsAre("p a x c", "p a x d", "p b x c", "p b x d"));
}

TEST(Normalise, SplicesConjunctions) {
  EXPECT_THAT(clauses("(<= p (and a (and b c)) d)"), ElementsAre("p a b c d"));
  EXPECT_THAT(clauses("(<= p (or (and a b) c))"), ElementsAre("p a b", "p c"));
  EXPECT_THAT(clauses("(<= p (or a (and b (or c d))))"), ElementsAre("p a", "p b c", "p b d"));
}

TEST(Normalise, MovesNegationInwards) {
  EXPECT_THAT(clauses("(<= p (not (not a)))"), ElementsAre("p a"));
  EXPECT_THAT(clauses("(<= p (not (not (not a))))"), ElementsAre("p ~a"));
  EXPECT_THAT(clauses("(<= p (not (or a b)))"), ElementsAre("p ~a ~b"));
  EXPECT_THAT(clauses("(<= p (not (and a b)))"), ElementsAre("p ~a", "p ~b"));
  EXPECT_THAT(clauses("(<= p (not (or a (and b (not c)))))"), ElementsAre("p ~a ~b", "p ~a c"));
}

TEST(Normalise, NotDistinctMakesTermsEqual) {
  EXPECT_THAT(clauses("(<= (p ?x ?y) (q ?x ?y) (not (distinct ?x ?y)))"),
              ElementsAre("(p ?y ?y) (q ?y ?y)"));
  EXPECT_THAT(clauses("(<= (p ?x) (q ?x) (not (distinct ?x a)))"), ElementsAre("(p a) (q a)"));
  EXPECT_THAT(clauses("(<= (p ?x) (q ?x) (not (distinct (f ?x ?z) (f (g ?y) b))) (r ?y ?z))"),
              ElementsAre("(p (g ?y)) (q (g ?y)) (r ?y b)"));
}

TEST(Normalise, NotDistinctOfDifferentTermsRemovesTheClause) {
  EXPECT_THAT(clauses("(<= p (not (distinct a b)))"), IsEmpty());
  EXPECT_THAT(clauses("(<= p (not (distinct ?x a)) (not (distinct ?x b)))"), IsEmpty());
  EXPECT_THAT(clauses("(<= p (q ?x) (not (distinct ?x (f ?x))))"), IsEmpty());
  EXPECT_THAT(clauses("(<= p (or (not (distinct a b)) q))"), ElementsAre("p q"));
}

TEST(Normalise, EqualitiesReachDistinct) {
  EXPECT_THAT(clauses("(<= p (q ?x ?y) (not (distinct ?x a)) (distinct ?x ?y))"),
              ElementsAre("p (q a ?y) (distinct a ?y)"));
  EXPECT_THAT(clauses("(<= p (q ?x) (not (distinct ?x a)) (distinct ?x a))"), IsEmpty());
}

TEST(Normalise, RemovesDistinctThatAlwaysHolds) {
  EXPECT_THAT(clauses("(<= p (q ?x) (distinct a b))"), ElementsAre("p (q ?x)"));
  EXPECT_THAT(clauses("(<= p (q ?x ?y) (distinct (f ?x) (g ?y)) (distinct ?x (f ?x)))"),
              ElementsAre("p (q ?x ?y)"));
}

TEST(Normalise, RemovesClausesWhoseDistinctNeverHolds) {
  EXPECT_THAT(clauses("(<= p (distinct a a))"), IsEmpty());
  EXPECT_THAT(clauses("(<= p (q ?x) (distinct (f ?x) (f ?x)))"), IsEmpty());
}

TEST(Normalise, KeepsUndecidedDistinct) {
  EXPECT_THAT(clauses("(<= p (q ?x ?y) (distinct (f ?x) (f ?y)))"),
              ElementsAre("p (q ?x ?y) (distinct (f ?x) (f ?y))"));
}

TEST(Normalise, KeepsPlaces) {
  const Rules rules = rules_of("(p a)\n(<= (p ?x)\n  (or (q ?x)\n      (not (r ?x))))");
  ASSERT_EQ(rules.clauses.size(), 3U);
  EXPECT_EQ(rules.clauses[1].where, (SourceLocation{2, 1}));
  EXPECT_EQ(rules.clauses[1].body[0].atom.where, (SourceLocation{3, 7}));
  EXPECT_EQ(rules.clauses[2].body[0].atom.where, (SourceLocation{4, 12}));
  EXPECT_EQ(rules.clauses[2].head.args[0].where, (SourceLocation{2, 8}));
}

TEST(Normalise, RefusesTooManyAlternatives) {
  const std::string text = "(q a)\n(<= p " + repeat("(or a b)", 3) + ")\n(q b)";
  EXPECT_THAT(complaints(text, {.max_clauses_per_rule = 8}), IsEmpty());
  EXPECT_THAT(complaints(text, {.max_clauses_per_rule = 7}),
              ElementsAre("2:1: error: the alternatives of this rule multiply out to more than 7 "
                          "(name parts of it with relations of their own, "
                          "or --max-clauses allows more)"));
  EXPECT_EQ(complaints("(<= p " + repeat("(or a b)", 60) + ")", {}).size(), 1U);
}

TEST(Normalise, RefusesToCopyWithoutEnd) {
  // 4096 clauses are allowed, but not 4096 times 2000 conditions.
  const std::string wide = repeat("(q a) ", 2000);
  const std::string ors = repeat("(or a b) ", 12);
  const auto expected = ElementsAre(
      "1:1: error: rewriting the rules makes more than 1000000 terms (name parts of it with "
      "relations of their own)");
  EXPECT_THAT(complaints("(<= p " + wide + ors + ")", {}), expected);
  EXPECT_THAT(complaints("(<= p " + ors + wide + ")", {}), expected);
}

TEST(Normalise, RefusesEqualitiesThatExplode) {
  std::string text = "(<= (p ?v0)";
  for (int i = 0; i < 60; ++i) {
    const std::string next = "?v" + std::to_string(i + 1);
    text += " (not (distinct ?v" + std::to_string(i) + " (f " + next + " " + next + ")))";
  }
  EXPECT_THAT(complaints(text + ")", {}),
              ElementsAre("1:1: error: rewriting the rules makes more than 1000000 terms (name "
                          "parts of it with relations of their own)"));
}

TEST(Normalise, RefusesEqualitiesThatNestTooDeep) {
  std::string text = "(<= (p ?v0)";
  for (int i = 0; i < 20'000; ++i) {
    text += " (not (distinct ?v" + std::to_string(i) + " (f ?v" + std::to_string(i + 1) + ")))";
  }
  EXPECT_THAT(complaints(text + ")", {}),
              ElementsAre("1:1: error: 'not distinct' makes a term that is nested too deep (name "
                          "parts of it with relations of their own)"));
}

TEST(Normalise, SurvivesTheDeepestFormulas) {
  const ReadLimits deep{.max_depth = ReadLimits::deepest};
  for (const char* open : {"(not ", "(and q ", "(or "}) {
    Diagnostics diagnostics;
    Sheet sheet =
        parse_sheet("(<= p " + nested(open, "q", deepest_tested - 1) + ")", "", deep, diagnostics);
    const Rules rules = rewrites::normalise(std::move(sheet), {}, diagnostics);
    EXPECT_THAT(texts(diagnostics), IsEmpty()) << open;
    EXPECT_EQ(rules.clauses.size(), 1U) << open;
  }
}

}  // namespace
}  // namespace palamedes::gdl
