// Classes of relations, and the whole way from rules to ground rules.

#include "ground/grounder.h"

#include <atomic>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ground/classes.h"
#include "unit/ground/ground_testing.h"

namespace palamedes::ground {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

TableClass class_in(const Classified& classified, const FlatRules& flat, std::string_view name,
                    std::size_t arity) {
  return classified
      .classes[index_of(*classified.program.find(*flat.rules.symbols.find(name), arity))];
}

TEST(Classes, QuestionsAreDynamicEvenWhereTheyNeverChange) {
  const FlatRules flat = flatten(gdl::rules_of(
      "(role r) (d 1) (init (f 1)) (legal r go) (<= (goal r 100) (d 1)) terminal"
      "(<= (next (f ?x)) (d ?x)) (<= (moved ?x) (does r ?x)) (<= (sees ?x) (true (f ?x)))"
      "(<= (e ?x) (d ?x)) (<= (blind ?x) (d ?x) (not (sees ?x))) (<= (free ?m) (legal r ?m))"));
  const Classified classified = classify(flat);
  for (const auto& [name, arity] :
       {std::pair{"role", 1}, std::pair{"d", 1}, std::pair{"e", 1}, std::pair{"init f/1", 1}}) {
    EXPECT_EQ(class_in(classified, flat, name, static_cast<std::size_t>(arity)), TableClass::fixed)
        << name;
  }
  for (const auto& [name, arity] :
       {std::pair{"legal", 2}, std::pair{"goal", 2}, std::pair{"terminal", 0},
        std::pair{"next f/1", 1}, std::pair{"moved", 1}, std::pair{"sees", 1},
        std::pair{"blind", 1}, std::pair{"free", 1}, std::pair{"true f/1", 1}}) {
    EXPECT_EQ(class_in(classified, flat, name, static_cast<std::size_t>(arity)),
              TableClass::dynamic)
        << name;
  }
}

TEST(Classes, GuardsOfTheStateAreNoAtoms) {
  FlatRules flat = as_written("(d 1) (<= (g ?x) (true ?x)) (<= (h ?x) (d ?x))");
  for (const char* name : {"g", "h"}) {
    flat.relations.emplace(*flat.rules.symbols.find(name),
                           RelationInfo{.kind = RelationKind::guard});
  }
  flat.relations.emplace(gdl::keyword::truth, RelationInfo{.kind = RelationKind::truth});
  const Classified classified = classify(flat);
  EXPECT_EQ(class_in(classified, flat, "g", 1), TableClass::guard);
  EXPECT_EQ(class_in(classified, flat, "h", 1), TableClass::fixed);
}

TEST(Classes, Questions) {
  for (const RelationKind kind :
       {RelationKind::next, RelationKind::legal, RelationKind::goal, RelationKind::terminal}) {
    EXPECT_TRUE(is_question(kind));
  }
  for (const RelationKind kind : {RelationKind::truth, RelationKind::does, RelationKind::init,
                                  RelationKind::helper, RelationKind::other}) {
    EXPECT_FALSE(is_question(kind));
  }
}

// Three squares in a row; x and o mark in turn.
constexpr std::string_view row = R"(
  (role x) (role o)
  (init (cell 1 b)) (init (cell 2 b)) (init (cell 3 b)) (init (control x))
  (base (cell 1 b)) (base (control x)) (<= (input ?r noop) (role ?r))
  (<= (legal ?r (mark ?c)) (true (control ?r)) (true (cell ?c b)))
  (<= (legal x noop) (true (control o)))
  (<= (legal o noop) (true (control x)))
  (<= (next (cell ?c ?r)) (does ?r (mark ?c)))
  (<= (next (cell ?c b)) (true (cell ?c b)) (does ?r (mark ?d)) (distinct ?c ?d))
  (<= (next (cell ?c ?r)) (true (cell ?c ?r)) (distinct ?r b))
  (<= (next (control x)) (true (control o)))
  (<= (next (control o)) (true (control x)))
  (<= (goal x 100) (true (cell 2 x))) (<= (goal x 0) (not (true (cell 2 x))))
  (<= (goal o 100) (true (cell 2 o))) (<= (goal o 0) (not (true (cell 2 o))))
  (<= terminal (not open)) (<= open (true (cell ?c b)))
  (<= (unused ?c) (true (cell ?c b)))
)";

TEST(Grounder, ARowOfThreeByHand) {
  const auto rules = try_ground(row, {.decompose = false});
  ASSERT_TRUE(rules);
  EXPECT_EQ(atoms_of(*rules, RelationKind::truth).size(), 9U + 2U);
  EXPECT_EQ(atoms_of(*rules, RelationKind::next).size(), 9U + 2U);
  EXPECT_EQ(atoms_of(*rules, RelationKind::legal).size(), 6U + 2U);
  EXPECT_EQ(atoms_of(*rules, RelationKind::does).size(), 6U + 2U);
  EXPECT_EQ(atoms_of(*rules, RelationKind::goal).size(), 4U);
  EXPECT_THAT(atoms_of(*rules, RelationKind::terminal), ElementsAre("terminal"));
  // Neither `unused` nor `base` and `input` are there: no question needs them.
  EXPECT_THAT(atoms_of(*rules, RelationKind::other), ElementsAre("open"));
  EXPECT_EQ(rules->atoms.size(), 44U);
  // Legal: 6 marks, 2 noops. Next: 6 marks; a blank stays while either role marks one of two
  // others (3 * 2 * 2); 6 marks stay; 2 controls. Then 4 goals, 1 terminal, 3 open.
  EXPECT_EQ(rules->rules.count, 6U + 2U + 6U + 12U + 6U + 2U + 4U + 1U + 3U);
  EXPECT_EQ(rule_texts(*rules).size(), rules->rules.count);
  EXPECT_THAT(rule_texts(*rules),
              Contains("(next (cell 1 b)) <- (true (cell 1 b)), (does o (mark 3))"));
  EXPECT_THAT(rule_texts(*rules), Contains("(goal x 0) <- not (true (cell 2 x))"));
}

TEST(Grounder, ARowOfThreeDecomposed) {
  const auto rules = try_ground(row);
  ASSERT_TRUE(rules);
  // Who marks does not matter to the blanks: 3 helpers of 2 rules each, then 3 * 2 rules.
  EXPECT_EQ(atoms_of(*rules, RelationKind::helper).size(), 3U);
  EXPECT_EQ(rules->atoms.size(), 47U);
  EXPECT_EQ(rules->rules.count, 42U - 12U + 6U + 6U);
}

TEST(Grounder, RolesKeepTheirOrderAndInitIsSorted) {
  const auto rules = try_ground(row);
  ASSERT_TRUE(rules);
  std::vector<std::string> roles;
  for (const gdl::TermId role : rules->roles) {
    roles.push_back(rules->pool.text(role, rules->symbols));
  }
  EXPECT_THAT(roles, ElementsAre("x", "o"));
  std::vector<std::string> init;
  for (const gdl::TermId fluent : rules->init) {
    init.push_back(rules->pool.text(fluent, rules->symbols));
  }
  EXPECT_THAT(init, UnorderedElementsAre("(cell 1 b)", "(cell 2 b)", "(cell 3 b)", "(control x)"));
  EXPECT_TRUE(std::is_sorted(rules->init.begin(), rules->init.end()));
}

constexpr std::string_view around = "(role r) (init (f 1)) (legal r go) (goal r 0) terminal ";

TEST(Grounder, DecidesWhatDependsOnNothing) {
  const auto rules = try_ground(std::string(around) +
                                "(d 1) (d 2) (d 3) (bad 2)"
                                "(<= (good ?x) (d ?x) (not (bad ?x)))"
                                "(<= (next (f ?x)) (true (f 1)) (good ?x) (not (bad 7)))");
  ASSERT_TRUE(rules);
  EXPECT_THAT(atoms_of(*rules, RelationKind::other), IsEmpty());
  EXPECT_THAT(atoms_of(*rules, RelationKind::next), ElementsAre("(next (f 1))", "(next (f 3))"));
  EXPECT_THAT(rule_texts(*rules), Contains("(next (f 3)) <- (true (f 1))"));
}

TEST(Grounder, WhatIsNeverTrueIsNotMentioned) {
  const auto rules = try_ground(std::string(around) +
                                "(<= (next (f 2)) (true (f 1)) (not (true (f 9))))"
                                "(<= (next (f 3)) (true (f 9)))");
  ASSERT_TRUE(rules);
  EXPECT_THAT(rule_texts(*rules), Contains("(next (f 2)) <- (true (f 1))"));
  EXPECT_THAT(atoms_of(*rules, RelationKind::next), ElementsAre("(next (f 2))"));
}

TEST(Grounder, ARuleThatNeedsItsOwnHeadSaysNothing) {
  const auto rules = try_ground(std::string(around) +
                                "(<= p (true (f 1))) (<= p p (true (f 1))) (<= (next (f 1)) p)");
  ASSERT_TRUE(rules);
  std::size_t reasons = 0;
  for (const std::string& rule : rule_texts(*rules))
    reasons += rule.rfind("p <-", 0) == 0 ? 1U : 0U;
  EXPECT_EQ(reasons, 1U);
}

TEST(Grounder, OnlyRolesPlay) {
  const auto rules = try_ground(std::string(around) +
                                "(legal stranger go) (goal stranger 5)"
                                "(<= (next (f 2)) (does stranger go))"
                                "(<= (next (f 3)) (true (f 1)) (not (does stranger go)))");
  ASSERT_TRUE(rules);
  EXPECT_THAT(atoms_of(*rules, RelationKind::legal), ElementsAre("(legal r go)"));
  EXPECT_THAT(atoms_of(*rules, RelationKind::goal), ElementsAre("(goal r 0)"));
  EXPECT_THAT(rule_texts(*rules), Contains("(next (f 3)) <- (true (f 1))"));
  EXPECT_THAT(rule_texts(*rules), Not(Contains(HasSubstr("stranger"))));
}

constexpr std::string_view declares_too_little =
    "(role r) (init (at 1)) (succ 1 2) (succ 2 3)"
    "(base (at 1)) (base (at 2)) (base (at 9)) (input r (go 1)) (input r (go 9))"
    "(<= (legal r (go ?x)) (true (at ?x))) (goal r 0) (<= terminal (true (at 3)))"
    "(<= (next (at ?y)) (does r (go ?x)) (succ ?x ?y))";

// Public sheets leave things out of their declarations that happen in play (docs/decisions.md).
TEST(Grounder, DeclarationsThatLeaveSomethingOutChangeNothing) {
  const auto rules = try_ground(declares_too_little);
  ASSERT_TRUE(rules);
  EXPECT_THAT(atoms_of(*rules, RelationKind::truth),
              ElementsAre("(true (at 1))", "(true (at 2))", "(true (at 3))"));
  EXPECT_THAT(atoms_of(*rules, RelationKind::does),
              ElementsAre("(does r (go 1))", "(does r (go 2))", "(does r (go 3))"));
}

TEST(Grounder, TrustedDeclarationsAreTheLimit) {
  for (const auto demand : {GroundOptions::Demand::never, GroundOptions::Demand::always}) {
    const auto rules =
        try_ground(declares_too_little, {.demand = demand, .trust_declarations = true});
    ASSERT_TRUE(rules);
    EXPECT_THAT(atoms_of(*rules, RelationKind::truth),
                ElementsAre("(true (at 1))", "(true (at 2))"));
    EXPECT_THAT(atoms_of(*rules, RelationKind::does), ElementsAre("(does r (go 1))"));
  }
  // A sheet without declarations has nothing to keep to.
  const auto plain = try_ground(
      "(role r) (init p) (legal r go) (<= (next p) (true p)) (goal r 0)"
      "(<= terminal (true p))",
      {.trust_declarations = true});
  ASSERT_TRUE(plain);
  EXPECT_THAT(atoms_of(*plain, RelationKind::truth), ElementsAre("(true p)"));
}

TEST(Grounder, FluentsOfAllShapes) {
  const auto rules = try_ground(
      "(role r) (init a) (init (f 1)) (init (g (f 1) b)) (legal r go) (legal r (go (f 1)))"
      "(goal r 0) terminal (<= (next ?x) (true ?x)) (<= (next (h ?m)) (does r ?m))");
  ASSERT_TRUE(rules);
  EXPECT_THAT(atoms_of(*rules, RelationKind::truth),
              ElementsAre("(true (f 1))", "(true (g (f 1) b))", "(true (h (go (f 1))))",
                          "(true (h go))", "(true a)"));
}

TEST(Grounder, SaysWhatItDid) {
  const auto rules = try_ground(row);
  ASSERT_TRUE(rules);
  std::vector<std::string> names;
  for (const StepReport& step : rules->steps) names.push_back(step.name);
  EXPECT_THAT(names, ElementsAre("flatten", "decompose", "fixed", "reach", "collect"));
  EXPECT_GT(rules->memory_bytes, 0U);
}

TEST(Grounder, AFailureSaysWhichLimitAndWhatWasLarge) {
  std::string text(around);
  for (int i = 0; i < 20; ++i) text += " (d " + std::to_string(i) + ")";
  text += "(<= (next (p ?a ?b ?c ?e)) (d ?a) (d ?b) (d ?c) (d ?e))";
  GroundOptions options;
  options.limits.max_rules = 10'000;
  const auto rules = try_ground(text, options);
  ASSERT_FALSE(rules);
  const std::string message = to_string(rules.error().list().front());
  EXPECT_THAT(
      message,
      HasSubstr(
          "error: grounding stopped at 10000 ground rules, the limit of --max-rules (after "));
  EXPECT_THAT(message, HasSubstr("largest relations: "));
  EXPECT_THAT(message, HasSubstr("next p/4 "));
}

// Where rules are not written down, before and after the first try, tuples count as rules.
TEST(Grounder, TuplesCountAgainstTheLimitOfRules) {
  std::string facts(around);
  for (int i = 0; i < 20; ++i) facts += " (d " + std::to_string(i) + ")";
  const std::string fixed =
      "(<= (r ?a ?b ?c ?e) (d ?a) (d ?b) (d ?c) (d ?e))"
      "(<= (next (p ?a)) (true (p ?a)) (r ?a ?b ?c ?e))";
  const std::string reached = "(<= (next (p ?a ?b ?c ?e)) (d ?a) (d ?b) (d ?c) (d ?e))";
  for (const GroundOptions::Demand demand :
       {GroundOptions::Demand::never, GroundOptions::Demand::always}) {
    for (const std::string& rest : {fixed, reached}) {
      GroundOptions options{.decompose = false, .demand = demand};
      options.limits.max_rules = 10'000;
      const auto rules = try_ground(facts + rest, options);
      ASSERT_FALSE(rules) << rest;
      EXPECT_THAT(to_string(rules.error().list().front()), HasSubstr("10000 ground rules"));
    }
  }
}

TEST(Grounder, StopsWhenNobodyWantsItAnyMore) {
  std::string text(around);
  for (int i = 0; i < 20; ++i) text += " (d " + std::to_string(i) + ")";
  text += "(<= (next (p ?a ?b ?c ?e)) (d ?a) (d ?b) (d ?c) (d ?e))";
  std::atomic<bool> cancelled = false;
  GroundOptions options;
  options.limits.cancelled = &cancelled;
  EXPECT_TRUE(try_ground(text, options));
  cancelled = true;
  const auto rules = try_ground(text, options);
  ASSERT_FALSE(rules);
  EXPECT_THAT(to_string(rules.error().list().front()),
              HasSubstr("grounding stopped at the wish of who asked for it"));
}

TEST(Grounder, GamesWithoutAnEndStopAtTheTerms) {
  GroundOptions options;
  options.limits.max_terms = 10'000;
  const auto rules = try_ground(
      "(role r) (init (n 0)) (legal r go) (goal r 0) (<= terminal (true (n 7)))"
      "(<= (next (n (s ?x))) (true (n ?x)))",
      options);
  ASSERT_FALSE(rules);
  EXPECT_THAT(to_string(rules.error().list().front()),
              HasSubstr("grounding stopped at 10000 terms"));
}

}  // namespace
}  // namespace palamedes::ground
