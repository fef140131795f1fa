#include "gdl/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Parser, ReadsFactsAndRules) {
  const auto [sheet, problems] =
      parse("(role white)\n(<= (p ?x ?y) (q ?x) (not (r ?y ?x)) (distinct ?x ?y))");
  EXPECT_THAT(problems, IsEmpty());
  ASSERT_EQ(sheet.sentences.size(), 2U);

  const Sentence& fact = sheet.sentences[0];
  EXPECT_EQ(fact.head.relation, keyword::role);
  EXPECT_THAT(fact.body, IsEmpty());
  EXPECT_EQ(fact.where, (SourceLocation{1, 1}));

  const Sentence& rule = sheet.sentences[1];
  EXPECT_EQ(rule.where, (SourceLocation{2, 1}));
  EXPECT_EQ(rule.head.where, (SourceLocation{2, 5}));
  ASSERT_EQ(rule.variables.size(), 2U);
  EXPECT_EQ(sheet.symbols.name(rule.variables[0]), "?x");
  EXPECT_EQ(sheet.symbols.name(rule.variables[1]), "?y");
  ASSERT_EQ(rule.body.size(), 3U);
  EXPECT_EQ(rule.body[0].kind, Formula::Kind::atom);
  EXPECT_EQ(rule.body[1].kind, Formula::Kind::negation);
  ASSERT_EQ(rule.body[1].parts.size(), 1U);
  const Atom& negated = rule.body[1].parts[0].atom;
  EXPECT_EQ(negated.args[0].variable, 1U);
  EXPECT_EQ(negated.args[1].variable, 0U);
  EXPECT_EQ(rule.body[2].kind, Formula::Kind::distinct);
  EXPECT_EQ(rule.body[2].atom.args.size(), 2U);
}

TEST(Parser, NumbersVariablesPerSentence) {
  const auto [sheet, problems] = parse("(<= (p ?x ?y) (q ?y ?x))\n(<= (p ?y) (q ?y))");
  ASSERT_EQ(sheet.sentences.size(), 2U);
  EXPECT_EQ(sheet.sentences[0].head.args[1].variable, 1U);
  EXPECT_EQ(sheet.sentences[1].head.args[0].variable, 0U);
  EXPECT_EQ(sheet.sentences[1].variables.size(), 1U);
}

TEST(Parser, TakesAnAtomInParenthesesAsTheAtom) {
  EXPECT_EQ(parse("(p)").sheet.sentences, parse("p").sheet.sentences);
  EXPECT_EQ(parse("(<= (p) (q) (not (r)))").sheet.sentences,
            parse("(<= p q (not r))").sheet.sentences);
  EXPECT_EQ(parse("(p (f) (g (a)))").sheet.sentences, parse("(p f (g a))").sheet.sentences);
}

TEST(Parser, ARuleWithoutBodyIsAFact) {
  EXPECT_EQ(parse("(<= (p a))").sheet.sentences, parse("(p a)").sheet.sentences);
}

TEST(Parser, IgnoresCase) {
  EXPECT_EQ(parse("(<= (P ?X) (Q ?x) (NOT (R ?X)))").sheet.sentences,
            parse("(<= (p ?x) (q ?x) (not (r ?x)))").sheet.sentences);
}

TEST(Parser, ReadsNestedFunctions) {
  const auto [sheet, problems] = parse("(p (f a (g ?x b)) c)");
  EXPECT_THAT(problems, IsEmpty());
  const Atom& atom = sheet.sentences.at(0).head;
  ASSERT_EQ(atom.args.size(), 2U);
  EXPECT_EQ(atom.args[0].kind, Term::Kind::function);
  ASSERT_EQ(atom.args[0].args.size(), 2U);
  EXPECT_EQ(atom.args[0].args[0].kind, Term::Kind::constant);
  const Term& inner = atom.args[0].args[1];
  EXPECT_EQ(sheet.symbols.name(inner.symbol), "g");
  EXPECT_TRUE(inner.args[0].is_variable());
  EXPECT_EQ(inner.args[0].where, (SourceLocation{1, 12}));
}

TEST(Parser, ReadsNestedConnectives) {
  const auto [sheet, problems] = parse("(<= p (or (and a (not b)) (not (or c d)) e))");
  EXPECT_THAT(problems, IsEmpty());
  EXPECT_EQ(to_text(sheet.sentences.at(0).body.at(0), sheet.symbols),
            "(or (and a (not b)) (not (or c d)) e)");
}

struct BadText {
  const char* text;
  const char* problem;
};

class ParserProblems : public testing::TestWithParam<BadText> {};

TEST_P(ParserProblems, AreReportedWithTheirPlace) {
  const auto [sheet, problems] = parse(GetParam().text);
  EXPECT_THAT(problems, ElementsAre(GetParam().problem));
  EXPECT_THAT(sheet.sentences, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All, ParserProblems,
    testing::Values(
        BadText{"(<=)", "1:1: error: a rule needs a head after '<='"},
        BadText{"()", "1:1: error: a fact cannot be empty parentheses"},
        BadText{"(<= ())", "1:5: error: the head of a rule cannot be empty parentheses"},
        BadText{"(<= p ())", "1:7: error: a condition cannot be empty parentheses"},
        BadText{"((p a))",
                "1:1: error: a fact must start with the name of a relation (one pair of "
                "parentheses too many?)"},
        BadText{"(<= ((p)) q)",
                "1:5: error: the head of a rule must start with the name of a relation (one pair "
                "of parentheses too many?)"},
        BadText{"(<= p\n ((q) r))",
                "2:2: error: a condition must start with the name of a relation (one pair of "
                "parentheses too many?)"},
        BadText{"(?p a)",
                "1:2: error: a fact cannot start with the variable '?p' (GDL has no variables for "
                "relations)"},
        BadText{"?p",
                "1:1: error: a fact cannot start with the variable '?p' (GDL has no variables for "
                "relations)"},
        BadText{"(<= ?p q)",
                "1:5: error: the head of a rule cannot start with the variable '?p' (GDL has no "
                "variables for relations)"},
        BadText{"(<= p ?q)",
                "1:7: error: a condition cannot start with the variable '?q' (GDL has no "
                "variables for relations)"},
        BadText{"(or p q)",
                "1:2: error: 'or' cannot be a fact (it only stands in the body of a rule)"},
        BadText{"distinct",
                "1:1: error: 'distinct' cannot be a fact (it only stands in the body of a rule)"},
        BadText{"(<= (not p) q)",
                "1:6: error: 'not' cannot be the head of a rule (it only stands in the body of a "
                "rule)"},
        BadText{"(<= p (not))", "1:7: error: 'not' takes 1 formula, not 0"},
        BadText{"(<= p (not q r))", "1:7: error: 'not' takes 1 formula, not 2"},
        BadText{"(<= p (and))", "1:7: error: 'and' needs at least 1 formula"},
        BadText{"(<= p or)", "1:7: error: 'or' needs at least 1 formula"},
        BadText{"(<= p (distinct a))", "1:7: error: 'distinct' compares 2 terms, not 1"},
        BadText{"(<= p (distinct a b c))", "1:7: error: 'distinct' compares 2 terms, not 3"},
        BadText{"(p ())", "1:4: error: a term cannot be empty parentheses"},
        BadText{"(p (f ()))", "1:7: error: a term cannot be empty parentheses"},
        BadText{"(p ((f) a))", "1:5: error: a term must start with the name of a function"},
        BadText{"(p (?f a))", "1:5: error: a term must start with the name of a function"},
        BadText{"(<= p (not (and q ())))",
                "1:19: error: a condition cannot be empty parentheses"}));

TEST(Parser, ReportsAllProblemsAndKeepsTheGoodSentences) {
  const auto [sheet, problems] = parse("(p a)\n()\n(q (()) ())\n(r b)");
  EXPECT_THAT(problems, ElementsAre("2:1: error: a fact cannot be empty parentheses",
                                    "3:5: error: a term must start with the name of a function",
                                    "3:9: error: a term cannot be empty parentheses"));
  ASSERT_EQ(sheet.sentences.size(), 2U);
  EXPECT_EQ(sheet.sentences[1].where, (SourceLocation{4, 1}));
}

TEST(Parser, DoesNotReadOnBehindBrokenParentheses) {
  const auto [sheet, problems] = parse("(p a))\n(or)\n");
  EXPECT_EQ(problems.size(), 1U);
  EXPECT_THAT(sheet.sentences, IsEmpty());
}

TEST(Parser, SurvivesTheDeepestTextsThatAreAllowed) {
  const ReadLimits limits{.max_depth = ReadLimits::deepest};
  const auto term = parse("(p " + nested("(f ", "a", deepest_tested - 1) + ")", limits);
  EXPECT_THAT(term.problems, IsEmpty());
  ASSERT_EQ(term.sheet.sentences.size(), 1U);
  const auto formula = parse("(<= p " + nested("(not ", "a", deepest_tested - 1) + ")", limits);
  EXPECT_THAT(formula.problems, IsEmpty());
  const auto lists = parse(nested("(", "a", deepest_tested), limits);
  EXPECT_EQ(lists.problems.size(), 1U);
}

TEST(Parser, TakesManyVariablesInOneSentence) {
  std::string text = "(p";
  for (int i = 0; i < 200'000; ++i) text += " ?v" + std::to_string(i);
  const auto [sheet, problems] = parse(text + ")");
  EXPECT_EQ(sheet.sentences.at(0).variables.size(), 200'000U);
  EXPECT_EQ(sheet.sentences.at(0).head.args.back().variable, 199'999U);
}

}  // namespace
}  // namespace palamedes::gdl
