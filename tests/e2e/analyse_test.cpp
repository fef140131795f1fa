// analyse and match: agents at work.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"
#include "e2e/samples.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

json parsed(const Outcome& outcome) {
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  json value = json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << outcome.out;
  return value;
}

json without_times(json value) {
  for (const char* key : {"seconds", "simulations_per_s", "states_per_s"}) value.erase(key);
  if (value.contains("agents")) {
    for (json& agent : value["agents"]) agent.erase("simulations_per_s");
  }
  return value;
}

// X has two marks in a column; the third one wins at once.
constexpr const char* nearly_won = "(mark 1 1) (mark 2 2) (mark 1 2) (mark 3 3)";

TEST(Analyse, FindsTheWinningMoveAndProvesIt) {
  const json result = parsed(run({"analyse", "tictactoe", "--moves", nearly_won, "--simulations",
                                  "500", "--agent", "uct+solver", "--json"}));
  EXPECT_EQ(result.at("steps"), 4);
  EXPECT_TRUE(result.at("proven"));
  const json& mover = result.at("roles").at(0);
  EXPECT_EQ(mover.at("moves").at(0).at("move"), "(mark 1 3)");
  EXPECT_EQ(mover.at("moves").at(0).at("exact"), 100);
  EXPECT_EQ(mover.at("value"), 100);
  EXPECT_EQ(result.at("line").at(0).at(0), "(mark 1 3)");
}

TEST(Analyse, TellsAPersonTheSame) {
  const Outcome outcome = run({"analyse", "tictactoe", "--moves", nearly_won, "--simulations",
                               "500", "--agent", "uct+solver"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("tictactoe after 4 steps"), HasSubstr("(mark 1 3)"),
                                 HasSubstr("proven win"), HasSubstr("xplayer 100 oplayer 0")));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(Analyse, IsReproducible) {
  for (const char* agent : {"uct", "palamedes", "ppafm", "grave+nst+swarm"}) {
    const std::vector<std::string> arguments = {"analyse", "connect_four",  "--agent",
                                                agent,     "--json",        "--seed",
                                                "7",       "--simulations", "1500"};
    EXPECT_EQ(without_times(parsed(run(arguments))), without_times(parsed(run(arguments))))
        << agent;
  }
}

TEST(Analyse, CountsItsSimulations) {
  const json result =
      parsed(run({"analyse", "connect_four", "--agent", "uct", "--simulations", "1234", "--json"}));
  EXPECT_EQ(result.at("simulations"), 1234);
  double visits = 0;
  for (const json& move : result.at("roles").at(0).at("moves")) visits += double(move.at("visits"));
  EXPECT_EQ(visits, 1234);
}

TEST(Analyse, SaysWhatIsWrong) {
  struct Case {
    std::vector<std::string> arguments;
    int status;
    const char* message;
  };
  const std::vector<Case> cases = {
      {{"--moves", "(mark 1 4)"},
       1,
       "moves: error: move 1, '(mark 1 4)': it is not a legal move of xplayer"},
      {{"--moves", "(mark 1 1) (mark 1 1)"},
       1,
       "move 2, '(mark 1 1)': it is not a legal move of oplayer"},
      {{"--moves", "(mark 1 1"}, 2, "--moves cannot be '(mark 1 1'"},
      {{"--moves", "(mark 1 1) (mark 2 2) (mark 1 2) (mark 3 3) (mark 1 3)"},
       1,
       "the game is over after these moves"},
      {{"--moves", "(mark 1 1) (mark 2 2) (mark 1 2) (mark 3 3) (mark 1 3) noop"},
       1,
       "the game is over before it"},
      {{"--role", "xplayr"}, 1, "there is no role 'xplayr' (did you mean 'xplayer'?)"},
      {{"--agent", "grav"}, 2, "did you mean 'grave'?"},
      {{"--agent", "grave:select.kk=3"}, 2, "did you mean 'select.k'?"},
      {{"--simulations", "0"}, 2, "--simulations"},
      {{"--time", "3x"}, 2, "--time needs a number of seconds"},
  };
  for (const Case& each : cases) {
    std::vector<std::string> arguments = {"analyse", "tictactoe"};
    arguments.insert(arguments.end(), each.arguments.begin(), each.arguments.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, each.status) << each.message << "\n" << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(each.message));
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

std::vector<std::string> small_match(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"match",         "tictactoe", "--agents", "uct,random",
                                        "--simulations", "100",       "--games",  "12",
                                        "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Match, HasTheKeysThatOthersRelyOn) {
  const json result = parsed(run(small_match({})));
  EXPECT_EQ(result.at("games"), 12);
  ASSERT_EQ(result.at("agents").size(), 2);
  EXPECT_EQ(result.at("agents").at(0).at("name"), "uct");
  EXPECT_EQ(result.at("agents").at(1).at("name"), "random");
  const double win_rate = result.at("agents").at(0).at("win_rate");
  EXPECT_GT(win_rate, 0.6);
  EXPECT_LE(win_rate, 1);
  EXPECT_NEAR(win_rate + double(result.at("agents").at(1).at("win_rate")), 1, 1e-5);
  EXPECT_GE(result.at("agents").at(0).at("interval"), 0);
  EXPECT_GT(result.at("agents").at(0).at("score"), result.at("agents").at(1).at("score"));
}

TEST(Match, DoesNotDependOnTheNumberOfJobs) {
  const json alone = parsed(run(small_match({"--jobs", "1", "--seed", "3"})));
  const json together = parsed(run(small_match({"--jobs", "3", "--seed", "3"})));
  EXPECT_EQ(without_times(alone), without_times(together));
  const json other = parsed(run(small_match({"--jobs", "1", "--seed", "4"})));
  EXPECT_NE(without_times(alone), without_times(other));
}

TEST(Match, TakesAgentsWithSeveralParameters) {
  const json result =
      parsed(run({"match", "tictactoe", "--agents", "grave+nst:select.k=500,epsilon=0.1,uct:c=0.4",
                  "--games", "2", "--simulations", "50", "--json"}));
  ASSERT_EQ(result.at("agents").size(), 2);
  EXPECT_EQ(result.at("agents").at(0).at("name"), "grave+nst:select.k=500,epsilon=0.1");
  EXPECT_EQ(result.at("agents").at(1).at("name"), "uct:c=0.4");
}

TEST(Match, EndsOnceItIsSureEnough) {
  const json result = parsed(run({"match", "tictactoe", "--agents", "uct,random", "--simulations",
                                  "100", "--until", "0.2", "--json"}));
  EXPECT_GE(result.at("games"), 20);
  EXPECT_LT(result.at("games"), 100);
  EXPECT_LE(result.at("agents").at(0).at("interval"), 0.2);
}

TEST(Match, OnePlayerGamesComparePlainScores) {
  const json result = parsed(run({"match", "eight_puzzle", "--agents", "uct,random", "--games", "4",
                                  "--simulations", "50", "--json"}));
  EXPECT_EQ(result.at("games"), 4);
  for (const json& agent : result.at("agents")) EXPECT_EQ(agent.at("games"), 2);
}

}  // namespace
}  // namespace palamedes::e2e
