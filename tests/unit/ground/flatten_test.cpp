// Shapes, and rules made flat with their help.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ground/shapes.h"
#include "unit/ground/ground_testing.h"

namespace palamedes::ground {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

// "constants f/1 g/2" for an argument of a relation.
std::string shapes(std::string_view text, std::string_view relation, std::size_t arity,
                   std::size_t argument) {
  const gdl::Rules rules = gdl::rules_of(text);
  const ShapeSet set = Shapes(rules).of(*rules.symbols.find(relation), arity, argument);
  std::set<std::string> names;
  for (const auto& [symbol, count] : set.functions) {
    names.insert(std::string(rules.symbols.name(symbol)) + "/" + std::to_string(count));
  }
  std::string result = set.constants ? "constants" : "";
  for (const std::string& name : names) result += (result.empty() ? "" : " ") + name;
  return result;
}

TEST(Shapes, ComeFromFactsAndThroughVariables) {
  constexpr std::string_view rules =
      "(q a) (q (f b)) (r (f c)) (r (g d e)) (<= (p ?x) (q ?x)) (<= (s ?x) (q ?x) (r ?x))";
  EXPECT_EQ(shapes(rules, "q", 1, 0), "constants f/1");
  EXPECT_EQ(shapes(rules, "p", 1, 0), "constants f/1");
  EXPECT_EQ(shapes(rules, "s", 1, 0), "f/1");  // what all conditions allow
  EXPECT_EQ(shapes(rules, "p", 2, 0), "");     // another relation
}

TEST(Shapes, FlowFromNextAndInitToTrueAndFromLegalToDoes) {
  constexpr std::string_view rules =
      "(role r) (init a) (<= (next (f ?x)) (true ?x)) (legal r (go 1)) (legal r stay)"
      "(<= (did ?m) (does r ?m))";
  EXPECT_EQ(shapes(rules, "true", 1, 0), "constants f/1");
  EXPECT_EQ(shapes(rules, "does", 2, 1), "constants go/1");
  EXPECT_EQ(shapes(rules, "does", 2, 0), "constants");
  EXPECT_EQ(shapes(rules, "did", 1, 0), "constants go/1");
}

TEST(Shapes, SeeInsideFunctions) {
  constexpr std::string_view rules = "(q (f (g a))) (<= (p ?x) (q (f ?x)))";
  EXPECT_EQ(shapes(rules, "p", 1, 0), "g/1");
}

TEST(Shapes, NegatedConditionsSayNothing) {
  constexpr std::string_view rules = "(q a) (q (f b)) (r a) (<= (p ?x) (q ?x) (not (r ?x)))";
  EXPECT_EQ(shapes(rules, "p", 1, 0), "constants f/1");
}

TEST(Shapes, SetsMergeAndRestrict) {
  const auto name = [](std::uint32_t number) { return gdl::Symbol{number}; };
  ShapeSet a{.constants = true, .functions = {{name(1), 1}}};
  const ShapeSet b{.constants = false, .functions = {{name(1), 1}, {name(1), 2}}};
  EXPECT_TRUE(a.merge(b));
  EXPECT_FALSE(a.merge(b));
  EXPECT_EQ(a.functions.size(), 2U);
  EXPECT_TRUE(a.constants);
  a.restrict_to({.constants = false, .functions = {{name(1), 2}, {name(2), 1}}});
  EXPECT_FALSE(a.constants);
  EXPECT_THAT(a.functions, ElementsAre(std::pair(name(1), 2U)));
}

TEST(Flatten, FluentsAndMovesBecomeRelations) {
  EXPECT_THAT(flattened("(init (cell 1 b)) (init over) (legal r (mark 1)) (legal r noop)"
                        "(<= (next (cell ?n x)) (does ?r (mark ?n)) (does ?s noop))"),
              ElementsAre("init cell/2(1, b)", "init(over)", "legal mark/1(r, 1)", "legal(r, noop)",
                          "next cell/2(?n, x) <- does mark/1(?r, ?n), does(?s, noop)"));
}

TEST(Flatten, KnowsWhatFeedsWhat) {
  const FlatRules flat =
      flatten(gdl::rules_of("(init (cell 1)) (legal r (mark 1)) (<= (next over) (true (cell 1)))"));
  const RelationInfo init = info_of(flat, "init cell/1");
  EXPECT_EQ(init.kind, RelationKind::init);
  EXPECT_TRUE(init.feeds);
  EXPECT_EQ(flat.rules.symbols.name(init.target), "true cell/1");
  EXPECT_EQ(flat.rules.symbols.name(init.functor), "cell");
  const RelationInfo legal = info_of(flat, "legal mark/1");
  EXPECT_EQ(flat.rules.symbols.name(legal.target), "does mark/1");
  EXPECT_EQ(info_of(flat, "does mark/1").kind, RelationKind::does);
  const RelationInfo next = info_of(flat, "next");
  EXPECT_FALSE(next.has_functor);
  EXPECT_EQ(flat.rules.symbols.name(next.target), "true");
  EXPECT_EQ(info_of(flat, "true").kind, RelationKind::truth);
}

TEST(Flatten, EqualFunctorsOfDifferentAritiesAreKeptApart) {
  EXPECT_THAT(flattened("(init (f 1)) (init (f 1 2))"),
              ElementsAre("init f/1(1)", "init f/2(1, 2)"));
}

TEST(Flatten, AVariableForAWholeFluentTakesEachShape) {
  EXPECT_THAT(flattened("(init a) (init (f 1)) (init (g 1 2)) (<= (p ?x) (true ?x))"),
              UnorderedElementsAre(
                  "init(a)", "init f/1(1)", "init g/2(1, 2)", "p(f(?x.1)) <- true f/1(?x.1)",
                  "p(g(?x.1, ?x.2)) <- true g/2(?x.1, ?x.2)", "p(?x) <- true(?x), is constant(?x)",
                  "is constant(a)", "is constant(1)", "is constant(2)"));
}

TEST(Flatten, NoTestWhereOnlyConstantsCanBe) {
  EXPECT_THAT(flattened("(init a) (<= (p ?x) (true ?x))"),
              ElementsAre("init(a)", "p(?x) <- true(?x)"));
}

TEST(Flatten, ShapesOfOneVariableAreTheSameEverywhere) {
  EXPECT_THAT(flattened("(init a) (init (f 1)) (<= (next ?x) (true ?x) (not (true (f 1))))"),
              UnorderedElementsAre("init(a)", "init f/1(1)",
                                   "next f/1(?x.1) <- true f/1(?x.1), not true f/1(1)",
                                   "next(?x) <- true(?x), not true f/1(1), is constant(?x)",
                                   "is constant(a)", "is constant(1)"));
}

TEST(Flatten, ArgumentsThatAreAlwaysTheSameFunctionAreTakenApart) {
  EXPECT_THAT(flattened("(q (f 1) a) (q (f 2) b) (<= (p ?x) (q ?x ?y))"),
              ElementsAre("q(1, a)", "q(2, b)", "p(?x.1) <- q(?x.1, ?y)"));
  // Not if a constant or another function can be there as well.
  EXPECT_THAT(flattened("(q (f 1)) (q a) (<= (p ?x) (q ?x))"),
              ElementsAre("q(f(1))", "q(a)", "p(?x) <- q(?x)"));
  EXPECT_THAT(flattened("(q (f 1)) (q (f 1 2)) (<= (p ?x) (q ?x))"),
              ElementsAre("q(f(1))", "q(f(1, 2))", "p(?x) <- q(?x)"));
}

TEST(Flatten, ConditionsThatNothingCanFulfil) {
  EXPECT_THAT(flattened("(q (f 1)) (<= (p 1) (q (g 1))) (<= (p 2) (not (q (g 1))))"
                        "(<= (p 3) (q (f 1)) (not (q b)))"),
              ElementsAre("q(1)", "p(2)", "p(3) <- q(1)"));
}

TEST(Flatten, DistinctKeepsWholeTerms) {
  EXPECT_THAT(
      flattened("(q (f 1)) (q (f 2)) (<= (p ?x ?y) (q ?x) (q ?y) (distinct ?x ?y))"),
      ElementsAre("q(1)", "q(2)", "p(?x.1, ?y.1) <- q(?x.1), q(?y.1), distinct(f(?x.1), f(?y.1))"));
}

}  // namespace
}  // namespace palamedes::ground
