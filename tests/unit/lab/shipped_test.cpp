// The experiments that ship, beside the sheets that they play.

#include <string>

#include <gtest/gtest.h>

#include "games/builtin.h"
#include "lab/builtin.h"
#include "unit/lab/sample.h"

namespace palamedes::lab {
namespace {

Result<std::string> rules_of(const std::string& source) {
  if (const Embedded* position = find(builtin_positions(), source)) {
    return std::string(position->text);
  }
  return sample_rules(source);
}

template <typename Use>
void for_each_game(const Use& use) {
  std::size_t games = 0;
  for (const Embedded& file : builtin_experiments()) {
    const auto read = read_experiment(file.text, std::string(file.name), rules_of);
    ASSERT_TRUE(read) << file.name << ": " << to_string(read.error().list().front());
    for (const ExperimentGame& game : read->experiment.games) {
      if (game.missing.empty()) use(read->experiment, game);
      ++games;
    }
  }
  EXPECT_GT(games, 100U);
}

// Tak et al. 2012 (section V.A) and 2014 (appendix): "is simultaneous".
TEST(ShippedExperiments, PlayPawnWhoppingAsThePapersDo) {
  std::size_t played = 0;
  for_each_game([&](const Experiment& experiment, const ExperimentGame& game) {
    EXPECT_NE(game.source, "pawn_whopping") << experiment.name;
    if (game.source == "pawn_whopping_simultaneous") ++played;
  });
  EXPECT_EQ(played, 11U);
}

TEST(ShippedExperiments, SayWhichGamesAreReconstructions) {
  std::size_t found = 0;
  for_each_game([&](const Experiment& experiment, const ExperimentGame& game) {
    const bool reconstructed = game.rules.find(";;; source: after ") != std::string::npos;
    EXPECT_EQ(game.remark, reconstructed ? "reconstruction" : "")
        << experiment.name << ": " << game.name;
    if (reconstructed) ++found;
  });
  EXPECT_GT(found, 30U);
}

}  // namespace
}  // namespace palamedes::lab
