// A misere game is the game itself with the goals exchanged.

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "base/file.h"
#include "games/builtin.h"
#include "games/recorded.h"
#include "laws/walk.h"

namespace palamedes::games {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest = 500;
constexpr std::uint64_t walks = 20;

std::string builtin_text(std::string_view name) {
  for (const Builtin& game : builtins()) {
    if (game.name == name) return std::string(game.text);
  }
  ADD_FAILURE() << name;
  return {};
}

// Walks depend on the texts of moves alone, which are the same in all sheets of this family.
std::vector<laws::Walk> walks_of(std::string_view text, const std::string& name) {
  std::vector<laws::Walk> result;
  const auto game = make_playable(text, name, "propnet");
  if (!game) return result;
  for (std::uint64_t seed = 0; seed < walks; ++seed) {
    result.push_back(std::visit([&](auto& machine) { return laws::walk(*machine, seed, longest); },
                                game->machine));
  }
  return result;
}

// Same moves to choose from, same end.
void expect_same_play(const laws::Walk& a, const laws::Walk& b) {
  ASSERT_EQ(a.roles, b.roles);
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    ASSERT_EQ(a.steps[i].terminal, b.steps[i].terminal) << "step " << i;
    if (a.steps[i].terminal) break;
    ASSERT_EQ(a.steps[i].legal, b.steps[i].legal) << "step " << i;
  }
  EXPECT_TRUE(a.steps.back().terminal);
}

class MisereGame : public testing::TestWithParam<std::string> {};

TEST_P(MisereGame, HasTheGoalsExchanged) {
  const std::string name = "misere_" + GetParam();
  const auto normal = walks_of(builtin_text(GetParam()), GetParam());
  const auto misere = walks_of(builtin_text(name), name);
  ASSERT_EQ(normal.size(), walks);
  ASSERT_EQ(misere.size(), walks);
  std::size_t first_wins = 0;
  for (std::size_t i = 0; i < walks; ++i) {
    expect_same_play(misere[i], normal[i]);
    std::vector<int> goals = normal[i].steps.back().goals;
    std::reverse(goals.begin(), goals.end());
    EXPECT_EQ(misere[i].steps.back().goals, goals);
    if (goals[0] == 100) ++first_wins;
  }
  EXPECT_GT(first_wins, 0U);
  EXPECT_LT(first_wins, walks);
}

INSTANTIATE_TEST_SUITE_P(Games, MisereGame,
                         testing::Values("breakthrough", "domineering", "knightthrough"),
                         [](const auto& one) { return one.param; });

TEST(MisereBreakthrough, EndsLikeThePublicSheet) {
  const fs::path path =
      fs::path(PALAMEDES_SHARED_DIR) / "games" / "gdl" / "breakthroughSuicide.kif";
  if (!fs::exists(path)) GTEST_SKIP() << path << " is absent";
  const auto text = read_text(path.string(), 1 << 20);
  ASSERT_TRUE(text);
  const auto shared = walks_of(*text, "breakthroughSuicide");
  const auto own = walks_of(builtin_text("misere_breakthrough"), "misere_breakthrough");
  ASSERT_EQ(shared.size(), own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    expect_same_play(own[i], shared[i]);
    EXPECT_EQ(own[i].steps.back().goals, shared[i].steps.back().goals);
  }
}

TEST(MisereBreakthrough, IsLostByWhoTakesTheLastPawn) {
  std::string text = builtin_text("misere_breakthrough");
  const std::string home = "(home black 7) (home black 8)";
  const std::size_t at = text.find(home);
  ASSERT_NE(at, std::string::npos);
  // One black pawn only, where a white one can take it.
  text.replace(at, home.size(), "(init (pawn 2 3 black))");
  const auto game = make_playable(text, "last_pawn", "prover");
  ASSERT_TRUE(game);
  machine::prover::Prover& prover =
      *std::get<std::unique_ptr<machine::prover::Prover>>(game->machine);
  machine::prover::Prover::State state = prover.initial();
  EXPECT_FALSE(prover.terminal(state));
  const std::vector<Move> moves = {prover.find_move(Role(0), "(move 1 2 2 3)").value(),
                                   prover.find_move(Role(1), "noop").value()};
  prover.advance(state, moves);
  EXPECT_TRUE(prover.terminal(state));
  EXPECT_EQ(prover.goal(state, Role(0)), 0);
  EXPECT_EQ(prover.goal(state, Role(1)), 100);
}

}  // namespace
}  // namespace palamedes::games
