#include "cli/board_text.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::cli {
namespace {

using board::DrawnCell;
using board::Picture;
using board::Plane;
using testing::HasSubstr;
using testing::Not;

constexpr Palette plain{};

Plane plane(const std::string& title, int across, int up) {
  Plane result;
  result.title = title;
  for (int i = 1; i <= across; ++i) result.columns.push_back(std::to_string(i));
  for (int i = up; i >= 1; --i) result.rows.push_back(std::to_string(i));
  DrawnCell empty;
  empty.text = ".";
  result.cells.assign(static_cast<std::size_t>(up),
                      std::vector<DrawnCell>(static_cast<std::size_t>(across), empty));
  return result;
}

Picture picture_of(std::vector<Plane> planes) {
  Picture picture;
  picture.planes = std::move(planes);
  return picture;
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  return longest;
}

TEST(BoardText, ChangesAreInBrackets) {
  Picture picture = picture_of({plane("", 3, 2)});
  picture.planes[0].cells[0][1] = {.text = "x", .owner = {}, .changed = true, .name = {}};
  EXPECT_EQ(board_text(plain, picture, 80),
            "  2  . [x] .\n"
            "  1  .  .  .\n"
            "     1  2  3\n");
}

TEST(BoardText, PlanesStandSideBySideWhereTheyFit) {
  const Picture picture = picture_of({plane("a", 3, 2), plane("b", 3, 2), plane("c", 3, 2)});
  EXPECT_EQ(board_text(plain, picture, 80),
            "a              b              c\n"
            "  2  .  .  .     2  .  .  .     2  .  .  .\n"
            "  1  .  .  .     1  .  .  .     1  .  .  .\n"
            "     1  2  3        1  2  3        1  2  3\n");
  EXPECT_LE(longest_line(board_text(plain, picture, 40)), 40U);
}

TEST(BoardText, AWideBoardBecomesNarrower) {
  Picture picture = picture_of({plane("", 15, 2)});
  EXPECT_THAT(board_text(plain, picture, 80), HasSubstr("  2  .   .   ."));
  picture.planes[0].cells[0][1].changed = true;
  const std::string narrow = board_text(plain, picture, 40);
  EXPECT_EQ(narrow,
            "  2 .[.]. . . . . . . . . . . . .\n"
            "  1 . . . . . . . . . . . . . . .\n"
            "                      1 1 1 1 1 1\n"
            "    1 2 3 4 5 6 7 8 9 0 1 2 3 4 5\n");
}

TEST(BoardText, ABoardOfOneRowIsBroken) {
  Plane row = plane("", 25, 1);
  row.rows = {""};
  const std::string text = board_text(plain, picture_of({row}), 40);
  EXPECT_LE(longest_line(text), 40U);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
  for (int i = 1; i <= 25; ++i) EXPECT_THAT(text, HasSubstr(" " + std::to_string(i)));
}

TEST(BoardText, PointsHaveTheirNamesBelow) {
  Plane points;
  points.rows = {"", ""};
  points.cells.assign(2, std::vector<DrawnCell>(3));
  points.cells[0][1] = {.text = "r", .owner = {}, .changed = true, .name = "228"};
  points.cells[1][0] = {.text = ".", .owner = {}, .changed = false, .name = "327"};
  points.cells[1][2] = {.text = ".", .owner = {}, .changed = false, .name = "237"};
  EXPECT_EQ(board_text(plain, picture_of({points}), 80),
            "    [r]\n"
            "    228\n"
            "   .   .\n"
            "  327 237\n");
}

TEST(BoardText, OfManyFactsTheFirstLinesAreShown) {
  Picture picture;
  for (int i = 10; i < 60; ++i) picture.facts.push_back("(fact " + std::to_string(i) + ")");
  EXPECT_THAT(board_text(plain, picture, 40, 3),
              testing::AllOf(HasSubstr("(fact 10)"), Not(HasSubstr("(fact 30)")),
                             HasSubstr("more lines of facts; facts lists them")));
  EXPECT_THAT(board_text(plain, picture, 40), HasSubstr("(fact 59)"));
}

TEST(LegendText, TellsSidesByTheirLetters) {
  const board::Signs signs({"white_king", "black_king", "white_queen", "black_queen"}, {},
                           {"white", "black"});
  EXPECT_EQ(legend_text(signs, 80),
            "On the board: k king, q queen, capitals are white, small letters black\n");
  EXPECT_LE(longest_line(legend_text(signs, 40)), 40U);
  EXPECT_EQ(legend_text(board::Signs({"x", "o"}, {}, {"x", "o"}), 80), "");
}

}  // namespace
}  // namespace palamedes::cli
