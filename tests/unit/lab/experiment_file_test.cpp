#include "lab/experiment_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/heading.h"
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
  EXPECT_EQ(experiment.agents[1].spec.plan.select.uct.c, 0.25);
  EXPECT_EQ(experiment.agents[1].spec.plan.select.grave.k, 500);
}

TEST(ExperimentFile, AgentsCanTuneTheirParameters) {
  const auto with_tune = [](const std::string& tune) {
    return replaced(sample_text, "label = \"UCT\"\n", "tune = \"" + tune + "\"\n");
  };
  const Experiment experiment = sample(with_tune("mab,batch=1:select.c"));
  EXPECT_EQ(experiment.agents[0].spec.text, "uct:tune=mab,batch=1:select.c");
  EXPECT_THAT(experiment.agents[0].resolved, HasSubstr("tune=mab,batch=1:select.c"));
  EXPECT_THAT(experiment.agents[1].resolved, HasSubstr("tune=mab,batch=1:select.c"));  // inherited
  const std::vector<std::string> errors = errors_of(with_tune("mab:w"));
  ASSERT_FALSE(errors.empty());
  EXPECT_THAT(errors.front(), HasSubstr("error: 'select.w' cannot be tuned: it acts with"));
  EXPECT_THAT(errors.front(), HasSubstr("folder/sample.toml:"));
  EXPECT_THAT(errors_of(with_tune("mab")).front(), HasSubstr("names no parameters to tune"));
}

TEST(ExperimentFile, EveryErrorHasItsPlace) {
  EXPECT_THAT(errors_with("seed = 7", "sead = 7"),
              ElementsAre("folder/sample.toml:2:1: error: there is no key 'sead' (did you mean "
                          "'seed'?)"));
  EXPECT_THAT(
      errors_with("games = 8", "games = \"many\""),
      ElementsAre("folder/sample.toml:5:9: error: 'games' needs a whole number, not a text"));
  EXPECT_THAT(
      errors_with("games = 8", "ponder = 1"),
      ElementsAre(HasSubstr("5:10: error: 'ponder' needs true or false, not a whole number")));
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

TEST(ExperimentFile, NamesThatCannotBeUsedAreToldWithWhatTheyName) {
  EXPECT_THAT(errors_with("name = \"tictactoe\"", "name = \"a:b\"\nrules = \"tictactoe\""),
              testing::Contains(HasSubstr("'a:b' cannot be the name of a game")));
  EXPECT_THAT(errors_with("[agents.uct]", "[agents.\"u,t\"]"),
              testing::Contains(HasSubstr("'u,t' cannot be the name of an agent")));
}

TEST(ExperimentFile, AllErrorsAreToldInTheOrderOfTheText) {
  std::string text = replaced(sample_text, "title = \"A sample\"\n", "kind = \"mach\"\n");
  text = replaced(text, "simulations = 20\n", "simulations = 20\nseconds = 1\n");
  text = replaced(text, "[\"rave\", \"uct\"]", "[\"grave\", \"uct\"]");
  EXPECT_THAT(
      errors_of(text),
      ElementsAre(HasSubstr("1:1: error: 'title' is missing"),
                  HasSubstr("1:8: error: 'kind' can be match, speed, bandit, position or video"),
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
  const Heading heading = read_heading("title = \"x\"\nreproduces = \"y\"\nseed = []\n");
  EXPECT_EQ(heading.title, "x");
  EXPECT_EQ(heading.reproduces, "y");
  EXPECT_THAT(read_heading("title = ").title, IsEmpty());
}

TEST(ExperimentFile, HeadingsTellWhetherAnythingCanBeRun) {
  const auto can_run = [](const std::string& from, const std::string& to) {
    return read_heading(replaced(sample_text, from, to)).can_run;
  };
  EXPECT_TRUE(read_heading(sample_text).can_run);
  EXPECT_TRUE(read_heading("title = \"Bandits\"\nkind = \"bandit\"\n").can_run);
  const std::string rave =
      "extends = \"uct\"\nspec = \"rave\"\nparameters = { \"select.k\" = 500 }\n";
  EXPECT_FALSE(can_run(rave, "missing = \"x\"\n"));
  EXPECT_TRUE(can_run("rules = \"one.kif\"", "missing = \"x\""));
  const std::string games = std::string(sample_text).substr(std::string(sample_text).find("[[g"));
  EXPECT_FALSE(can_run(games, "[[games]]\nname = \"aliens\"\nmissing = \"x\"\n"));
  const std::string third = "[agents.tuned]\nmissing = \"x\"\n[meet]\n";
  const std::string meet = "[meet]\npairs = [[\"rave\", \"uct\"]]";
  EXPECT_FALSE(can_run(meet, third + "pairs = [[\"tuned\", \"uct\"]]"));
  EXPECT_TRUE(can_run(meet, third + "pairs = [[\"tuned\", \"uct\"], [\"rave\", \"uct\"]]"));
  EXPECT_FALSE(can_run(meet, third + "round-robin = [\"tuned\", \"uct\"]"));
  EXPECT_TRUE(can_run(meet, third + "round-robin = [\"tuned\", \"uct\", \"rave\"]"));
  EXPECT_FALSE(can_run(meet, third + "all = [\"rave\"]\nagainst = \"tuned\""));
  EXPECT_TRUE(can_run(meet, third + "all = [\"rave\"]\nagainst = \"uct\""));
}

TEST(ExperimentFile, AnAgentMayHaveAMachineOfItsOwn) {
  const std::string text =
      replaced(sample_text, "label = \"UCT\"", "machine = \"propnet+cache:opt1,opt0\"");
  const Experiment experiment = sample(text);
  for (const ExperimentAgent& agent : experiment.agents) {  // the second one inherits it
    ASSERT_TRUE(agent.machine.has_value());
    EXPECT_EQ(agent.machine->machine, "propnet");
    EXPECT_EQ(agent.machine->passes, "opt1,opt0");
    EXPECT_TRUE(agent.machine->cache);
  }
  const Experiment other =
      sample(replaced(text, "spec = \"rave\"", "spec = \"rave\"\nmachine = \"prover\""));
  EXPECT_EQ(other.agents[1].machine->name, "prover");
  EXPECT_FALSE(other.agents[1].machine->cache);
  EXPECT_FALSE(sample().agents[0].machine.has_value());
}

TEST(ExperimentFile, AWrongMachineHasItsPlace) {
  const auto errors = [](const std::string& machine) {
    return errors_with("label = \"UCT\"", "machine = \"" + machine + "\"");
  };
  EXPECT_THAT(errors("provre"), ElementsAre("folder/sample.toml:8:1: error: there is no machine "
                                            "'provre' (did you mean 'prover'?)"));
  EXPECT_THAT(errors("scalar+cache"),
              ElementsAre(HasSubstr("8:1: error: the machine scalar has no cache of states")));
  EXPECT_THAT(errors("prover:opt1"), ElementsAre(HasSubstr("8:1: error: the prover has no netw")));
  EXPECT_THAT(errors("propnet:opt9"), ElementsAre(HasSubstr("8:1: error: ")));
  EXPECT_THAT(errors("propnet+memory"), ElementsAre(HasSubstr("there is no machine 'propnet+mem")));
}

// A third agent that cannot play, and a game that cannot be played.
std::string text_with_missing() {
  return replaced(replaced(sample_text, "[meet]\npairs = [",
                           "[agents.tuned]\nlabel = \"Tuned\"\nmissing = \"needs tuning\"\n"
                           "[meet]\npairs = [[\"tuned\", \"uct\"], "),
                  "[[published]]",
                  "[[games]]\nname = \"aliens\"\nmissing = \"video\"\n[[published]]");
}

TEST(ExperimentFile, WhatIsMissingHasAReasonAndNothingElse) {
  const Experiment experiment = sample(text_with_missing());
  EXPECT_EQ(experiment.agents[2].missing, "needs tuning");
  EXPECT_EQ(experiment.agents[2].label, "Tuned");
  EXPECT_EQ(experiment.games[2].missing, "video");
  EXPECT_EQ(experiment.contests.size(), 2U);
  const auto errors = [](const std::string& from, const std::string& to) {
    return errors_of(replaced(text_with_missing(), from, to));
  };
  EXPECT_THAT(
      errors("missing = \"needs tuning\"", "missing = \"needs tuning\"\nspec = \"uct\""),
      ElementsAre(HasSubstr("16:1: error: the agent 'tuned' is missing and has no 'spec'")));
  EXPECT_THAT(errors("extends = \"uct\"", "extends = \"tuned\""),
              ElementsAre(HasSubstr("10:1: error: the agent 'tuned' is missing: nobody can ext")));
  EXPECT_THAT(errors("missing = \"needs tuning\"", "missing = \"\""),
              ElementsAre(HasSubstr("15:1: error: 'missing' needs the reason")));
  EXPECT_THAT(errors("missing = \"video\"", "missing = \"video\"\nrules = \"one.kif\""),
              ElementsAre(HasSubstr("the game 'aliens' is missing and has no 'rules'")));
}

TEST(ExperimentFile, SpeedsOfAgentsArePublishedForOneOfThem) {
  const std::string text =
      replaced(sample_text, "source = ", "unit = \"simulations/s\"\nsource = ");
  EXPECT_THAT(errors_of(text),
              ElementsAre(HasSubstr("22:1: error: 'of' needs one agent where there is a 'unit'")));
  EXPECT_EQ(sample(replaced(text, "of = [\"rave\", \"uct\"]", "of = [\"rave\"]")).published[0].unit,
            "simulations/s");
}

}  // namespace
}  // namespace palamedes::lab
