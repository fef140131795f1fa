#include "ground/decompose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/builtin.h"
#include "unit/ground/ground_testing.h"

namespace palamedes::ground {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

struct Decomposed {
  std::vector<std::string> clauses;
  DecompositionReport report;
};
Decomposed decomposed(std::string_view text) {
  FlatRules flat = as_written(text);
  const DecompositionReport report = decompose(flat);
  return {texts_of(flat), report};
}

std::size_t width(const gdl::Clause& clause) {
  std::set<std::uint32_t> variables;
  const auto note = [&](std::uint32_t variable) { variables.insert(variable); };
  for_each_variable(clause.head, note);
  for (const gdl::Literal& literal : clause.body) for_each_variable(literal.atom, note);
  return variables.size();
}

TEST(Decompose, TheExampleOfTheHeader) {
  const Decomposed result = decomposed("(<= (p ?x) (q ?x ?y) (r ?y ?z) (s ?z))");
  EXPECT_THAT(result.clauses, UnorderedElementsAre("p(?x) <- q(?x, ?y), part 1(?y)",
                                                   "part 1(?y) <- r(?y, ?z), s(?z)"));
  EXPECT_EQ(result.report.rules_split, 1U);
  EXPECT_EQ(result.report.helpers, 1U);
  EXPECT_EQ(result.report.helpers_shared, 0U);
  EXPECT_EQ(result.report.guards, 0U);
}

TEST(Decompose, RulesThatAreNarrowAlreadyStay) {
  for (const char* rule :
       {"(<= (p ?x) (q ?x ?y))", "(<= (p ?x ?y) (q ?x ?y) (r ?y))", "(<= p (q ?x ?y) (r ?y ?x))",
        "(p a)", "(<= (p ?x) (q ?x ?y ?z) (r ?y ?z))"}) {
    EXPECT_EQ(decomposed(rule).report.rules_split, 0U) << rule;
  }
}

TEST(Decompose, DisconnectedPartsAreHelpersWithoutArguments) {
  EXPECT_THAT(decomposed("(<= (p ?x) (q ?x) (r ?y))").clauses,
              UnorderedElementsAre("p(?x) <- q(?x), part 1", "part 1 <- r(?y)"));
}

TEST(Decompose, EqualHelpersAreShared) {
  const Decomposed result = decomposed(
      "(<= (p ?x) (q ?x ?y) (r ?y ?z) (s ?z)) (<= (o ?a) (s ?c) (r ?b ?c) (t ?a ?b))"
      "(<= (n ?x) (q ?x ?y) (r ?y ?z) (t ?z ?z))");
  EXPECT_EQ(result.report.rules_split, 3U);
  EXPECT_EQ(result.report.helpers, 2U);
  EXPECT_EQ(result.report.helpers_shared, 1U);
  EXPECT_THAT(result.clauses, testing::Contains("o(?a) <- t(?a, ?b), part 1(?b)"));
}

TEST(Decompose, HelpersWithOtherConstantsAreNotShared) {
  const Decomposed result = decomposed(
      "(<= (p ?x) (q ?x ?y) (r ?y ?z) (s ?z 1)) (<= (o ?x) (q ?x ?y) (r ?y ?z) (s ?z 2))"
      "(<= (n ?x) (q ?x ?y) (r ?y ?z) (not (s ?z 1)))");
  EXPECT_EQ(result.report.helpers, 3U);
  EXPECT_EQ(result.report.helpers_shared, 0U);
}

TEST(Decompose, VariablesOfDistinctAloneAreGuarded) {
  const Decomposed result = decomposed("(<= (p ?x) (q ?x ?y) (r ?z) (distinct ?y ?z))");
  EXPECT_EQ(result.report.guards, 1U);
  EXPECT_THAT(result.clauses, testing::Contains("guard 1(?y) <- q(?x, ?y)"));
  EXPECT_THAT(result.clauses, testing::Contains("p(?x) <- q(?x, ?y), part 1(?y)"));
  ASSERT_EQ(result.clauses.size(), 3U);
  for (const char* part : {"r(?z)", "distinct(?y, ?z)", "guard 1(?y)"}) {
    EXPECT_THAT(result.clauses,
                testing::Contains(testing::AllOf(testing::StartsWith("part 1(?y) <- "),
                                                 testing::HasSubstr(part))));
  }
}

TEST(Decompose, VariablesOfNegatedConditionsAloneAreGuarded) {
  FlatRules flat = as_written("(<= (p ?x) (q ?x ?y) (short ?y) (r ?z) (not (s ?y ?z)))");
  const DecompositionReport report = decompose(flat);
  EXPECT_EQ(report.guards, 1U);
  // The narrowest condition says where the variable ranges.
  EXPECT_THAT(texts_of(flat), testing::Contains("guard 1(?y) <- short(?y)"));
  EXPECT_EQ(info_of(flat, "guard 1").kind, RelationKind::guard);
  EXPECT_EQ(info_of(flat, "part 1").kind, RelationKind::helper);
}

TEST(Decompose, ChainsNeedThreeVariables) {
  // Head and chain form a ring of six variables: tree width 2.
  FlatRules flat = as_written("(<= (p ?a ?f) (e ?a ?b) (e ?b ?c) (e ?c ?d) (e ?d ?e) (e ?e ?f))");
  EXPECT_EQ(decompose(flat).rules_split, 1U);
  for (const gdl::Clause& clause : flat.rules.clauses) EXPECT_LE(width(clause), 3U);
}

TEST(Decompose, OnlyGuardsIfAsked) {
  FlatRules flat = as_written("(<= (p ?x) (q ?x) (r ?y)) (<= (g ?x) (q ?x) (r ?y))");
  flat.relations.emplace(*flat.rules.symbols.find("g"), RelationInfo{.kind = RelationKind::guard});
  const DecompositionReport report = decompose(flat, DecompositionScope::guards);
  EXPECT_EQ(report.rules_split, 1U);
  EXPECT_THAT(texts_of(flat), ElementsAre("p(?x) <- q(?x), r(?y)", "need part 1 <- r(?y)",
                                          "g(?x) <- q(?x), need part 1"));
  EXPECT_EQ(info_of(flat, "need part 1").kind, RelationKind::guard);
}

TEST(Decompose, WideRulesAreLeftAlone) {
  // More variables than a set has bits.
  std::string rule = "(<= (p ?v0)";
  for (int i = 0; i < 70; ++i) {
    rule += " (e ?v" + std::to_string(i) + " ?v" + std::to_string(i + 1) + ")";
  }
  EXPECT_EQ(decomposed(rule + ")").report.rules_split, 0U);
}

TEST(Decompose, NoRuleOfABuiltInGameBecomesWider) {
  for (const games::Builtin& game : games::builtins()) {
    FlatRules flat = flatten(gdl::rules_of(game.text));
    std::size_t widest = 0;
    for (const gdl::Clause& clause : flat.rules.clauses) widest = std::max(widest, width(clause));
    decompose(flat);
    for (const gdl::Clause& clause : flat.rules.clauses) {
      EXPECT_LE(width(clause), widest) << game.name;
      // And every rule stays safe: positive conditions bind what the others and the head use.
      std::set<std::uint32_t> bound;
      for (const gdl::Literal& literal : clause.body) {
        if (literal.kind != gdl::Literal::Kind::positive) continue;
        for_each_variable(literal.atom, [&](std::uint32_t v) { bound.insert(v); });
      }
      EXPECT_EQ(bound.size(), width(clause)) << text_of(clause, flat.rules.symbols);
    }
  }
}

}  // namespace
}  // namespace palamedes::ground
