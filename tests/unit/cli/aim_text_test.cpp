#include "cli/aim_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/move_table.h"
#include "games/builtin.h"

namespace palamedes::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* frame =
    "(role x)(role o)(init (at 1))(legal x go)(legal o go)(<= (next (at 1)) (true (at 1)))"
    "(<= terminal (true (at 9)))(opponent x o)(opponent o x)(line x)(open)";

std::string aim_of(const std::string& goals, const std::string& role = "x") {
  const auto loaded = gdl::load(frame + goals, "test");
  EXPECT_TRUE(loaded.has_value());
  return aim_text(*loaded, board::find_fixed_facts(*loaded), role, 80);
}

TEST(Aim, ValuesAndWhenTheyAreReached) {
  const std::string rules =
      "(<= (goal ?r 100) (role ?r) (line ?r) (true (at 3)))"
      "(<= (goal ?r 50) (role ?r) (not (true (at 3))) (opponent ?r ?q) (not (true (at ?q))))"
      "(<= (goal o 0) (true (at 5)))";
  EXPECT_EQ(aim_of(rules),
            "Aim: as many points as you can get, of 50, 100.\n"
            "  100 if (line x) and (at 3)\n"
            "  50 if not (at 3) and not (at o)\n");
  EXPECT_THAT(aim_of(rules, "o"), HasSubstr("  0 if (at 5)\n"));
}

TEST(Aim, OfLongRulesOnlyTheValue) {
  EXPECT_EQ(aim_of("(goal o 0)(goal x 0)"
                   "(<= (goal x 100) (true (at 1)) (true (at 2)) (true (at 3)) (true (at 4)))"),
            "Aim: as many points as you can get, of 0, 100.\n  0 in any case\n");
}

TEST(Aim, OfPointsThatAreCounted) {
  EXPECT_EQ(aim_of("(goal o 0)(<= (goal x ?n) (true (at ?n)))"),
            "Aim: as many points as you can get; the rules count them.\n");
}

TEST(Aim, TheTitleIsThatOfTheSheet) {
  EXPECT_EQ(title_text(games::find("tictactoe")->text, 80),
            "Tic-Tac-Toe: three in a row on a 3x3 board.\n");
  EXPECT_EQ(title_text("; see: http://example.org\n(role x)", 80), "");
}

TEST(ExpectedLine, IsBrokenBetweenMoves) {
  EXPECT_EQ(expected_text("", 40), "");
  const std::string line = "(mark 1 1) & noop, noop & (mark 2 2), (mark 3 3) & noop";
  EXPECT_EQ(expected_text(line, Room::unlimited), "Expected: " + line + "\n");
  EXPECT_EQ(expected_text(line, 40),
            "Expected: (mark 1 1) & noop, noop &\n"
            "          (mark 2 2), (mark 3 3) & noop\n");
}

}  // namespace
}  // namespace palamedes::cli
