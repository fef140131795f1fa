// Rules that `or` has multiplied out become one rule again.

#include "ground/alternatives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/ground/ground_testing.h"

namespace palamedes::ground {
namespace {

using testing::Contains;
using testing::UnorderedElementsAre;

TEST(Alternatives, OneConditionThatDiffersIsTakenOut) {
  FlatRules flat = as_written("(<= (p ?x) (or (q ?x ?y) (s ?x ?y)) (r ?y))");
  EXPECT_EQ(merge_alternatives(flat), 1U);
  EXPECT_THAT(texts_of(flat), UnorderedElementsAre("p(?x) <- either 1(?x, ?y), r(?y)",
                                                   "either 1(?x, ?y) <- q(?x, ?y)",
                                                   "either 1(?x, ?y) <- s(?x, ?y)"));
  EXPECT_EQ(info_of(flat, "either 1").kind, RelationKind::helper);
}

TEST(Alternatives, SeveralInOneRuleAreTakenOutOneAfterTheOther) {
  FlatRules flat = as_written("(<= (p ?x) (or (q ?x) (s ?x)) (r ?x) (or (t ?x) (u ?x)))");
  EXPECT_EQ(merge_alternatives(flat), 3U);
  EXPECT_EQ(flat.rules.clauses.size(), 5U);
}

// What the rest of the rule does not mention is no argument; equal ones are shared.
TEST(Alternatives, OtherVariablesStayInsideAndEqualOnesAreShared) {
  FlatRules flat = as_written(
      "(<= (p ?x) (or (q ?x ?y) (s ?z ?x)) (r ?x)) (<= (w ?a) (or (q ?a ?b) (s ?b ?a)) (t ?a))");
  EXPECT_EQ(merge_alternatives(flat), 2U);
  EXPECT_THAT(texts_of(flat), Contains("p(?x) <- either 1(?x), r(?x)"));
  EXPECT_THAT(texts_of(flat), Contains("w(?a) <- either 1(?a), t(?a)"));
}

TEST(Alternatives, RulesThatDifferOtherwiseAreLeftAlone) {
  for (const char* text : {
           "(<= (p ?x) (q ?x)) (<= (p ?x) (s ?x))",                            // nothing is shared
           "(<= (p ?x) (r ?x) (not (q ?x))) (<= (p ?x) (r ?x) (not (s ?x)))",  // binds nothing
           "(<= (p ?x) (q ?x ?y) (r ?y)) (<= (p ?x) (s ?x) (r ?y))",           // other variables
           "(<= (p a) (q b) (r c)) (<= (p a) (s b) (r c))",                    // no variables
       }) {
    FlatRules flat = as_written(text);
    const auto before = texts_of(flat);
    EXPECT_EQ(merge_alternatives(flat), 0U) << text;
    EXPECT_EQ(texts_of(flat), before);
  }
}

}  // namespace
}  // namespace palamedes::ground
