// Experiments with video games, on one of the built-in ones.

#include "lab/video.h"

#include <gtest/gtest.h>

#include "lab/schedule.h"
#include "unit/lab/sample.h"

namespace palamedes::lab {
namespace {

constexpr const char* video_text =
    "title = \"Video\"\n"
    "kind = \"video\"\n"
    "[limits]\n"
    "simulations = 2\n"
    "games = 10\n"
    "[agents.fast]\n"
    "spec = \"maastcts2\"\n"
    "parameters = { \"select.c\" = 0.5 }\n"
    "tune = \"ntbea:select.w\"\n"
    "[meet]\n"
    "all = [\"fast\"]\n"
    "[[games]]\n"
    "name = \"causeway\"\n"
    "[[games]]\n"
    "name = \"aliens\"\n";

Result<std::string> video_rules(const std::string& source) {
  if (const games::Builtin* file = games::find_video(source)) return std::string(file->text);
  return failure(source, "there is no such game");
}

TEST(VideoExperiment, ReadsAgentsAndLevelsAndSaysWhatIsMissing) {
  const auto read = read_experiment(video_text, "video.toml", video_rules);
  ASSERT_TRUE(read) << to_string(read.error().list().front());
  const Experiment& experiment = read->experiment;
  EXPECT_EQ(experiment.kind, Kind::match);
  ASSERT_TRUE(experiment.agents[0].video);
  EXPECT_EQ(text_of(experiment.agents[0]), "maastcts2:select.c=0.5");
  EXPECT_EQ(experiment.agents[0].video->tuning, "ntbea:select.w");
  EXPECT_NE(experiment.agents[0].resolved.find("select.c=0.5"), std::string::npos);
  EXPECT_EQ(experiment.games[0].levels.size(), 5U);
  EXPECT_NE(experiment.games[0].levels[0], experiment.games[0].levels[1]);
  EXPECT_NE(experiment.games[1].missing.find("--video-games"), std::string::npos);
  const std::vector<Cell> cells = cells_of(experiment);
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].games, 10U);
  EXPECT_EQ(cells[1].games, 0U);
  EXPECT_NE(key_of(experiment, cells[0], 0), key_of(experiment, cells[0], 5));
}

TEST(VideoExperiment, RefusesAgentsOfBoardGames) {
  std::string text = video_text;
  text.replace(text.find("\"maastcts2\""), 11, "\"uct\"");
  const auto read = read_experiment(text, "video.toml", video_rules);
  ASSERT_FALSE(read);
  EXPECT_NE(to_string(read.error().list().front()).find("no video agent"), std::string::npos);
}

TEST(VideoExperiment, APlayGoesThroughThePipeAndIsWorthAHundredOrNothing) {
  const auto rules = video_rules("causeway");
  const auto level = video_rules("causeway_lvl0");
  ASSERT_TRUE(rules && level);
  Task sent{.game = "causeway", .rules = *rules, .rules_hash = "1"};
  sent.agents = {"random"};
  sent.machines = {""};
  sent.assignment = {0};
  sent.options.simulations = 1;
  sent.seed = 4;
  sent.video = VideoTask{.level = *level, .tuning = ""};
  const auto got = task_of(to_line(sent));
  ASSERT_TRUE(got && got->video);
  EXPECT_EQ(got->video->level, *level);
  const Reply reply = play_video(*got);
  ASSERT_EQ(reply.error, "");
  ASSERT_EQ(reply.result.goals.size(), 1U);
  EXPECT_EQ(reply.result.goals[0] % 100, 0);
  EXPECT_GT(reply.result.steps, 0U);
  EXPECT_EQ(reply.result.efforts.at(0).decisions, reply.result.steps);
  EXPECT_EQ(play_video(*got).result.steps, reply.result.steps);
}

TEST(VideoExperiment, WhatCannotBePlayedIsAnErrorOfItsTask) {
  Task task{.game = "x", .rules = "BasicGame\n", .rules_hash = "1"};
  task.agents = {"nil"};
  task.video = VideoTask{};
  EXPECT_NE(play_video(task).error, "");
  task.agents = {"uct"};
  EXPECT_NE(play_video(task).error.find("no video agent"), std::string::npos);
}

}  // namespace
}  // namespace palamedes::lab
