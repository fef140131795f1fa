#include "cli/move_input.h"

#include <algorithm>

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

std::vector<std::size_t> all_places(std::size_t count) {
  std::vector<std::size_t> places(count);
  for (std::size_t i = 0; i < count; ++i) places[i] = i;
  return places;
}

TEST(MoveColumns, AreReadDownwards) {
  EXPECT_EQ(move_columns({"a", "b"}, all_places(2), 80), "  1 a   2 b\n");
  const std::string long_name(50, 'x');
  EXPECT_EQ(move_columns({long_name, "b"}, all_places(2), 80), "  1 " + long_name + "\n  2 b\n");
  // numbers are those of all moves
  EXPECT_EQ(move_columns(marks, std::vector<std::size_t>{2, 3}, 80), "  3 (mark 2 1)   4 pass\n");
}

TEST(MovePages, ShowAllMovesOnce) {
  std::vector<std::string> many;
  for (int i = 0; i < 100; ++i) many.push_back("(m " + std::to_string(i) + ")");
  MovePages pages(many);
  std::string text;
  std::size_t count = 0;
  while (!pages.ended()) {
    const std::string page = pages.next(40, 10);
    EXPECT_LE(std::count(page.begin(), page.end(), '\n'), 12);
    EXPECT_EQ(page.find(" more:") == std::string::npos, pages.ended());
    text += page;
    ASSERT_LT(++count, 10U);
  }
  EXPECT_GT(count, 2U);
  for (const std::string& move : many) {
    const std::size_t at = text.find(move);
    ASSERT_NE(at, std::string::npos) << move;
    EXPECT_EQ(text.find(move, at + 1), std::string::npos) << move;
  }
  EXPECT_EQ(pages.next(40, 10), "");
}

TEST(MovePages, FollowTheWidth) {
  std::vector<std::string> many;
  for (int i = 0; i < 300; ++i) many.push_back("(move " + std::to_string(i) + " 1 1)");
  for (const std::size_t width : {40U, 80U, 200U}) {
    const std::string page = MovePages(many).next(width, 5);
    std::size_t longest = 0;
    for (std::size_t at = 0; at < page.size();) {
      const std::size_t end = page.find('\n', at);
      if (page.find(" more:", at) > end) longest = std::max(longest, end - at);
      at = end + 1;
    }
    EXPECT_LE(longest, width);
    EXPECT_GT(longest, width / 2);
  }
}

TEST(MatchingMoves, HaveTheWordsInARow) {
  const std::vector<std::string> moves = {"(move 1 2 1 3)", "(move 1 2 2 3)", "(move 2 3 1 2)",
                                          "noop"};
  EXPECT_THAT(matching_moves("1 2", moves), ElementsAre(0, 1, 2));
  EXPECT_THAT(matching_moves("move 1 2", moves), ElementsAre(0, 1));
  EXPECT_THAT(matching_moves("(MOVE 2", moves), ElementsAre(2));
  EXPECT_THAT(matching_moves("no", moves), ElementsAre(3));
  EXPECT_THAT(matching_moves("oop", moves), ElementsAre(3));  // letters, where no word begins so
  EXPECT_THAT(matching_moves("3 3", moves), IsEmpty());
  EXPECT_THAT(matching_moves("", moves), IsEmpty());
  EXPECT_THAT(narrowed_moves("2", moves), IsEmpty());  // that is a number of a move
}

TEST(ExplainIllegal, NamesWhatIsLegalFromThere) {
  const std::vector<std::string> moves = {"(move 1 2 1 3)", "(move 1 2 2 3)", "(move 2 3 1 2)"};
  EXPECT_EQ(
      explain_illegal("move 1 2 5 5", moves, false, {}),
      "'move 1 2 5 5' is no legal move; legal from there are (move 1 2 1 3), (move 1 2 2 3).");
  EXPECT_EQ(explain_illegal("(move 1 2 8 8)", moves, true, {}).substr(0, 41),
            "'(move 1 2 8 8)' is no legal move now; le");
  // not only those that go on with the same number
  EXPECT_THAT(explain_illegal("move 1 2 1 1", moves, false, {}), HasSubstr("(move 1 2 2 3)"));
  EXPECT_EQ(explain_illegal("99", moves, false, {}),
            "'99' is no legal move: their numbers are 1 to 3.");
  EXPECT_EQ(explain_illegal("hnit", moves, false, {"hint"}),
            "'hnit' is no legal move; did you mean 'hint'?");
  EXPECT_THAT(explain_illegal("move 7 7 7 7", moves, false, {}),
              HasSubstr("3 legal moves begin with move: (move 1 2 1 3)"));
  EXPECT_THAT(explain_illegal("?!", moves, false, {}), HasSubstr("help lists what you can type"));
}

TEST(ExplainIllegal, NamesOnlySomeOfMany) {
  std::vector<std::string> many;
  for (int i = 0; i < 30; ++i) many.push_back("(move 1 " + std::to_string(i) + ")");
  EXPECT_THAT(explain_illegal("move 1 99", many, false, {}),
              testing::AllOf(HasSubstr("(move 1 7) and 22 more."), Not(HasSubstr("(move 1 8)"))));
}

}  // namespace
}  // namespace palamedes::cli
