#include "board/fixed_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::board {
namespace {

using testing::UnorderedElementsAre;

FixedFacts facts_of(const std::string& more) {
  const std::string rest =
      "(role a)(init (at 1))(legal a go)(<= (next (at 1)) (true (at 1)))"
      "(<= terminal (true (at 9)))(goal a 0)";
  const auto loaded = gdl::load(rest + more, "test");
  EXPECT_TRUE(loaded.has_value());
  return find_fixed_facts(*loaded);
}

TEST(FixedFacts, AreWorkedOutFromRules) {
  const FixedFacts facts = facts_of(
      "(line a b)(line b c)(<= (joined ?x ?y) (line ?x ?y))"
      "(<= (joined ?x ?y) (line ?y ?x))(<= (here ?x ?y) (line ?x ?y) (true (at 1)))");
  EXPECT_THAT(facts.tuples, UnorderedElementsAre("(line a b)", "(line b c)", "(joined a b)",
                                                 "(joined b a)", "(joined b c)", "(joined c b)"));
}

TEST(FixedFacts, HaveWhatBaseLists) {
  EXPECT_THAT(facts_of("(<= (base (at ?x)) (place ?x))(place 1)(place 9)").base,
              UnorderedElementsAre("(at 1)", "(at 9)"));
}

TEST(FixedFacts, RulesWithoutEndLeaveTheOthers) {
  // ever longer lists
  const FixedFacts facts = facts_of(
      "(line a b)(<= (joined ?x ?y) (line ?y ?x))"
      "(list nil nil)(<= (list (cons a ?x) ?x) (list ?x ?y))");
  EXPECT_THAT(facts.tuples, UnorderedElementsAre("(line a b)", "(joined b a)"));
}

}  // namespace
}  // namespace palamedes::board
