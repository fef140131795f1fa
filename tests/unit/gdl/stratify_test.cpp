#include "gdl/rewrites/stratify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The clauses one per line, with the conditions behind the head.
std::vector<std::string> stratified(std::string_view text) {
  Rules rules = rules_of(text);
  const bool changed = rewrites::stratify(rules, analyse(rules));
  std::vector<std::string> result{changed ? "changed" : "same"};
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

bool is_stratified(const Rules& rules) {
  const Program program = analyse(rules);
  for (std::size_t c = 0; c < rules.clauses.size(); ++c) {
    if (!program.live[c]) continue;
    const auto head = program[program.relation_of(rules.clauses[c].head)].component;
    for (const Literal& literal : rules.clauses[c].body) {
      if (literal.kind == Literal::Kind::negative &&
          program[program.relation_of(literal.atom)].component == head) {
        return false;
      }
    }
  }
  return true;
}

TEST(Stratify, LeavesStratifiedRulesAlone) {
  EXPECT_THAT(
      stratified("(e a b) (<= (p ?x) (e ?x ?y) (not (q ?x))) (<= (q ?y) (e ?x ?y) (q ?x))"),
      ElementsAre("same", "(e a b)", "(p ?x) (e ?x ?y) ~(q ?x)", "(q ?y) (e ?x ?y) (q ?x)"));
}

TEST(Stratify, SeparatesClausesThatDenyEachOther) {
  EXPECT_THAT(stratified("(role r)\n(<= (goal ?r 100) (role ?r) (true won))\n"
                         "(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))"),
              ElementsAre("changed", "(role r)", "(goal#1 ?r 100) (role ?r) (true won)",
                          "(goal#2 ?r 0) (role ?r) ~(goal#1 ?r 100)", "(goal ?1 ?2) (goal#1 ?1 ?2)",
                          "(goal ?1 ?2) (goal#2 ?1 ?2)"));
}

TEST(Stratify, CollectsWhatAConditionCanMatch) {
  EXPECT_THAT(
      stratified("(p 1 a) (p 1 b) (d a) (<= (p 2 ?x) (d ?x) (not (p 1 ?x)))"),
      ElementsAre("changed", "(p#1 1 a)", "(p#2 1 b)", "(d a)", "(p#3 2 ?x) (d ?x) ~(p#4 1 ?x)",
                  "(p ?1 ?2) (p#1 ?1 ?2)", "(p ?1 ?2) (p#2 ?1 ?2)", "(p ?1 ?2) (p#3 ?1 ?2)",
                  "(p#4 ?1 ?2) (p#1 ?1 ?2)", "(p#4 ?1 ?2) (p#2 ?1 ?2)"));
}

TEST(Stratify, TakesNoNameThatIsThere) {
  const auto clauses = stratified(
      "(goal#1 a) (<= (p 1) (goal#1 ?x)) (p#1 x)\n"
      "(<= (p 0) (not (p 1)))");
  EXPECT_THAT(clauses, ElementsAre("changed", "(goal#1 a)", "(p#2 1) (goal#1 ?x)", "(p#1 x)",
                                   "(p#3 0) ~(p#2 1)", "(p ?1) (p#2 ?1)", "(p ?1) (p#3 ?1)"));
}

TEST(Stratify, ConditionsThatMatchNothingGetARelationWithoutClauses) {
  Rules rules = rules_of("(<= (p 1) (not (p 2))) (<= (p 0) (not (p 1))) (<= (p 3) (p 2) (p 1))");
  ASSERT_TRUE(rewrites::stratify(rules, analyse(rules)));
  EXPECT_TRUE(is_stratified(rules));
  const Program program = analyse(rules);
  EXPECT_TRUE(program.live[0]);   // the negation of nothing holds
  EXPECT_FALSE(program.live[2]);  // nothing does not
}

TEST(Stratify, HandlesSeveralComponents) {
  Rules rules = rules_of(
      "(<= (p 1) (true a)) (<= (p 0) (not (p 1)))\n"
      "(<= (q 1) (p 1)) (<= (q 0) (not (q 1)) (not (p 0)))");
  ASSERT_TRUE(rewrites::stratify(rules, analyse(rules)));
  EXPECT_TRUE(is_stratified(rules));
  EXPECT_THAT(to_text(rules), HasSubstr("(<= (q#2 0)\n  (not (q#1 1))\n  (not (p 0)))"));
}

TEST(Stratify, KeepsRecursionInOneGroup) {
  Rules rules = rules_of(
      "(e a b) (<= (r on ?x) (true ?x)) (<= (r on ?y) (e ?x ?y) (r on ?x))\n"
      "(<= (r off ?x) (e ?x ?y) (not (r on ?x)))");
  ASSERT_TRUE(rewrites::stratify(rules, analyse(rules)));
  EXPECT_TRUE(is_stratified(rules));
}

TEST(Stratify, IsPartOfLoading) {
  const auto loaded = load(
      "(role r) (init s) (legal r m) terminal (<= (goal r 100) (true w))\n"
      "(<= (goal ?r 50) (role ?r) (not (goal ?r 100)) (true t))\n"
      "(<= (goal ?r 0) (role ?r) (not (goal ?r 100)) (not (goal ?r 50)))",
      "");
  ASSERT_TRUE(loaded.has_value());
  EXPECT_TRUE(is_stratified(loaded->rules));
  EXPECT_EQ(loaded->program.live.size(), loaded->rules.clauses.size());
  EXPECT_FALSE(loaded->program[loaded->program.find(keyword::goal, 2).value()].recursive);
  EXPECT_THAT(to_text(loaded->rules), HasSubstr("(<= (goal ?1 ?2)\n  (goal#3 ?1 ?2))"));
}

}  // namespace
}  // namespace palamedes::gdl
