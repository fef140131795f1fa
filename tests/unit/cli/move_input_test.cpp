#include "cli/move_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::vector<std::string> marks = {"(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "pass"};

TEST(ChosenMove, ByNumber) {
  EXPECT_EQ(chosen_move("1", marks), 0U);
  EXPECT_EQ(chosen_move(" 4 ", marks), 3U);
  for (const char* wrong : {"0", "5", "-1", "1.5", "99999999999999999999", ""}) {
    EXPECT_EQ(chosen_move(wrong, marks), std::nullopt) << wrong;
  }
}

TEST(ChosenMove, ByText) {
  EXPECT_EQ(chosen_move("(mark 1 2)", marks), 1U);
  EXPECT_EQ(chosen_move("( MARK 1   2 )", marks), 1U);
  EXPECT_EQ(chosen_move("mark 1 2", marks), 1U);
  EXPECT_EQ(chosen_move("PASS", marks), 3U);
  EXPECT_EQ(chosen_move("(mark 3 3)", marks), std::nullopt);
  EXPECT_EQ(chosen_move("(mark 1 2", marks), 1U);  // the only one that begins so
}

TEST(ChosenMove, ByTheBeginningOfOne) {
  EXPECT_EQ(chosen_move("mark 2", marks), 2U);
  EXPECT_EQ(chosen_move("pa", marks), 3U);
  EXPECT_EQ(chosen_move("p", marks), std::nullopt);  // too short
  EXPECT_EQ(chosen_move("(mark 1", marks), std::nullopt);
  EXPECT_EQ(chosen_move(")(", marks), std::nullopt);
}

TEST(Completions, MayLackTheParenthesis) {
  EXPECT_THAT(completions("(mark 1", marks), ElementsAre("(mark 1 1)", "(mark 1 2)"));
  EXPECT_THAT(completions("mark 2", marks), ElementsAre("(mark 2 1)"));
  EXPECT_THAT(completions("x", marks), IsEmpty());
  EXPECT_EQ(completions("", marks), marks);
}

TEST(MoveList, HasColumnsThatAreReadDownwards) {
  EXPECT_EQ(move_list({"a", "b"}, false), "  1 a   2 b\n");
  const std::string long_name(50, 'x');
  EXPECT_EQ(move_list({long_name, "b"}, false), "  1 " + long_name + "\n  2 b\n");
}

TEST(MoveList, OfManyIsCutUnlessAllAreWanted) {
  std::vector<std::string> many;
  for (int i = 0; i < 100; ++i) many.push_back("(m " + std::to_string(i) + ")");
  EXPECT_THAT(move_list(many, false), HasSubstr("and 40 more"));
  EXPECT_THAT(move_list(many, true), testing::AllOf(HasSubstr("(m 99)"), Not(HasSubstr("more"))));
}

}  // namespace
}  // namespace palamedes::cli
