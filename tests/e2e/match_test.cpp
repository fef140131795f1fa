// What `palamedes match` says about results that are certain, missing or of one player only, and
// what they depend on.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Whoever has the first role wins; with one step only.
constexpr const char* first_wins =
    "(role a) (role b) (init (at 1)) (legal a go) (legal b wait) (<= (next (at 2)) (does a go))"
    "(<= terminal (true (at 2))) (goal a 100) (goal b 0)";

// Who steps right has both goals, who steps left has one.
constexpr const char* two_goals =
    "(role a) (role b) (init (at 0)) (legal a left) (legal a right) (legal b wait)"
    "(<= (next (at ?x)) (does a ?x)) (<= terminal (not (true (at 0))))"
    "(<= (goal a 100) (not (true (at 0)))) (<= (goal a 30) (true (at right)))"
    "(<= (goal b 0) (not (true (at 0))))";

// A better walker has more.
constexpr const char* one_role =
    "(role walker) (init (at 1)) (succ 1 2) (succ 2 3) (legal walker go) (legal walker stop)"
    "(<= (next (at ?y)) (does walker go) (true (at ?x)) (succ ?x ?y))"
    "(<= (next (at ?x)) (does walker stop) (true (at ?x))) (<= (next over) (does walker stop))"
    "(<= terminal (true over)) (<= terminal (true (at 3))) (<= (goal walker 80) (true (at 3)))"
    "(<= (goal walker 10) (true (at ?x)) (distinct ?x 3))";

json parsed(const Outcome& outcome, int status = 0) {
  EXPECT_EQ(outcome.status, status) << outcome.err;
  json value = json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << outcome.out;
  return value;
}

// Agents that are equal in a game without choices: each has won half of the games.
TEST(MatchFigures, IntervalsAreWilsons) {
  const std::string rules = write_file("first_wins.kif", first_wins);
  const json result = parsed(run({"match", rules, "--agents", "random,random", "--games", "20",
                                  "--simulations", "1", "--json"}));
  const json agent = result.at("agents").at(0);
  EXPECT_EQ(agent.at("win_rate"), 0.5);
  EXPECT_NEAR(agent.at("interval"), 0.200702, 1e-5);
  EXPECT_NEAR(agent.at("low"), 0.299298, 1e-5);
  EXPECT_NEAR(agent.at("high"), 0.700702, 1e-5);
  EXPECT_NEAR(agent.at("score_low"), 29.9298, 1e-3);
}

// Both always find the move that is worth 100, so that every game is a draw. Twenty of them spread
// by nothing, and are still not within 5 %.
TEST(MatchFigures, EqualGamesDoNotEndAMatchAtOnce) {
  const std::string rules =
      write_file("choose.kif",
                 "(role a) (role b) (init (at 0)) (legal a left) (legal a right) (legal b left)"
                 "(legal b right) (<= (next (a ?x)) (does a ?x)) (<= (next (b ?x)) (does b ?x))"
                 "(<= terminal (not (true (at 0)))) (<= (goal a 100) (true (a right)))"
                 "(<= (goal a 0) (not (true (a right)))) (<= (goal b 100) (true (b right)))"
                 "(<= (goal b 0) (not (true (b right))))");
  const json result = parsed(run({"match", rules, "--agents", "uct,uct:c=0.5", "--simulations",
                                  "50", "--until", "0.05", "--games", "60", "--json"}));
  EXPECT_EQ(result.at("games"), 60);
  EXPECT_EQ(result.at("agents").at(0).at("win_rate"), 0.5);
  EXPECT_GT(result.at("agents").at(0).at("interval"), 0.05);
}

TEST(MatchFigures, OfOnePlayerAreAverageGoals) {
  const std::string rules = write_file("walker.kif", one_role);
  const std::vector<std::string> arguments = {"match",   rules, "--agents",      "uct,random",
                                              "--games", "40",  "--simulations", "50"};
  const Outcome text = run(arguments);
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("Avg. goal"), Not(HasSubstr("Win rate")),
                              HasSubstr("80.0 ± "), Not(HasSubstr("100.0 ± "))));
  std::vector<std::string> with_json = arguments;
  with_json.emplace_back("--json");
  const json agents = parsed(run(with_json)).at("agents");
  EXPECT_EQ(agents.at(0).at("score"), 80);
  EXPECT_DOUBLE_EQ(agents.at(0).at("win_rate"), 0.8);
  EXPECT_LT(agents.at(1).at("score"), 80);
  EXPECT_NEAR(agents.at(1).at("win_rate"), double(agents.at(1).at("score")) / 100, 1e-6);
  EXPECT_EQ(agents.at(1).at("games"), 20);
}

TEST(MatchFigures, NeedTwoAgents) {
  const Outcome outcome = run({"match", "tictactoe", "--agents", "uct"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--agents cannot be 'uct': a match needs two agents or more"));
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST(MatchFaults, ContradictoryGoalsAreToldWithTheState) {
  const std::string rules = write_file("two_goals.kif", two_goals);
  const std::vector<std::string> arguments = {"match",         rules, "--agents", "random,random",
                                              "--simulations", "1",   "--games",  "40"};
  const Outcome text = run(arguments);
  EXPECT_EQ(text.status, 1);
  EXPECT_THAT(text.err, HasSubstr("the rules give 'a' the goals 30 and 100 after 1 step, in the "
                                  "state (at right); moves: right\n"));
  EXPECT_THAT(text.out, HasSubstr(" games do not count because of a fault."));
  std::vector<std::string> with_json = arguments;
  with_json.emplace_back("--json");
  const json result = parsed(run(with_json), 1);
  const int faults = result.at("faults");
  EXPECT_GT(faults, 0);
  EXPECT_EQ(result.at("broken"), 0);
  EXPECT_EQ(int(result.at("games")) + faults, 40);
  EXPECT_EQ(int(result.at("agents").at(0).at("games")) + faults, 40);
  EXPECT_THAT(result.at("problems").at(0).at("problem").get<std::string>(),
              HasSubstr("'a' the goals 30 and 100"));
  EXPECT_GE(result.at("problems").at(0).at("game"), 1);
}

TEST(MatchFaults, UndefinedGoalsAreNoDraws) {
  const std::string rules =
      write_file("no_goals.kif",
                 "(role a) (role b) (init (at 1)) (legal a go) (legal b go)"
                 "(<= (next (at 2)) (does a go)) (<= terminal (true (at 2)))"
                 "(<= (goal a 50) (true (at 1))) (<= (goal b 50) (true (at 1)))");
  const json result = parsed(run({"match", rules, "--agents", "random,random", "--games", "4",
                                  "--simulations", "1", "--json"}),
                             1);
  EXPECT_EQ(result.at("games"), 0);
  EXPECT_EQ(result.at("faults"), 4);
  EXPECT_TRUE(result.at("agents").at(0).at("win_rate").is_null());
}

TEST(MatchOrigin, IsTold) {
  const std::vector<std::string> arguments = {"match",         "tictactoe", "--agents", "grave,uct",
                                              "--simulations", "10",        "--games",  "2",
                                              "--seed",        "9"};
  const Outcome text = run(arguments);
  EXPECT_THAT(text.out, AllOf(HasSubstr("seed 9"), HasSubstr("\nLimit      10 simulations a move"),
                              HasSubstr("\nAgent      grave: select.formula=amaf"),
                              HasSubstr("\nBuild      "), HasSubstr("\nProcessor  ")));
  std::vector<std::string> with_json = arguments;
  with_json.emplace_back("--json");
  const json result = parsed(run(with_json));
  EXPECT_EQ(result.at("seed"), 9);
  EXPECT_EQ(result.at("limit").at("simulations"), 10);
  EXPECT_TRUE(result.at("limit").at("seconds").is_null());
  EXPECT_FALSE(result.at("build").get<std::string>().empty());
  EXPECT_FALSE(result.at("processor").get<std::string>().empty());
  EXPECT_EQ(result.at("agents").at(0).at("values").at("select.formula"), "amaf");
  EXPECT_GE(result.at("agents").at(0).at("values").size(), 50U);
}

}  // namespace
}  // namespace palamedes::e2e
