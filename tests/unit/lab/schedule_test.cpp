#include "lab/schedule.h"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/lab/sample.h"

namespace palamedes::lab {
namespace {

using testing::ElementsAre;

std::vector<Match> all_of(const std::vector<Cell>& cells) {
  Schedule schedule(cells);
  std::vector<Match> matches;
  while (const auto match = schedule.next()) matches.push_back(*match);
  return matches;
}

std::string sample_with(const std::string& from, const std::string& to) {
  return replaced(sample_text, from, to);
}

TEST(Schedule, AGameOfOneRoleIsPlayedByEachAgentAlone) {
  const Experiment experiment = sample();
  const std::vector<Cell> cells = cells_of(experiment);
  ASSERT_EQ(cells.size(), 3U);
  EXPECT_THAT(cells[0].agents, ElementsAre(1, 0));
  EXPECT_THAT(cells[0].assignments, ElementsAre(match::Assignment{1, 0}, match::Assignment{0, 1}));
  EXPECT_THAT(cells[1].agents, ElementsAre(1));
  EXPECT_THAT(cells[2].agents, ElementsAre(0));
  EXPECT_THAT(cells[1].assignments, ElementsAre(match::Assignment{0}));
}

TEST(Schedule, CellsTakeTurnsInBlocks) {
  std::vector<Cell> cells(2);
  cells[0] = {.assignments = std::vector<match::Assignment>(6), .games = 25};  // blocks of 12
  cells[1] = {.assignments = std::vector<match::Assignment>(1), .games = 15};  // blocks of 10
  const std::vector<Match> matches = all_of(cells);
  ASSERT_EQ(matches.size(), 40U);
  EXPECT_EQ(matches[0], (Match{0, 0}));
  EXPECT_EQ(matches[11], (Match{0, 11}));
  EXPECT_EQ(matches[12], (Match{1, 0}));
  EXPECT_EQ(matches[21], (Match{1, 9}));
  EXPECT_EQ(matches[22], (Match{0, 12}));
  EXPECT_EQ(matches[34], (Match{1, 10}));
  EXPECT_EQ(matches[38], (Match{1, 14}));
  EXPECT_EQ(matches[39], (Match{0, 24}));
}

TEST(Schedule, AssignmentsAreUsedEquallyOften) {
  Cell cell{.assignments = match::assignments(2, 3), .games = 18};
  std::map<match::Assignment, int> count;
  for (std::uint64_t number = 0; number < cell.games; ++number) ++count[cell.assignment(number)];
  EXPECT_EQ(count.size(), 6U);
  for (const auto& [assignment, times] : count) EXPECT_EQ(times, 3);
}

TEST(Schedule, KeysNameWhatDecidesAMatch) {
  const auto key = [](const Experiment& experiment, std::uint64_t number = 0) {
    return key_of(experiment, cells_of(experiment)[0], number);
  };
  const std::string original = key(sample());
  EXPECT_EQ(original.size(), 32U);
  EXPECT_EQ(key(sample()), original);
  EXPECT_NE(key(sample(), 2), original);  // the same roles with another seed
  // what a thing is called does not matter
  EXPECT_EQ(key(sample(sample_with("\"A sample\"", "\"Another\""))), original);
  EXPECT_EQ(key(sample(sample_with("\"UCT\"", "\"Plain\""))), original);
  EXPECT_EQ(key(sample(sample_with("games = 8", "games = 80"))), original);
  EXPECT_EQ(
      key(sample(sample_with("name = \"tictactoe\"", "name = \"xo\"\nrules = \"tictactoe\""))),
      original);
  // what it does, does
  EXPECT_NE(key(sample(sample_with("seed = 7", "seed = 8"))), original);
  EXPECT_NE(key(sample(sample_with("\"select.k\" = 500", "\"select.k\" = 501"))), original);
  EXPECT_NE(key(sample(sample_with("simulations = 20", "simulations = 21"))), original);
  EXPECT_NE(key(sample(sample_with("simulations = 20", "seconds = 20"))), original);
  EXPECT_NE(key(sample(sample_with("games = 8", "games = 8\nmax-length = 7"))), original);
  EXPECT_NE(key(sample(sample_with("games = 8", "games = 8\nponder = true"))), original);
  EXPECT_EQ(key(sample(sample_with("games = 8", "games = 8\nponder = false"))), original);
  EXPECT_NE(key(sample(sample_with("\"tictactoe\"", "\"connect_four\""))), original);
  const std::string prover = key(sample(sample_with("label = \"UCT\"", "machine = \"prover\"")));
  EXPECT_NE(prover, original);
  EXPECT_NE(key(sample(sample_with("label = \"UCT\"", "machine = \"prover+cache\""))), prover);
}

// Stores are full of them: what is new in a file must not change the keys of what is not.
TEST(Schedule, KeysStayWhatTheyAre) {
  std::string text = sample_with("pairs = [", "pairs = [[\"tuned\", \"uct\"], ");
  text = replaced(text, "[meet]", "[agents.tuned]\nmissing = \"needs tuning\"\n[meet]");
  const Experiment experiment = sample(text);
  const std::string before = key_of(sample(), cells_of(sample())[0], 5);
  EXPECT_EQ(before, "9c273f74e975680cfe8bbd0f32575db0");
  EXPECT_EQ(key_of(experiment, cells_of(experiment)[1], 5), before);
}

TEST(Schedule, WhatIsMissingIsNotPlayed) {
  std::string text = sample_with("pairs = [", "pairs = [[\"tuned\", \"uct\"], ");
  text = replaced(text, "[meet]", "[agents.tuned]\nmissing = \"needs tuning\"\n[meet]");
  text = replaced(text, "[[published]]",
                  "[[games]]\nname = \"aliens\"\nmissing = \"video\"\n[[published]]");
  const Experiment experiment = sample(text);
  const std::vector<Cell> cells = cells_of(experiment);
  // two contests in two games, and three agents that play the game of one role alone
  ASSERT_EQ(cells.size(), 7U);
  std::vector<std::string> reasons;
  for (const Cell& cell : cells) reasons.push_back(why_missing(experiment, cell));
  EXPECT_THAT(reasons,
              ElementsAre("needs tuning", "", "needs tuning", "", "", "needs tuning", "video"));
  const std::vector<Match> matches = all_of(cells);
  EXPECT_EQ(matches.size(), 24U);
  for (const Match& match : matches) EXPECT_EQ(reasons[match.cell], "");
}

TEST(Schedule, NoTwoMatchesShareAKey) {
  const Experiment experiment = sample(sample_with("games = 8", "games = 500"));
  const std::vector<Cell> cells = cells_of(experiment);
  std::set<std::string> keys;
  for (const Match& match : all_of(cells)) {
    keys.insert(key_of(experiment, cells[match.cell], match.number));
  }
  EXPECT_EQ(keys.size(), 1500U);
}

}  // namespace
}  // namespace palamedes::lab
