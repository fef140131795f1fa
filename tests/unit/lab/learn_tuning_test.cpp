#include "lab/learn_tuning.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/rng.h"
#include "lab/schedule.h"
#include "lab/store.h"
#include "unit/lab/sample.h"

namespace palamedes::lab {
namespace {

// A game of two roles between players with A from 0 to 2 and B from 0 to 1; C is always 5. The
// first role wins with probability 1/2 + effect of its values - effect of the other one's.
std::vector<PlayedRole> played(int matches, const std::vector<double>& of_a,
                               const std::vector<double>& of_b) {
  Rng rng(1);
  std::vector<PlayedRole> players;
  for (int i = 0; i < matches; ++i) {
    double strength = 0.55;  // the first role is the better one
    for (std::size_t role = 0; role < 2; ++role) {
      const std::uint32_t a = rng.below(3);
      const std::uint32_t b = rng.below(2);
      strength += (role == 0 ? 1 : -1) * (of_a[a] + of_b[b]);
      players.push_back(
          {.match = std::to_string(i),
           .role = role,
           .goal = 0,
           .values = {{"A", static_cast<double>(a)}, {"B", static_cast<double>(b)}, {"C", 5}}});
    }
    const bool wins = rng.chance(strength);
    players[players.size() - 2].goal = wins ? 100 : 0;
    players.back().goal = wins ? 0 : 100;
  }
  return players;
}

TEST(LearnTuning, FindsTheEffectsOfValues) {
  const std::vector<double> of_a = {-0.1, 0, 0.1};
  const std::vector<double> of_b = {0.08, -0.08};
  const auto values = learn_effects(played(20000, of_a, of_b));
  ASSERT_EQ(values.size(), 5U);  // of C there is but one value
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(values[i].parameter, "A");
    EXPECT_EQ(values[i].value, static_cast<double>(i));
    EXPECT_NEAR(values[i].effect, of_a[i], 0.02);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(values[3 + i].parameter, "B");
    EXPECT_NEAR(values[3 + i].effect, of_b[i], 0.02);
  }
  EXPECT_NEAR(values[0].players + values[1].players + values[2].players, 40000, 0.1);
}

TEST(LearnTuning, BelievesLittleOfFewMatches) {
  // One match: the first player had A = 1 and won.
  const std::vector<PlayedRole> players = {
      {.match = "x", .role = 0, .goal = 100, .values = {{"A", 1}}},
      {.match = "x", .role = 1, .goal = 0, .values = {{"A", 0}}}};
  // its points are the mean of its role, so nothing is unexplained
  for (const auto& value : learn_effects(players)) EXPECT_EQ(value.effect, 0);
}

class LearnFromStore : public testing::Test {
 protected:
  LearnFromStore()
      : path_(std::filesystem::temp_directory_path() /
              ("palamedes_learn_" + std::to_string(getpid()) + ".db")) {
    std::filesystem::remove(path_);
  }
  ~LearnFromStore() override { std::filesystem::remove(path_); }

  void play(const Experiment& experiment) {
    auto store = Store::open(path_);
    ASSERT_TRUE(store);
    ASSERT_TRUE(store->begin(experiment));
    for (const Cell& cell : cells_of(experiment)) {
      for (std::uint64_t number = 0; number < 4 && cell.agents.size() == 2; ++number) {
        MatchResult result;
        result.machine = "scalar";
        result.role_names = {"white", "black"};
        result.goals = {100, 0};
        result.efforts.resize(2);
        ASSERT_TRUE(store->add(experiment, cell, number, result));
      }
    }
  }

  std::string path_;
};

Experiment experiment_of(const std::string& first, const std::string& second) {
  const std::string text =
      "title = \"x\"\n[limits]\nsimulations = 1\n[agents.a]\nspec = \"" + first +
      "\"\n[agents.b]\nspec = \"" + second +
      "\"\n[meet]\npairs = [[\"a\", \"b\"]]\n[[games]]\nname = \"tictactoe\"\n";
  return read_sample(text)->experiment;
}

TEST_F(LearnFromStore, TakesMatchesOfPlayersThatDifferInNumbers) {
  play(experiment_of("uct:select.c=0.2", "uct:select.c=0.6"));
  play(experiment_of("uct:select.c=0.2", "rave"));        // another formula
  play(experiment_of("uct", "uct:tune=ntbea:select.c"));  // tunes
  const auto games = read_played_games(path_);
  ASSERT_TRUE(games);
  ASSERT_EQ(games->size(), 1U);
  EXPECT_EQ(games->front().name, "tictactoe");
  EXPECT_EQ(games->front().players.size(), 8U);
  const auto learned = learn_game(games->front());
  ASSERT_TRUE(learned);
  EXPECT_EQ(learned->features.players, 2);
  EXPECT_GT(learned->features.branching, 4);
  EXPECT_LT(learned->features.branching, 8);
  EXPECT_EQ(learned->features.simultaneous, 0);
  ASSERT_EQ(learned->values.size(), 2U);
  EXPECT_EQ(learned->values[0].parameter, "select.c");
}

TEST_F(LearnFromStore, RefusesWhatIsNoStore) {
  EXPECT_FALSE(read_played_games(path_ + ".missing"));
}

}  // namespace
}  // namespace palamedes::lab
