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

TEST(BoardText, RowsOfHexagonsAreShifted) {
  Plane hexagons = plane("", 3, 3);
  hexagons.lean = board::Lean::right;
  hexagons.cells[0][0] = {.text = "x", .owner = {}, .changed = true, .name = {}};
  EXPECT_EQ(board_text(plain, picture_of({hexagons}), 80),
            "      3 [x]  .   .\n"
            "    2  .   .   .\n"
            "  1  .   .   .\n"
            "     1   2   3\n");
  hexagons.lean = board::Lean::left;
  EXPECT_EQ(board_text(plain, picture_of({hexagons}), 80),
            "  3 [x]  .   .\n"
            "    2  .   .   .\n"
            "      1  .   .   .\n"
            "         1   2   3\n");
  Plane large = plane("", 11, 11);
  large.lean = board::Lean::right;
  EXPECT_LE(longest_line(board_text(plain, picture_of({large}), 40)), 40U);
  Plane numbers = plane("", 9, 9);
  numbers.lean = board::Lean::right;
  numbers.sign_width = 2;
  numbers.cells[8][1] = {.text = "12", .owner = {}, .changed = true, .name = {}};
  EXPECT_LE(longest_line(board_text(plain, picture_of({numbers}), 40)), 40U);
  EXPECT_THAT(board_text(plain, picture_of({numbers}), 40), HasSubstr("  1 . [12].  .  "));
}

TEST(BoardText, DotsAreJoinedByLines) {
  using Mark = board::PlaneWalls::Mark;
  Plane boxes = plane("", 2, 1);
  for (DrawnCell& cell : boxes.cells[0]) cell.text.clear();
  boxes.cells[0][0].text = "o";
  boxes.walls =
      board::PlaneWalls{.level = {{Mark::there, Mark::none}, {Mark::there, Mark::changed}},
                        .upright = {{Mark::there, Mark::there, Mark::none}},
                        .corner_columns = {"1", "2", "3"},
                        .corner_rows = {"2", "1"}};
  EXPECT_EQ(board_text(plain, picture_of({boxes}), 80),
            "  2 +---+   +\n"
            "    | o |\n"
            "  1 +---+###+\n"
            "    1   2   3\n");
}

TEST(BoardText, CellsHaveWalls) {
  using Mark = board::PlaneWalls::Mark;
  Plane maze = plane("", 2, 1);
  maze.walls = board::PlaneWalls{.level = {{Mark::none, Mark::there}, {Mark::none, Mark::none}},
                                 .upright = {{Mark::there, Mark::none, Mark::none}},
                                 .corner_columns = {},
                                 .corner_rows = {}};
  EXPECT_EQ(board_text(plain, picture_of({maze}), 80),
            "    +   +---+\n"
            "  1 | .   .\n"
            "    +\n"
            "      1   2\n");
}

TEST(BoardText, CellsAreJoinedAcrossGaps) {
  Plane points = plane("", 3, 2);
  for (auto& row : points.cells) row[1].text.clear();
  points.lines = {{{0, 0}, {0, 2}}, {{0, 0}, {1, 0}}};
  EXPECT_EQ(board_text(plain, picture_of({points}), 80),
            "  2  .-------.\n"
            "     |\n"
            "  1  .       .\n"
            "     1   2   3\n");
}

TEST(BoardText, LongNamesOfPointsAreCutWhereThereIsNoRoom) {
  Plane points;
  points.rows = {""};
  points.cells.assign(1, std::vector<DrawnCell>(9));
  int column = 0;
  for (const char* name : {"outer w", "middle w", "inner w", "inner e", "outer e"}) {
    DrawnCell& cell = points.cells[0][static_cast<std::size_t>(column)];
    cell.text = ".";
    cell.name = name;
    column += 2;
  }
  const std::string wide = board_text(plain, picture_of({points}), 80);
  EXPECT_THAT(wide, HasSubstr("middle w"));
  const std::string narrow = board_text(plain, picture_of({points}), 40);
  EXPECT_LE(longest_line(narrow), 40U) << narrow;
  EXPECT_THAT(narrow, testing::AllOf(HasSubstr(" m w "), HasSubstr("i inner, m middle, o outer")));
}

TEST(BoardText, LinesDoNotRunThroughNames) {
  Plane points;
  points.rows = {"", ""};
  points.cells.assign(2, std::vector<DrawnCell>(1));
  points.cells[0][0] = {.text = ".", .owner = {}, .changed = false, .name = "a 1"};
  points.cells[1][0] = {.text = "x", .owner = {}, .changed = false, .name = "b 1"};
  points.lines = {{{0, 0}, {1, 0}}};
  EXPECT_EQ(board_text(plain, picture_of({points}), 80),
            "   .\n"
            "  a 1\n"
            "   |\n"
            "   x\n"
            "  b 1\n");
}

TEST(BoardText, PointsAreMovedTogetherWhereThereIsNoRoom) {
  Plane points;
  points.rows = {"", ""};
  points.cells.assign(2, std::vector<DrawnCell>(21));
  for (const std::size_t column : {0U, 10U, 20U}) {
    points.cells[0][column] = {.text = "d123", .owner = {}, .changed = false, .name = "a1"};
  }
  points.cells[1][5] = {.text = ".", .owner = {}, .changed = false, .name = "b2"};
  EXPECT_EQ(board_text(plain, picture_of({points}), 40),
            "  d123 d123 d123\n"
            "   a1   a1   a1\n"
            "    .\n"
            "    b2\n");
}

TEST(BoardText, OfManyFactsTheFirstLinesAreShown) {
  Picture picture;
  for (int i = 10; i < 60; ++i) picture.facts.push_back("(fact " + std::to_string(i) + ")");
  EXPECT_THAT(board_text(plain, picture, 40, 3),
              testing::AllOf(HasSubstr("(fact 10)"), Not(HasSubstr("(fact 30)")),
                             HasSubstr("more lines; facts lists them")));
  EXPECT_LE(longest_line(board_text(plain, picture, 40, 3)), 40U);
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
