#include "exercise/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/factory.h"
#include "machine/propnet/propnet_machine.h"

namespace palamedes::exercise {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "kind subject" of each finding, with * where it is proven.
std::vector<std::string> find(const std::string& rules, bool with_network = true,
                              std::uint64_t playouts = 40) {
  const auto game = gdl::load(rules, "rules");
  EXPECT_TRUE(game.has_value());
  const auto net = machine::make_net(*game, {});
  EXPECT_TRUE(net.has_value());
  machine::propnet::PropnetMachine machine(*net);
  auto goals = GoalRules::make(*game, {});
  EXPECT_TRUE(goals.has_value());
  const Playtest seen =
      Playtester<machine::propnet::PropnetMachine>(
          machine, {.max_playouts = playouts, .max_length = 50},
          [&](std::span<const std::string> facts, Role role) { return goals->values(facts, role); })
          .run([](const Playtest&) { return true; });
  std::optional<Possible> possible;
  if (with_network) possible = possible_in(**net);
  std::vector<std::string> texts;
  for (const Finding& finding : find_out(*game, seen, possible, &*goals)) {
    std::string text(name_of(finding.kind));
    if (finding.proven) text += "*";
    if (finding.role) text += " " + seen.statistics.roles[index_of(*finding.role)].name;
    for (const int value : finding.values) text += " " + std::to_string(value);
    if (!finding.subject.empty()) text += " " + finding.subject;
    for (const SourceLocation& place : finding.places) {
      text += " " + std::to_string(place.line) + ":" + std::to_string(place.column);
    }
    texts.push_back(text);
  }
  return texts;
}

// One choice of a, then the end.
constexpr const char* choice =
    "(role a) (role b) (init s) (legal a x) (legal a y) (legal b w) (legal b v)\n"
    "(<= (next t) (does a x)) (<= (next u) (does a y))\n"
    "(<= terminal (true t)) (<= terminal (true u))\n";

std::string with_goals(const std::string& goals) { return choice + goals; }

TEST(Findings, NothingIsSaidOfAGoodGame) {
  EXPECT_THAT(find(with_goals("(<= (goal a 100) (true t)) (<= (goal a 0) (true u))\n"
                              "(<= (goal b 0) (true t)) (<= (goal b 100) (true u))\n")),
              IsEmpty());
}

TEST(Findings, GoalsThatAreMissingOrContradict) {
  EXPECT_THAT(
      find(with_goals("(<= (goal a 100) (true t)) (<= (goal a 0) (role a))\n"
                      "(<= (goal b 0) (true t)) (<= (goal b 100) (true t))\n")),
      ElementsAre("bad_goal* a 0 100 4:1 4:28", "bad_goal* b", "bad_goal* b 0 100 5:1 5:26"));
  EXPECT_THAT(find(with_goals("(<= (goal a 101) (true t)) (<= (goal a much) (true u))\n"
                              "(<= (goal b 100) (true ?x))")),
              ElementsAre("bad_goal* a -1 4:28", "bad_goal* a 101 4:1"));
}

TEST(Findings, WhoCannotWin) {
  EXPECT_THAT(find(with_goals("(<= (goal a 50) (true ?x)) (<= (goal b 60) (true t))"
                              "(<= (goal b 100) (true u))")),
              ElementsAre("never_wins* a 50", "unbalanced b"));
  // Without the network nothing is proven.
  EXPECT_THAT(find(with_goals("(<= (goal a 50) (true ?x)) (<= (goal b 60) (true t))"
                              "(<= (goal b 100) (true u))"),
                   false),
              ElementsAre("never_wins a 50", "unbalanced b"));
}

TEST(Findings, WhatNeverComesUp) {
  const std::string goals =
      "(<= (goal a 100) (true t)) (<= (goal a 0) (true u))\n"
      "(<= (goal b 0) (true t)) (<= (goal b 100) (true u))\n";
  EXPECT_THAT(find(with_goals(goals) + "(<= (legal a jump) (true s) (not (true s)))\n"
                                       "(<= (next crown) (does a jump))\n"
                                       "(<= (goal a 70) (true crown))\n"),
              ElementsAre("goal_not_seen* 70 (goal a 70) 8:5", "move_not_seen* jump 6:14",
                          "fact_not_seen* crown 7:11"));
  EXPECT_THAT(find(with_goals(goals) + "(<= (legal a jump) (true s) (not (true s)))\n", false),
              ElementsAre("move_not_seen jump 6:14"));
}

TEST(Findings, PlayWithoutAnEnd) {
  const std::string walk =
      "(role a) (legal a go) (legal a stay) (goal a 100) (init (at 1))\n"
      "(<= (next (at ?x)) (true (at ?x)))\n";
  EXPECT_THAT(find(walk + "(<= terminal (true (at 2)))"), ElementsAre("never_ends*"));
  EXPECT_THAT(find(walk + "(<= terminal (true (at 2)))", false),
              ElementsAre("never_ends", "circle*"));
  EXPECT_THAT(find("(role a) (init s) (legal a stay) (legal a go) (goal a 100)\n"
                   "(<= (next s) (does a stay)) (<= (next t) (does a go))\n"
                   "(<= terminal (true t))\n"),
              ElementsAre("circle*"));
}

TEST(Findings, DeadEndsAndChoices) {
  EXPECT_THAT(find("(role a) (init s) (<= (legal a go) (true s)) (<= (next t) (true s))\n"
                   "(<= terminal (true u)) (<= (next u) (true t)) (goal a 100)\n"),
              ElementsAre("dead_end* a"));
  EXPECT_THAT(find("(role a) (init s) (legal a go) (<= (next t) (true s))\n"
                   "(<= terminal (true t)) (goal a 100)\n"),
              ElementsAre("no_choice* a"));
}

TEST(GoalRules, SayNothingOfPlacesWhereRulesAskForGoals) {
  const auto game = gdl::load(
      "(role a) (init s) (legal a m) terminal (goal a 100) (<= (goal a 0) (not (goal a 50)))",
      "rules");
  ASSERT_TRUE(game.has_value());
  auto goals = GoalRules::make(*game, {});
  ASSERT_TRUE(goals.has_value());
  const std::vector<std::string> facts = {"s"};
  EXPECT_THAT(goals->values(facts, Role(0)).value(), testing::UnorderedElementsAre(0, 100));
  EXPECT_THAT(goals->places(facts, Role(0)), IsEmpty());
}

}  // namespace
}  // namespace palamedes::exercise
