#include "ground/demand.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/builtin.h"
#include "support/various_games.h"
#include "unit/ground/ground_testing.h"

namespace palamedes::ground {
namespace {

using testing::Contains;

using Demand = GroundOptions::Demand;

// Four coins, counted from 0 by a relation (position, so far, result).
std::string coins() {
  std::string text = "(role r) (legal r go) (<= terminal (true (coin 0)))";
  for (int i = 0; i < 9; ++i) {
    text += " (succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  }
  for (int i = 0; i < 10; ++i) text += " (number " + std::to_string(i) + ")";
  for (int i = 0; i < 4; ++i) text += " (init (coin " + std::to_string(i) + "))";
  return text +
         "(<= (count ?i ?sum ?r) (succ ?i ?j) (true (coin ?i)) (succ ?sum ?more) (count ?j ?more "
         "?r))"
         "(<= (count ?i ?sum ?r) (succ ?i ?j) (number ?sum) (not (true (coin ?i))) (count ?j ?sum "
         "?r))"
         "(<= (count 4 ?sum ?sum) (number ?sum))"
         "(<= (next (coin ?i)) (true (coin ?i)) (not terminal))"
         "(<= (goal r ?r) (count 0 0 ?r))";
}

std::size_t count_atoms(const GroundRules& rules) {
  std::size_t result = 0;
  for (const std::string& atom : atoms_of(rules, RelationKind::other)) {
    result += atom.rfind("(count ", 0) == 0 ? 1U : 0U;
  }
  return result;
}

TEST(Demand, OnlyTuplesThatAreAskedForAreMade) {
  for (const bool decompose : {false, true}) {
    const auto all = try_ground(coins(), {.decompose = decompose, .demand = Demand::never});
    const auto asked = try_ground(coins(), {.decompose = decompose, .demand = Demand::always});
    ASSERT_TRUE(all);
    ASSERT_TRUE(asked);
    // All: from position 4 - k the result is 0 to k more than what has been counted, up to 9, so
    // there are 10, 10+9, 10+9+8, ... tuples.
    EXPECT_EQ(count_atoms(*all), 10U + 19U + 27U + 34U + 40U);
    // Asked: at position i at most i have been counted, and at most 4 - i are still to come. How
    // many have been counted makes no difference to what is still to come, so these are one atom;
    // and whether one more comes at position 3 is a fact or its negation.
    EXPECT_EQ(count_atoms(*asked), 5U + 4U + 3U);
    for (const RelationKind kind : {RelationKind::legal, RelationKind::next, RelationKind::goal,
                                    RelationKind::terminal, RelationKind::truth}) {
      EXPECT_EQ(atoms_of(*asked, kind), atoms_of(*all, kind));
    }
    // What is needed is decided, it is no atom.
    for (const std::string& atom : atoms_of(*asked, RelationKind::guard)) ADD_FAILURE() << atom;
  }
}

TEST(Demand, ReportsWhatItDid) {
  FlatRules flat = flatten(gdl::rules_of(coins()));
  const DemandReport report = restrict_to_demand(flat, {});
  EXPECT_EQ(report.relations, 1U);
  EXPECT_EQ(report.rules, 3U);  // from the goal and from each recursive rule
  EXPECT_THAT(texts_of(flat), Contains("need count/3(0, 0)"));
  EXPECT_EQ(info_of(flat, "need count/3").kind, RelationKind::guard);
  EXPECT_THAT(texts_of(flat),
              Contains("count(4, ?sum, ?sum) <- need count/3(4, ?sum), number(?sum)"));
}

TEST(Demand, NarrowAndFixedRelationsAreLeftAlone) {
  FlatRules flat = flatten(
      gdl::rules_of("(init (f 1)) (<= (narrow ?x ?y) (true (f ?x)) (true (f ?y))) (wide 1 2 3)"
                    "(<= (goal r 1) (narrow 1 1) (wide 1 2 3)) (role r)"));
  EXPECT_EQ(restrict_to_demand(flat, {}).relations, 0U);
}

TEST(Demand, ARelationThatIsAskedForEverythingIsLeftAlone) {
  FlatRules flat = flatten(
      gdl::rules_of("(init (f 1)) (<= (wide ?x ?y ?z) (true (f ?x)) (true (f ?y)) (true (f ?z)))"
                    "(<= (goal r ?x) (wide ?x ?y ?z)) (<= (goal r 0) (wide 1 1 1)) (role r)"));
  EXPECT_EQ(restrict_to_demand(flat, {}).relations, 0U);
}

// far(x, y, z) is asked for all x, y, z: collecting them first would only cost.
TEST(Demand, ARelationThatIsAskedForAProductIsLeftAlone) {
  FlatRules flat =
      flatten(gdl::rules_of("(role r) (init (f 1)) (d 1) (d 2) (d 3)"
                            "(<= (far ?x ?y ?z) (true (f ?x)) (true (f ?y)) (true (f ?z)))"
                            "(<= (goal r 1) (d ?x) (d ?y) (d ?z) (not (far ?x ?y ?z)))"));
  EXPECT_EQ(restrict_to_demand(flat, {}).relations, 0U);
  EXPECT_THAT(texts_of(flat),
              Contains("far(?x, ?y, ?z) <- true f/1(?x), true f/1(?y), true f/1(?z)"));
}

TEST(Demand, ConditionsThatHardlyRefuseAnythingAreNotAsked) {
  constexpr std::string_view around =
      "(role r) (init (g 1 2)) (apart 1 2) (apart 2 1) (edge 1 2) (edge 2 3)"
      "(<= (path ?a ?b ?n) (true (g ?a ?n)) (true (g ?n ?b)))";
  // Somewhere else than a and b: there is hardly a pair for which there is no such place.
  FlatRules filter = flatten(gdl::rules_of(
      std::string(around) +
      "(<= (next (f ?x)) (true (g ?a ?b)) (apart ?x ?a) (apart ?x ?b) (not (path ?a ?b 1)))"));
  EXPECT_EQ(restrict_to_demand(filter, {}).relations, 1U);
  EXPECT_THAT(texts_of(filter), Contains("need path/3(?a, ?b, 1) <- true g/2(?a, ?b)"));
  // Two edges from b: these say for which y it is asked.
  FlatRules chain = flatten(gdl::rules_of(
      std::string(around) +
      "(<= (next (f ?y)) (true (g ?a ?b)) (edge ?b ?z) (edge ?z ?y) (not (path ?a ?y 1)))"));
  EXPECT_EQ(restrict_to_demand(chain, {}).relations, 1U);
  EXPECT_THAT(texts_of(chain),
              Contains("need path/3(?a, ?y, 1) <- edge(?b, ?z), edge(?z, ?y), true g/2(?a, ?b)"));
}

TEST(Demand, NegatedConditionsAskAsWell) {
  constexpr std::string_view text =
      "(role r) (legal r go) (d 1) (d 2) (d 3) (init (f 1)) (<= (next (f ?x)) (d ?x) (not (far ?x "
      "1 2)))"
      "(<= (far ?x ?y ?z) (d ?x) (d ?y) (d ?z) (true (f ?x)) (true (f ?y)) (true (f ?z)))"
      "(goal r 0) terminal";
  const auto all = try_ground(text, {.demand = Demand::never});
  const auto asked = try_ground(text, {.demand = Demand::always});
  ASSERT_TRUE(all);
  ASSERT_TRUE(asked);
  EXPECT_EQ(atoms_of(*all, RelationKind::other).size(), 27U);
  // (far 1 1 2) and (far 2 1 2) have the same reason.
  EXPECT_EQ(atoms_of(*asked, RelationKind::other).size(), 2U);
  EXPECT_EQ(atoms_of(*asked, RelationKind::next), atoms_of(*all, RelationKind::next));
  EXPECT_THAT(rule_texts(*asked), Contains("(next (f 3)) <- not (far 3 1 2)"));
}

TEST(Demand, KeepsTheAnswersOfTheBuiltInGames) {
  for (const games::Builtin& game : games::various_games()) {
    const auto all = try_ground(game.text, {.demand = Demand::never});
    const auto asked = try_ground(game.text, {.demand = Demand::always});
    ASSERT_TRUE(all) << game.name;
    ASSERT_TRUE(asked) << game.name;
    EXPECT_EQ(asked->init.size(), all->init.size());
    // Less can be asked for than could be said, never more.
    for (const RelationKind kind :
         {RelationKind::legal, RelationKind::next, RelationKind::goal, RelationKind::terminal}) {
      const auto expected = atoms_of(*all, kind);
      for (const std::string& atom : atoms_of(*asked, kind)) {
        EXPECT_TRUE(expected.contains(atom)) << game.name << ": " << atom;
      }
    }
  }
}

TEST(Demand, StartsWhenThereAreTooManyRules) {
  std::string text =
      "(role r) (legal r go) (goal r 0) terminal (init (f 0)) (<= (next (f 1)) (wide 1 2 3 4))";
  for (int i = 0; i < 15; ++i) text += " (d " + std::to_string(i) + ")";
  text += "(<= (wide ?a ?b ?c ?e) (true (f 0)) (d ?a) (d ?b) (d ?c) (d ?e))";
  // 50,625 tuples, of which one is asked for.
  GroundOptions options{.demand = Demand::automatic, .rules_before_demand = 10'000};
  const auto asked = try_ground(text, options);
  ASSERT_TRUE(asked);
  EXPECT_LT(asked->atoms.size(), 20U);
  options.rules_before_demand = 100'000;
  const auto all = try_ground(text, options);
  ASSERT_TRUE(all);
  EXPECT_GT(all->atoms.size(), 50'000U);
  options.demand = Demand::never;
  options.limits.max_rules = 10'000;
  EXPECT_FALSE(try_ground(text, options));
}

}  // namespace
}  // namespace palamedes::ground
