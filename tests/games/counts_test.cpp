// All positions near the start of each built-in game, counted.

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/builtin.h"
#include "games/recorded.h"

namespace palamedes::games {
namespace {

std::string name_of(const testing::TestParamInfo<Builtin>& info) {
  return std::string(info.param.name);
}

TEST(Games, AreAllThere) {
  std::vector<std::string> names;
  for (const Builtin& game : builtins()) names.emplace_back(game.name);
  EXPECT_THAT(names, testing::IsSupersetOf({"tictactoe",
                                            "connect_four",
                                            "connect_five",
                                            "breakthrough",
                                            "knightthrough",
                                            "checkers",
                                            "othello",
                                            "pentago",
                                            "chinook",
                                            "runners",
                                            "sheep_and_wolf",
                                            "eight_puzzle",
                                            "pancakes88",
                                            "nim",
                                            "chomp",
                                            "misere_breakthrough",
                                            "tictactoe_3d",
                                            "atarigo",
                                            "battle",
                                            "blocker",
                                            "chinese_checkers_1",
                                            "chinese_checkers_2",
                                            "chinese_checkers_3",
                                            "chinese_checkers_4",
                                            "chinese_checkers_5",
                                            "chinese_checkers_6",
                                            "clobber",
                                            "domineering",
                                            "farmers",
                                            "fighter",
                                            "frogs_and_toads",
                                            "grid_game",
                                            "horseshoe",
                                            "joint_connect_four",
                                            "max_knights",
                                            "merrills",
                                            "misere_knightthrough",
                                            "misere_domineering",
                                            "nogo",
                                            "pawn_whopping",
                                            "quad_7x7",
                                            "queens",
                                            "skirmish",
                                            "statespace_large",
                                            "sudoku",
                                            "ttcc4_2",
                                            "ttcc4_3",
                                            "zhadu",
                                            "amazons"}));
}

TEST(Games, HaveRecordedCountsAndNobodyElseHas) {
  std::vector<std::string> recorded;
  for (const auto& [game, counts] : recorded_counts()) recorded.push_back(game);
  std::vector<std::string> names;
  for (const Builtin& game : builtins()) names.emplace_back(game.name);
  EXPECT_EQ(recorded, names);
}

class Counts : public testing::TestWithParam<Builtin> {
 protected:
  // To the depth that takes about so many moves.
  void count(std::string_view machine, double moves) {
    const std::string name(GetParam().name);
    const auto recorded = recorded_counts().find(name);
    ASSERT_NE(recorded, recorded_counts().end());
    const auto game = make_playable(GetParam().text, name, machine);
    ASSERT_TRUE(game);
    expect_recorded_counts(*game, recorded->second, recorded->second.depth_within(moves));
  }
};

TEST_P(Counts, OfTheProverAreTheRecordedOnes) { count("prover", 10'000); }
TEST_P(Counts, OfThePropnetAreTheRecordedOnes) {
  count("propnet", std::numeric_limits<double>::infinity());
}

INSTANTIATE_TEST_SUITE_P(Games, Counts, testing::ValuesIn(builtins()), name_of);

}  // namespace
}  // namespace palamedes::games
