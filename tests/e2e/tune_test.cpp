// Agents that tune their parameters while they play.

#include <filesystem>
#include <fstream>
#include <sstream>

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

json tuning_of(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"analyse", "tictactoe", "--simulations", "3000", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json result = json::parse(outcome.out, nullptr, false);
  return result.value("tuning", json());
}

TEST(Tune, AnalyseShowsTheSharesOfAllValuesByRole) {
  const json tuning = tuning_of({"--agent", "ap", "--tune", "ntbea:k,ref"});
  ASSERT_EQ(tuning.size(), 2U);
  for (const json& role : tuning) {
    EXPECT_EQ(role.at("samples"), 3000);
    ASSERT_EQ(role.at("parameters").size(), 2U);
    EXPECT_EQ(role.at("parameters")[0].at("name"), "select.k");
    double shares = 0;
    for (const json& value : role.at("parameters")[0].at("values")) {
      shares += value.at("share").get<double>();
    }
    EXPECT_NEAR(shares, 1, 1e-5);  // numbers are printed with six digits
    const json& moved = role.at("parameters")[0].at("moved");
    EXPECT_EQ(moved.size(), 3U);  // every thousand simulations
    EXPECT_EQ(moved.back().at("simulations"), 3000);
  }
}

TEST(Tune, IsReproducibleAndFollowsTheSeed) {
  const std::vector<std::string> five = {"--agent", "ap-ntbea-4", "--seed", "5"};
  const std::vector<std::string> six = {"--agent", "ap-ntbea-4", "--seed", "6"};
  EXPECT_EQ(tuning_of(five), tuning_of(five));
  EXPECT_NE(tuning_of(five), tuning_of(six));
}

TEST(Tune, APresetIsTheSameAsItsDescription) {
  EXPECT_EQ(tuning_of({"--agent", "sp-ea"}),
            tuning_of({"--agent", "sp:tune=ea:select.c,playout.epsilon"}));
  EXPECT_EQ(tuning_of({"--agent", "sp", "--tune", "ea:c,epsilon"}),
            tuning_of({"--agent", "sp:tune=ea:c,epsilon"}));
  EXPECT_TRUE(tuning_of({"--agent", "sp-ea:tune=none"}).is_null());
}

TEST(Tune, TellsAPersonAndDrawsAPicture) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "tuned_k.svg";
  const Outcome outcome =
      run({"analyse", "tictactoe", "--simulations", "3000", "--agent", "ap", "--tune",
           "ntbea:k,ref", "--plot", file.string(), "--plot-of", "ref"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("xplayer tunes, 3,000 simulations so far"),
                                 HasSubstr("Lately"), HasSubstr("select.ref"), HasSubstr("best")));
  std::ostringstream picture;
  picture << std::ifstream(file).rdbuf();
  EXPECT_THAT(picture.str(), AllOf(HasSubstr("<svg"), HasSubstr("xplayer: values of select.ref")));
  std::filesystem::remove(file);
}

TEST(Tune, OneAgentOfAMatchTunes) {
  const Outcome outcome =
      run({"match", "tictactoe", "--agents", "ap:tune=ntbea:k,ref,sp:epsilon=0.3,ap-sim-rnd-4",
           "--games", "6", "--simulations", "50"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("ap:tune=ntbea:k,ref"), HasSubstr("sp:epsilon=0.3"),
                                 HasSubstr("ap-sim-rnd-4")));
}

TEST(Tune, WithoutTuningNothingIsShown) {
  EXPECT_TRUE(tuning_of({"--agent", "ap"}).is_null());
  const Outcome outcome = run({"analyse", "tictactoe", "--simulations", "100", "--agent", "ap"});
  EXPECT_THAT(outcome.out, Not(HasSubstr("tunes")));
}

struct Mistake {
  std::vector<std::string> arguments;
  int status;
  const char* message;
};

TEST(Tune, MistakesAreExplained) {
  const std::vector<Mistake> mistakes = {
      {{"--tune", "ntbe:k"}, 2, "there is no strategy 'ntbe' (did you mean 'ntbea'?)"},
      {{"--tune", "ntbea"}, 2, "names no parameters to tune"},
      {{"--agent", "ap", "--tune", "ntbea:kk"}, 1, "--tune ntbea:kk: error:"},
      {{"--agent", "uct", "--tune", "ntbea:select.k"},
       1,
       "'select.k' cannot be tuned: it acts with"},
      {{"--agent", "ap", "--tune", "ntbea:decay.move"}, 1, "does not act within one simulation"},
      {{"--agent", "ap:tune=mab,batch=0:k"}, 2, "batch"},
      {{"--agent", "random:tune=mab:k"}, 2, "'random' has no parameters"},
      {{"--agent", "ap", "--plot", "k.svg"}, 1, "the agent 'ap' tunes nothing"},
      {{"--agent", "ap-ea-2", "--plot", "k.png"}, 2, "ends in .svg"},
      {{"--agent", "ap-ea-2", "--plot", "k.svg", "--plot-of", "c"}, 1, "does not tune 'c'"},
  };
  for (const Mistake& mistake : mistakes) {
    std::vector<std::string> arguments = {"analyse", "tictactoe", "--simulations", "10"};
    arguments.insert(arguments.end(), mistake.arguments.begin(), mistake.arguments.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, mistake.status) << mistake.message << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(mistake.message));
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

TEST(Tune, AgentsListsFamiliesAndStrategies) {
  const Outcome list = run({"agents"});
  EXPECT_THAT(list.out, AllOf(HasSubstr("sp-STRATEGY"), HasSubstr("ap-STRATEGY-6"),
                              HasSubstr("ntbea"), HasSubstr("state-rnd")));
  const Outcome one = run({"agents", "ap-cma-es-2"});
  EXPECT_THAT(one.out, HasSubstr("tunes   cma-es:select.k,select.ref"));
}

}  // namespace
}  // namespace palamedes::e2e
