#include "lab/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/lab/sample.h"

namespace palamedes::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The sample with one piece of text in place of another.
std::vector<std::string> errors_with(const std::string& from, const std::string& to) {
  return errors_of(replaced(sample_text, from, to));
}

TEST(ExperimentFile, IsReadAsItIsWritten) {
  const auto file = read_sample(sample_text);
  ASSERT_TRUE(file.has_value());
  EXPECT_TRUE(file->warnings.empty());
  const Experiment& experiment = file->experiment;
  EXPECT_EQ(experiment.name, "sample");
  EXPECT_EQ(experiment.title, "A sample");
  EXPECT_EQ(experiment.seed, 7U);
  EXPECT_EQ(experiment.points, match::PointRule::agents);
  ASSERT_EQ(experiment.agents.size(), 2U);
  EXPECT_EQ(experiment.agents[0].label, "UCT");
  EXPECT_EQ(experiment.agents[1].label, "rave");
  EXPECT_EQ(experiment.agents[1].spec.text, "rave:select.k=500");
  EXPECT_THAT(experiment.contests, ElementsAre(Contest{1, 0}));
  ASSERT_EQ(experiment.games.size(), 2U);
  EXPECT_EQ(experiment.games[0].roles, 2U);
  EXPECT_EQ(experiment.games[0].limits.simulations, 20U);
  EXPECT_EQ(experiment.games[1].name, "maze");
  EXPECT_EQ(experiment.games[1].roles, 1U);
  EXPECT_EQ(experiment.games[1].limits.simulations, 5U);
  EXPECT_EQ(experiment.games[1].limits.games, 8U);
  ASSERT_EQ(experiment.published.size(), 1U);
  EXPECT_EQ(experiment.published[0].values[0].second.half, 4.3);
  EXPECT_FALSE(experiment.published[0].values[1].second.half.has_value());
}

TEST(ExperimentFile, ALaterSpecKeepsInheritedParameters) {
  const std::string text = replaced(sample_text, "label = \"UCT\"\n",
                                    "parameters = { select.c = 0.25, \"select.k\" = 9 }\n");
  const Experiment experiment = sample(text);
  EXPECT_EQ(experiment.agents[1].spec.plan.select.c, 0.25);
  EXPECT_EQ(experiment.agents[1].spec.plan.select.k, 500);
}

TEST(ExperimentFile, EveryErrorHasItsPlace) {
  EXPECT_THAT(errors_with("seed = 7", "sead = 7"),
              ElementsAre("folder/sample.toml:2:1: error: there is no key 'sead' (did you mean "
                          "'seed'?)"));
  EXPECT_THAT(
      errors_with("games = 8", "games = \"many\""),
      ElementsAre("folder/sample.toml:5:9: error: 'games' needs a whole number, not a text"));
  EXPECT_THAT(errors_with("games = 8", "games = 0"),
              ElementsAre("folder/sample.toml:5:9: error: 'games' needs a whole number from 1 to "
                          "1000000, not 0"));
  EXPECT_THAT(errors_with("spec = \"rave\"", "spec = \"rvae\""),
              ElementsAre("folder/sample.toml:11:1: error: there is no agent 'rvae' (did you mean "
                          "'rave'?)"));
  EXPECT_THAT(errors_with("\"select.k\" = 500", "\"select.kk\" = 500"),
              ElementsAre(HasSubstr("12:16: error: there is no parameter 'select.kk'")));
  EXPECT_THAT(errors_with("extends = \"uct\"", "extends = \"ucd\""),
              ElementsAre("folder/sample.toml:10:1: error: there is no agent 'ucd' in this file "
                          "(did you mean 'uct'?)"));
  EXPECT_THAT(errors_with("extends = \"uct\"", "extends = \"rave\""),
              ElementsAre("folder/sample.toml:10:1: error: the agent 'rave' extends itself"));
  EXPECT_THAT(errors_with("\"rave\", \"uct\"]]", "\"rave\", \"utc\"]]"),
              ElementsAre(HasSubstr("14:19: error: there is no agent 'utc' in this file")));
  EXPECT_THAT(errors_with("[[\"rave\", \"uct\"]]", "[[\"rave\", \"uct\"], [\"uct\", \"rave\"]]"),
              ElementsAre("folder/sample.toml:14:27: error: uct and rave are there twice"));
  EXPECT_THAT(errors_with("[[\"rave\", \"uct\"]]", "[[\"rave\", \"rave\"]]"),
              ElementsAre(HasSubstr("14:10: error: 'rave' cannot meet itself")));
  EXPECT_THAT(errors_with("name = \"maze\"", "name = \"tictactoe\""),
              ElementsAre("folder/sample.toml:18:1: error: the game 'tictactoe' is there twice"));
  EXPECT_THAT(
      errors_with("one.kif", "two.kif"),
      ElementsAre("folder/sample.toml:19:1: error: rules 'two.kif': there is no such game"));
  EXPECT_THAT(errors_with("[60.2, 4.3]", "[60.2, \"4.3\"]"),
              ElementsAre(HasSubstr("24:24: error: a published value is a number")));
  EXPECT_THAT(errors_with("title = \"A sample\"", "title = "),
              ElementsAre(HasSubstr("sample.toml:1:9: error: while parsing key-value pair")));
}

TEST(ExperimentFile, AllErrorsAreToldInTheOrderOfTheText) {
  std::string text = replaced(sample_text, "title = \"A sample\"\n", "kind = \"mach\"\n");
  text = replaced(text, "simulations = 20\n", "simulations = 20\nseconds = 1\n");
  text = replaced(text, "[\"rave\", \"uct\"]", "[\"grave\", \"uct\"]");
  EXPECT_THAT(errors_of(text),
              ElementsAre(HasSubstr("1:1: error: 'title' is missing"),
                          HasSubstr("1:8: error: 'kind' can be match, speed or bandit"),
                          HasSubstr("5:1: error: 'simulations' and 'seconds' exclude each other"),
                          HasSubstr("15:11: error: there is no agent 'grave'")));
}

TEST(ExperimentFile, SomethingMustLimitTheThinking) {
  EXPECT_THAT(errors_with("simulations = 20\n", ""),
              ElementsAre(HasSubstr("nothing limits the thinking in 'tictactoe'")));
}

TEST(ExperimentFile, AMissingPartIsNamed) {
  EXPECT_THAT(errors_of("title = \"x\"\n"),
              ElementsAre("folder/sample.toml: error: there are no [[games]]",
                          "folder/sample.toml: error: there are no [agents]",
                          "folder/sample.toml: error: there is no [meet]: nobody meets anybody"));
  EXPECT_THAT(errors_with("pairs = [[\"rave\", \"uct\"]]", "all = [\"rave\", \"uct\"]"),
              ElementsAre(HasSubstr("14:1: error: 'against' is missing: 'tictactoe' has 2 roles")));
}

TEST(ExperimentFile, AMistypedGameOfAPublishedTableIsAWarning) {
  const auto file = read_sample(replaced(sample_text, "{ tictactoe", "{ tictactoee"));
  ASSERT_TRUE(file.has_value());
  ASSERT_EQ(file->warnings.list().size(), 1U);
  EXPECT_THAT(to_string(file->warnings.list()[0]),
              HasSubstr("24:12: warning: 'tictactoee' is no game of this file (did you mean"));
}

TEST(ExperimentFile, AFigureOfAgentsThatDoNotMeetIsAWarning) {
  const auto file = read_sample(
      replaced(replaced(sample_text, "[meet]\n", "[agents.mast]\nspec = \"mast\"\n[meet]\n"),
               "of = [\"rave\", \"uct\"]", "of = [\"mast\", \"uct\"]"));
  ASSERT_TRUE(file.has_value());
  ASSERT_EQ(file->warnings.list().size(), 1U);
  EXPECT_THAT(to_string(file->warnings.list()[0]),
              HasSubstr("24:1: warning: these two do not meet in this file"));
}

TEST(ExperimentFile, RoundRobinsAndAllAgainstOne) {
  const std::string third = "[agents.mast]\nspec = \"mast\"\n[meet]\n";
  std::string text = replaced(sample_text, "[meet]\n", third);
  text = replaced(text, "pairs = [[\"rave\", \"uct\"]]",
                  "round-robin = [\"uct\", \"rave\", \"mast\"]");
  const Experiment all = sample(text);
  EXPECT_TRUE(all.round_robin);
  EXPECT_THAT(all.contests, ElementsAre(Contest{0, 1}, Contest{0, 2}, Contest{1, 2}));
  const Experiment against = sample(replaced(text, "round-robin = [\"uct\", \"rave\", \"mast\"]",
                                             "all = [\"rave\", \"mast\"]\nagainst = \"uct\""));
  EXPECT_FALSE(against.round_robin);
  EXPECT_THAT(against.contests, ElementsAre(Contest{1, 0}, Contest{2, 0}));
}

TEST(ExperimentFile, HeadingsAreReadFromAnyFile) {
  const Experiment heading = read_heading("title = \"x\"\nreproduces = \"y\"\nseed = []\n", "name");
  EXPECT_EQ(heading.title, "x");
  EXPECT_EQ(heading.reproduces, "y");
  EXPECT_THAT(read_heading("title = ", "name").title, IsEmpty());
}

}  // namespace
}  // namespace palamedes::lab
