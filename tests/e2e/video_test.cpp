// Video games on the command line: check, replay, bench, games.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* sheet =
    "BasicGame square_size=10\n"
    "  SpriteSet\n"
    "    gold > Immovable\n"
    "  LevelMapping\n"
    "    g > gold\n"
    "  InteractionSet\n"
    "    gold avatar > killSprite scoreChange=2\n"
    "    avatar EOS > stepBack\n"
    "  TerminationSet\n"
    "    SpriteCounter stype=gold win=True\n";
constexpr const char* level = "A.g\n";

// Made by hand from the rules.
constexpr const char* recorded =
    R"({"k":"head","game":"dig","level":0,"seed":1,"block":10,"w":3,"h":1,)"
    R"("types":["wall","avatar","gold"],"order":[0,2,1]})"
    "\n"
    R"({"k":"tick","t":-1,"score":0,"win":-1,"rng":0,"n":2,)"
    R"("chg":[[0,1,0,0,0,0,0,0,{}],[1,2,20,0,0,0,0,0,{}]]})"
    "\n"
    R"({"k":"tick","t":0,"a":"RIGHT","score":0,"win":-1,"rng":0,"n":2,)"
    R"("chg":[[0,1,10,0,0,0,0,0,{}]],"del":[]})"
    "\n"
    R"({"k":"tick","t":1,"a":"RIGHT","score":2,"win":1,"rng":0,"n":1,)"
    R"("chg":[[0,1,20,0,0,0,0,0,{}]],"del":[1]})"
    "\n"
    R"({"k":"end","ticks":2,"ended":true,"win":1,"score":2,"rng":0})"
    "\n";

std::string game() {
  write_file("dig_lvl0.txt", level);
  return write_file("dig.txt", sheet);
}

TEST(Video, IsCheckedWithItsLevels) {
  const std::string rules = game();
  const std::string bad = write_file("bad_lvl.txt", "A?g\n");
  Outcome outcome = run({"check", rules, folder() + "/dig_lvl0.txt", bad});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr(rules + ": valid\n"),
                                 HasSubstr(bad + ":1:2: warning: no sprite stands for '?'"),
                                 HasSubstr(bad + ": valid (1 warning)\n")));
  EXPECT_EQ(run({"check", "--strict", rules, bad}).status, 1);
  const std::string broken = write_file("broken.txt", "BasicGame\n  SpriteSet\n    a > Walker\n");
  outcome = run({"check", broken, bad, "tictactoe"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr(broken + ":3:9: error: class 'Walker'"),
                                 HasSubstr(bad + ": not valid"), HasSubstr("tictactoe: valid")));
  EXPECT_EQ(run({"check", "-"}, sheet).status, 0);
}

TEST(Video, IsReplayed) {
  const std::string rules = game();
  const std::string good = write_file("good_run.jsonl.gz", gzip(recorded));
  std::string text = recorded;
  text.replace(text.find("\"score\":2"), 9, "\"score\":3");
  const std::string other = write_file("other_run.jsonl", text);
  Outcome outcome = run({"replay", rules, good, other});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr(good + ": 2 ticks agree\n"),
                                 HasSubstr(other + ":4: tick 1: the score was 3 and is 2\n")));
  const json result = json::parse(run({"replay", rules, good, other, "--json"}).out);
  EXPECT_TRUE(result.at("files").at(0).at("agrees").get<bool>());
  EXPECT_EQ(result.at("files").at(1).at("difference").at("tick"), 1);
  outcome = run({"replay", rules, write_file("no_run.jsonl", "{}\n"), folder() + "/absent"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("is no recorded run of a video game"), HasSubstr("absent")));
  const std::string lonely = write_file("lonely.txt", sheet);
  EXPECT_THAT(run({"replay", lonely, good}).out, HasSubstr("lonely_lvl0.txt"));
}

TEST(Video, IsMeasured) {
  const std::string rules = game();
  const Outcome outcome = run({"bench", rules, "--machine", "vgdl", "--seconds", "0.03", "--json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json result = json::parse(outcome.out).at("results").at(0);
  EXPECT_EQ(result.at("machine"), "vgdl");
  for (const char* key : {"states_per_s", "copies_per_s", "rollouts_per_s"}) {
    EXPECT_GT(result.at(key).get<double>(), 0) << key;
  }
  EXPECT_THAT(run({"bench", rules, "--seconds", "0.03"}).out, HasSubstr("Advances/s"));
  EXPECT_EQ(run({"bench", rules, "--machine", "prover"}).status, 1);
  EXPECT_THAT(run({"bench", "tictactoe", "--machine", "vgdl", "--seconds", "0.03"}).out,
              HasSubstr("no vgdl: it plays video games only"));
}

TEST(Video, GamesAreBuiltIn) {
  EXPECT_THAT(run({"games"}).out, AllOf(HasSubstr("Video game"), HasSubstr("causeway")));
  EXPECT_THAT(run({"games", "causeway"}).out, HasSubstr("BasicGame"));
  const json games = json::parse(run({"games", "--json"}).out);
  EXPECT_EQ(games.at("video_games").at(0).at("levels"), 5);
  EXPECT_EQ(run({"check", "--strict", "causeway", "causeway_lvl0"}).status, 0);
  EXPECT_EQ(run({"bench", "causeway", "--seconds", "0.03"}).status, 0);
}

TEST(Video, IsPlayedToItsEnd) {
  const std::string rules = game();
  const Outcome outcome = run({"video", rules, "--seed", "5", "--agent", "random"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("dig.txt, level 0: won after "), HasSubstr(" with score 2\n")));
  EXPECT_EQ(run({"video", rules, "--seed", "5", "--agent", "random"}).out, outcome.out);
  EXPECT_THAT(run({"video", rules, "--watch", "--iterations", "20"}).out,
              AllOf(HasSubstr("tick 0  score 0\n@ g\n"), HasSubstr("  @\n")));
  EXPECT_THAT(run({"video", rules, "--agent", "nil", "--json"}).out,
              AllOf(HasSubstr("\"won\": false"), HasSubstr("\"ticks\": 2001")));
  EXPECT_THAT(run({"video", rules, "--level", "7"}).err, HasSubstr("dig_lvl7.txt"));
  EXPECT_THAT(run({"video", rules, "--human"}).err, HasSubstr("--human needs a terminal"));
  EXPECT_THAT(run({"video", "tictactoe"}).err, HasSubstr("is no video game"));
  EXPECT_EQ(run({"video", rules, "--human", "--json"}).status, 2);
}

TEST(Video, AgentsPlayTheSameWithASeedAndIterations) {
  const std::string rules = game();
  for (const char* agent : {"maastcts2", "olets", "samplemcts", "palamedes-video", "mp-ntbea-2"}) {
    const Outcome outcome = run({"video", rules, "--agent", agent, "--iterations", "20", "--json"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    json play = json::parse(outcome.out);
    EXPECT_EQ(play.at("won"), true) << agent;
    json again =
        json::parse(run({"video", rules, "--agent", agent, "--iterations", "20", "--json"}).out);
    play.erase("longest_s");
    again.erase("longest_s");
    EXPECT_EQ(play, again) << agent;
  }
}

TEST(Video, ASetIsPlayedWithPointsAndGoesOnWhereItWasStopped) {
  const std::string rules = game();
  write_file("dig_lvl1.txt", "A..g\n");
  const std::string record = folder() + "/plays.jsonl";
  const std::vector<std::string> arguments = {
      "video",        rules, "--agents", "nil,olets:select.c=1,select.epsilon=0",
      "--levels",     "0-1", "--runs",   "2",
      "--iterations", "20",  "--json",   "--record",
      record};
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json set = json::parse(outcome.out);
  EXPECT_EQ(set.at("results").at(0).at("wins"), 0);
  EXPECT_EQ(set.at("results").at(0).at("points"), 18);
  EXPECT_EQ(set.at("results").at(1).at("agent"), "olets:select.c=1,select.epsilon=0");
  EXPECT_EQ(set.at("results").at(1).at("wins"), 4);
  EXPECT_EQ(set.at("standings").at(1).at("points"), 25);
  json again = json::parse(run(arguments).out);
  EXPECT_EQ(again.at("move_seconds").at("longest"), 0);  // nothing was played
  again.erase("move_seconds");
  json first = set;
  first.erase("move_seconds");
  EXPECT_EQ(again, first);
  const std::string other = write_file("other.jsonl", "something else\nand more\n");
  const Outcome refused =
      run({"video", rules, "--levels", "0", "--record", other, "--agent", "nil"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("line 1 is no finished play"));
}

TEST(Video, SaysWhatIsWrongWithAgentsAndLevels) {
  const std::string rules = game();
  const Outcome unknown = run({"video", rules, "--agent", "maastcts"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean 'maastcts2'?"));
  EXPECT_EQ(run({"video", rules, "--agent", "nil", "--runs", "1", "--levels", "4-2"}).status, 2);
  EXPECT_EQ(run({"video", rules, "--agent", "nil", "--tune", "ntbea:select.c"}).status, 2);
  EXPECT_EQ(run({"video", rules, "--agents", "nil,random", "--watch"}).status, 2);
}

TEST(Video, IsNotForOtherCommands) {
  const Outcome outcome = run({"simulate", "causeway"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("causeway: error: is a video game"));
}

}  // namespace
}  // namespace palamedes::e2e
