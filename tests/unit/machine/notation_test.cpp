#include "machine/notation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/builtin_game.h"

namespace palamedes::machine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ReadTerms, TakesCommasAndLinesBetweenThem) {
  EXPECT_THAT(*read_terms("(mark 1 1), noop\n(mark  2 2)"),
              ElementsAre("(mark 1 1)", "noop", "(mark 2 2)"));
  EXPECT_THAT(*read_terms(""), ElementsAre());
  EXPECT_THAT(*read_terms("(noop) (f (g) x)"), ElementsAre("noop", "(f g x)"));
  EXPECT_FALSE(read_terms("(mark 1"));
}

class Line : public testing::Test {
 protected:
  std::string problem_of(std::string_view text) {
    position_ = Position(*game_);
    steps_ = 0;
    const auto result = play_line(*game_, position_, text, [&](auto) { ++steps_; });
    if (result) return {};
    const Diagnostic& first = result.error().list().front();
    return first.message + " | " + first.hint;
  }

  std::unique_ptr<Game> game_ = builtin_game("tictactoe");
  Position position_{*game_};
  int steps_ = 0;
};

TEST_F(Line, MakesMovesOfThoseWhoHaveAChoice) {
  EXPECT_EQ(problem_of("(mark 1 1) (mark 2 2), (mark 1 2)"), "");
  EXPECT_EQ(steps_, 3);
  EXPECT_THAT(position_.facts(), testing::Contains("(marked 2 2 oplayer)"));
  EXPECT_EQ(position_.legal(Role{1}).size(), 6U);
  EXPECT_EQ(problem_of(""), "");
  EXPECT_EQ(steps_, 0);
}

TEST_F(Line, TellsWhatIsWrongAndStopsThere) {
  const std::string twice = problem_of("(mark 1 1) (mark 1 1)");
  EXPECT_THAT(twice, HasSubstr("move 2, '(mark 1 1)': it is not a legal move of oplayer"));
  EXPECT_EQ(steps_, 1);
  EXPECT_THAT(problem_of("(mork 1 1)"), HasSubstr("(mark 1 1)"));  // what may be meant
  EXPECT_THAT(problem_of("noop"), HasSubstr("not a legal move of xplayer"));
  EXPECT_FALSE(problem_of("(mark 1").empty());
}

TEST_F(Line, EndsWithTheGame) {
  EXPECT_THAT(problem_of("(mark 1 1) (mark 2 1) (mark 1 2) (mark 2 2) (mark 1 3) (mark 3 3)"),
              HasSubstr("move 6, '(mark 3 3)': the game is over before it"));
  EXPECT_TRUE(position_.terminal());
  EXPECT_EQ(position_.goal(Role{0}), 100);
}

TEST(LineOfBoth, NeedsAMoveOfEachRoleThatChooses) {
  const auto game = builtin_game("runners");
  Position position(*game);
  const auto legal = position.legal(Role{0});
  ASSERT_GT(legal.size(), 1U);
  const std::string move = game->move_text(Role{0}, legal[0]);
  const auto result = play_line(*game, position, move, {});
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().list().front().message,
              HasSubstr("the last step has no move of right"));
  EXPECT_TRUE(play_line(*game, position, move + " " + move, {}));
}

}  // namespace
}  // namespace palamedes::machine
