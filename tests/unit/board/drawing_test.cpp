#include "board/drawing.h"

#include <cstdlib>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/notation.h"
#include "machine/position.h"
#include "support/builtin_game.h"

namespace palamedes::board {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using testing::UnorderedElementsAre;

// Rows from the top down, one text each; changed cells in brackets.
std::vector<std::string> rows_of(const Plane& plane) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < plane.rows.size(); ++i) {
    std::string row = plane.rows[i] + ":";
    for (const DrawnCell& cell : plane.cells[i]) {
      const std::string text = cell.text.empty() ? "_" : cell.text;
      row += cell.changed ? " [" + text + "]" : " " + text;
    }
    rows.push_back(row);
  }
  return rows;
}

// The game after these moves.
Picture drawn(const std::string& game_name, const std::string& moves) {
  const auto game = machine::builtin_game(game_name);
  const Drawing drawing(*game);
  machine::Position position(*game);
  std::vector<std::string> before = position.facts();
  const auto played = machine::play_line(*game, position, moves, [](auto) {});
  EXPECT_TRUE(played.has_value());
  return drawing.draw(position.facts(), before);
}

TEST(Drawing, MarksOfTicTacToeOnABoardWithoutBlankFacts) {
  const Picture start = drawn("tictactoe", "");
  ASSERT_THAT(start.planes, SizeIs(1));
  EXPECT_THAT(rows_of(start.planes[0]), ElementsAre("3: . . .", "2: . . .", "1: . . ."));
  EXPECT_THAT(start.planes[0].columns, ElementsAre("1", "2", "3"));
  EXPECT_THAT(start.facts, ElementsAre("(turn xplayer)"));

  const Picture later = drawn("tictactoe", "(mark 1 3) (mark 2 1)");
  EXPECT_THAT(rows_of(later.planes[0]), ElementsAre("3: [x] . .", "2: . . .", "1: . [o] ."));
  EXPECT_EQ(later.planes[0].cells[0][0].owner, Role{0});
  EXPECT_EQ(later.planes[0].cells[2][1].owner, Role{1});
  EXPECT_EQ(later.planes[0].cells[1][1].owner, std::nullopt);
}

TEST(Drawing, OthelloHasItsFourDisksInTheCentre) {
  const Picture picture = drawn("othello", "");
  ASSERT_THAT(picture.planes, SizeIs(1));
  const std::vector<std::string> rows = rows_of(picture.planes[0]);
  ASSERT_THAT(rows, SizeIs(8));
  EXPECT_EQ(rows[0], "8: . . . . . . . .");
  // like colours on a diagonal
  const std::vector<std::vector<DrawnCell>>& cells = picture.planes[0].cells;
  EXPECT_EQ(cells[3][3].text, cells[4][4].text);
  EXPECT_EQ(cells[3][4].text, cells[4][3].text);
  EXPECT_THAT((std::vector{cells[3][3].text, cells[3][4].text}), UnorderedElementsAre("b", "w"));
}

TEST(Drawing, ConnectFourFillsFromBelow) {
  const auto game = machine::builtin_game("connect_four");
  machine::Position position(*game);
  const std::string first = game->move_text(Role{0}, position.legal(Role{0}).front());
  const Picture picture = drawn("connect_four", first);
  ASSERT_THAT(picture.planes, SizeIs(1));
  EXPECT_THAT(picture.planes[0].columns, SizeIs(8));
  const std::string empty = ": . . . . . . . .";
  EXPECT_THAT(rows_of(picture.planes[0]),
              ElementsAre("6" + empty, "5" + empty, "4" + empty, "3" + empty, "2" + empty,
                          "1: [r] . . . . . . ."));
}

TEST(Drawing, BreakthroughShowsWhereAPawnCameFrom) {
  const Picture picture = drawn("breakthrough", "(move 1 2 1 3)");
  ASSERT_THAT(picture.planes, SizeIs(1));
  EXPECT_THAT(rows_of(picture.planes[0]),
              ElementsAre("8: b b b b b b b b", "7: b b b b b b b b", "6: . . . . . . . .",
                          "5: . . . . . . . .", "4: . . . . . . . .", "3: [w] . . . . . . .",
                          "2: [.] w w w w w w w", "1: w w w w w w w w"));
}

TEST(Drawing, SquaresOfCheckersAreSplitIntoLettersAndDigits) {
  const Picture picture = drawn("checkers", "");
  ASSERT_FALSE(picture.planes.empty());
  EXPECT_THAT(rows_of(picture.planes[0]),
              ElementsAre("8: m _ m _ m _ m _", "7: _ m _ m _ m _ m", "6: m _ m _ m _ m _",
                          "5: _ . _ . _ . _ .", "4: . _ . _ . _ . _", "3: _ M _ M _ M _ M",
                          "2: M _ M _ M _ M _", "1: _ M _ M _ M _ M"));
  EXPECT_THAT(picture.planes[0].columns, ElementsAre("a", "b", "c", "d", "e", "f", "g", "h"));
  EXPECT_THAT(picture.facts, UnorderedElementsAre("(pieces black 12)", "(pieces red 12)",
                                                  "(step 0)", "(turn red)"));
}

TEST(Drawing, ASlidingPuzzleIsABoardOfTilesNotOfColumns) {
  const Picture picture = drawn("eight_puzzle", "");
  ASSERT_THAT(picture.planes, SizeIs(1));
  // (tile 1 1 8) (tile 1 2 7) (tile 1 3 6), (tile 2 1 5) ... and nothing on 3 3
  EXPECT_THAT(rows_of(picture.planes[0]), ElementsAre("3: 6 3 .", "2: 7 4 1", "1: 8 5 2"));
}

TEST(Drawing, WhatIsOnlyThereOrNotIsABoardToo) {
  const Picture picture = drawn("chomp", "(bite 3 2)");
  ASSERT_THAT(picture.planes, SizeIs(1));
  const std::vector<std::string> rows = rows_of(picture.planes[0]);
  ASSERT_THAT(rows, SizeIs(7));
  EXPECT_EQ(rows[6], "1: c c c c c c c c");
  EXPECT_EQ(picture.planes[0].cells[0][0].text, "c");
  EXPECT_EQ(picture.planes[0].cells[0][2].text, ".");
}

TEST(Drawing, RelationsThatNeverClashAreOneBoard) {
  // queens and arrows
  const Picture picture = drawn("amazons", "(play 1 4 1 1 1 2)");
  ASSERT_THAT(picture.planes, SizeIs(1));
  const std::vector<std::string> rows = rows_of(picture.planes[0]);
  EXPECT_EQ(rows[9], "1: [w] . . w . . w . . .");
  EXPECT_EQ(rows[8], "2: [u] . . . . . . . . .");
  EXPECT_EQ(rows[6], "4: [.] . . . . . . . . w");
  EXPECT_THAT(picture.facts, ElementsAre("(turn black)"));
}

TEST(Drawing, WhatFillsTheGapsIsAGap) {
  // (tile 1 1 8) ... and (gap 3 3)
  EXPECT_THAT(drawn("eight_puzzle", "").facts, ElementsAre("(slides 0)"));
  const Picture frogs = drawn("frogs_and_toads", "");
  ASSERT_THAT(frogs.planes, SizeIs(1));
  EXPECT_THAT(rows_of(frogs.planes[0]), Contains("4: t t t . f f f"));
}

// Where the points of a game stand: row and column by name.
std::map<std::string, std::pair<int, int>> places_of(const Plane& plane) {
  std::map<std::string, std::pair<int, int>> places;
  for (std::size_t row = 0; row < plane.cells.size(); ++row) {
    for (std::size_t column = 0; column < plane.cells[row].size(); ++column) {
      const std::string& name = plane.cells[row][column].name;
      if (!name.empty()) places[name] = {static_cast<int>(row), static_cast<int>(column)};
    }
  }
  return places;
}

TEST(Drawing, PointsWithNeighboursStandBesideThem) {
  const Picture picture = drawn("chinese_checkers_6", "");
  ASSERT_THAT(picture.planes, SizeIs(1));
  const auto places = places_of(picture.planes[0]);
  ASSERT_THAT(places, SizeIs(37));
  // The name of a hole has its three coordinates. Of neighbours one rises and another one falls by
  // 1: they are two half columns apart in a row, or one in rows that follow each other.
  std::size_t neighbours = 0;
  for (const auto& [a, at] : places) {
    for (const auto& [b, other] : places) {
      int apart = 0;
      for (std::size_t i = 0; i < 3; ++i) apart += std::abs(a[i] - b[i]);
      if (apart != 2) continue;
      ++neighbours;
      const std::pair step{std::abs(at.first - other.first), std::abs(at.second - other.second)};
      EXPECT_TRUE(step == std::pair(0, 2) || step == std::pair(1, 1)) << a << " " << b;
    }
  }
  EXPECT_EQ(neighbours, 2U * 84);
}

TEST(Drawing, ChessPiecesHaveOneLetterEach) {
  const Picture picture = drawn("skirmish", "");
  ASSERT_THAT(picture.planes, SizeIs(1));
  EXPECT_THAT(rows_of(picture.planes[0]),
              ElementsAre("8: r n b q k b n r", "7: p p p p p p p p", "6: . . . . . . . .",
                          "5: . . . . . . . .", "4: . . . . . . . .", "3: . . . . . . . .",
                          "2: P P P P P P P P", "1: R N B Q K B N R"));
  EXPECT_EQ(picture.planes[0].cells[0][0].owner, Role{1});
  EXPECT_THAT(picture.facts, Contains("(taken white 0)"));
}

// --- states by hand ---

using States = std::vector<std::vector<std::string>>;

TEST(Drawing, WhatIsNoBoardIsAListOfFacts) {
  const States states = {{"(adjacent a b)", "(adjacent a c)", "(adjacent b c)", "(at alice a)"},
                         {"(adjacent a b)", "(adjacent a c)", "(adjacent b c)", "(at alice b)"}};
  const Drawing drawing(states, {"alice"});
  EXPECT_FALSE(drawing.has_boards());
  const Picture picture = drawing.draw(states[0], states[1]);
  EXPECT_THAT(picture.planes, IsEmpty());
  EXPECT_EQ(picture.facts, states[0]);
}

TEST(Drawing, CellsThatABoardDoesNotHaveAreLeftOut) {
  // a triangle: every cell is stated, so those that are not do not exist
  const States states = {{"(cell a1 red)", "(cell a2 blank)", "(cell b1 blank)", "(cell a3 blank)",
                          "(cell b2 blank)", "(cell c1 blue)"},
                         {"(cell a1 blank)", "(cell a2 red)", "(cell b1 blank)", "(cell a3 blank)",
                          "(cell b2 blank)", "(cell c1 blue)"}};
  const Drawing drawing(states, {"red", "blue"});
  const Picture picture = drawing.draw(states[1], states[0]);
  ASSERT_THAT(picture.planes, SizeIs(1));
  EXPECT_THAT(rows_of(picture.planes[0]), ElementsAre("3: . _ _", "2: [r] . _", "1: [.] . b"));
  EXPECT_THAT(drawing.signs().legend(), UnorderedElementsAre(Pair("b", "blue"), Pair("r", "red")));
}

TEST(Drawing, LettersGoAcrossWhereverTheyStand) {
  const States states = {{"(cell 1 a o)", "(cell 1 b x)", "(cell 2 a x)", "(cell 2 b x)",
                          "(cell 10 a x)", "(cell 10 b x)"},
                         {"(cell 1 a x)", "(cell 1 b x)", "(cell 2 a x)", "(cell 2 b x)",
                          "(cell 10 a x)", "(cell 10 b o)"}};
  const Drawing drawing(states, {});
  const Picture picture = drawing.draw(states[0], states[0]);
  ASSERT_THAT(picture.planes, SizeIs(1));
  EXPECT_THAT(picture.planes[0].columns, ElementsAre("a", "b"));
  EXPECT_THAT(rows_of(picture.planes[0]), ElementsAre("10: . .", "2: . .", "1: o ."));  // x: most
}

TEST(Drawing, ThreeCoordinatesAreSeveralPlanes) {
  States states(1);
  for (int i = 0; i < 8; ++i) {
    states[0].push_back("(cube " + std::to_string(1 + i / 4) + " " + std::to_string(1 + i / 2 % 2) +
                        " " + std::to_string(1 + i % 2) + " " + (i % 3 == 0 ? "x" : "o") + ")");
  }
  const Drawing drawing(states, {});
  const Picture picture = drawing.draw(states[0], {});
  ASSERT_THAT(picture.planes, SizeIs(2));
  EXPECT_EQ(picture.planes[0].title, "cube 1");
  EXPECT_EQ(picture.planes[1].title, "cube 2");
  // all is new, so nothing is marked
  for (const Plane& plane : picture.planes) {
    for (const auto& row : plane.cells) {
      EXPECT_THAT(row, Each(testing::Field(&DrawnCell::changed, false)));
    }
  }
}

// A full board of 4 by 4, and more facts.
std::vector<std::string> board_and(std::vector<std::string> more) {
  for (int i = 0; i < 16; ++i) {
    more.push_back("(cell " + std::to_string(1 + i / 4) + " " + std::to_string(1 + i % 4) + " " +
                   (i == 5 ? "king" : "blank") + ")");
  }
  return more;
}

TEST(Drawing, SeldomFactsAreNoBoard) {
  const States states = {board_and({"(check 2 2 king)", "(step 1)"}),
                         board_and({"(moved 2 2)", "(moved 1 1)", "(step 2)"}),
                         board_and({"(check 3 3 king)", "(moved 2 2)", "(step 3)"})};
  const Drawing drawing(states, {});
  const Picture picture = drawing.draw(states[0], states[0]);
  EXPECT_THAT(picture.planes, SizeIs(1));
  EXPECT_THAT(picture.facts, ElementsAre("(check 2 2 king)", "(step 1)"));
}

TEST(Drawing, WhatLiesOnEmptyCellsOnlyIsOnTheBoard) {
  const States states = {board_and({"(hole 1 1)"}), board_and({"(hole 3 4)"}),
                         board_and({"(hole 4 2)"})};
  const Drawing drawing(states, {});
  const Picture picture = drawing.draw(states[1], states[0]);
  EXPECT_THAT(picture.facts, IsEmpty());
  ASSERT_THAT(picture.planes, SizeIs(1));
  EXPECT_THAT(rows_of(picture.planes[0]),
              ElementsAre("4: . . [h] .", "3: . . . .", "2: . k . .", "1: [.] . . ."));
}

TEST(Drawing, AClashKeepsRelationsApart) {
  States states(2, board_and({}));
  for (int i = 0; i < 16; ++i) {
    states[1].push_back("(owner " + std::to_string(1 + i / 4) + " " + std::to_string(1 + i % 4) +
                        (i % 2 == 0 ? " red)" : " blue)"));
  }
  const Drawing drawing(states, {"red", "blue"});
  EXPECT_THAT(drawing.draw(states[1], states[1]).planes, SizeIs(2));
}

TEST(Drawing, FourCoordinatesAreABoardOfBoards) {
  States states(1);
  for (int i = 0; i < 16; ++i) {
    states[0].push_back("(cell " + std::to_string(1 + i / 8) + " " + std::to_string(1 + i / 4 % 2) +
                        " " + std::to_string(1 + i / 2 % 2) + " " + std::to_string(1 + i % 2) +
                        (i == 0 ? " x)" : " b)"));
  }
  const Drawing drawing(states, {});
  const Picture picture = drawing.draw(states[0], states[0]);
  ASSERT_THAT(picture.planes, SizeIs(4));
  EXPECT_EQ(picture.planes[0].title, "cell 1 2");
  EXPECT_EQ(picture.planes[2].title, "cell 1 1");
  EXPECT_TRUE(picture.planes[2].begins_line);
  EXPECT_FALSE(picture.planes[3].begins_line);
  EXPECT_THAT(rows_of(picture.planes[2]), ElementsAre("2: . .", "1: x ."));
}

TEST(Drawing, LinesBetweenCellsAreNoContents) {
  // two ends of a line each, of which several begin at the same cell
  States states(2);
  for (int i = 0; i < 9; ++i) {
    const std::string from = std::to_string(1 + i / 3) + " " + std::to_string(1 + i % 3);
    for (int j = 0; j < 2; ++j) {
      states[1].push_back("(line " + from + " " + std::to_string(1 + (i / 3 + j) % 3) + " " +
                          std::to_string(1 + (i + 1 - j) % 3) + ")");
    }
  }
  EXPECT_FALSE(Drawing(states, {}).has_boards());
}

TEST(Drawing, NoFactVanishes) {
  States states(1);
  for (int i = 0; i < 6; ++i) states[0].push_back("(cell " + std::to_string(i) + " 1 x)");
  states[0].push_back("(cell 0 2 x)");
  const Drawing drawing(states, {});
  ASSERT_TRUE(drawing.has_boards());
  const Picture picture = drawing.draw({"(cell 99 1 x)", "(cell 1 1 x)", "(cell 1 1 y)"}, {});
  EXPECT_THAT(picture.facts, ElementsAre("(cell 99 1 x)"));
  ASSERT_THAT(picture.planes, SizeIs(1));
  EXPECT_EQ(picture.planes[0].cells.back()[1].text, "xy");  // both on one cell
}

// A full board of 4 by 4 cells, and the neighbours of each along both axes and one diagonal.
FixedFacts neighbours_along(int diagonal) {
  FixedFacts fixed;
  for (int x = 1; x <= 4; ++x) {
    for (int y = 1; y <= 4; ++y) {
      const auto add = [&](int to_x, int to_y) {
        if (to_x < 1 || to_x > 4 || to_y < 1 || to_y > 4) return;
        fixed.tuples.push_back("(adjacent " + std::to_string(x) + " " + std::to_string(y) + " " +
                               std::to_string(to_x) + " " + std::to_string(to_y) + ")");
      };
      add(x + 1, y);
      add(x, y + 1);
      if (diagonal != 0) add(x + 1, y + diagonal);
    }
  }
  return fixed;
}

States board_of_four() {
  States states(1);
  for (int i = 0; i < 16; ++i) {
    states[0].push_back("(cell " + std::to_string(1 + i / 4) + " " + std::to_string(1 + i % 4) +
                        (i % 5 == 0 ? " red)" : " empty)"));
  }
  return states;
}

TEST(Drawing, RowsOfHexagonsStandHalfACellApart) {
  const States states = board_of_four();
  const auto lean = [&](int diagonal) {
    const Drawing drawing(states, {"red"}, neighbours_along(diagonal));
    return drawing.draw(states[0], states[0]).planes.at(0).lean;
  };
  EXPECT_EQ(lean(-1), Lean::right);  // (1 2) and (2 1) are neighbours
  EXPECT_EQ(lean(1), Lean::left);
  EXPECT_EQ(lean(0), Lean::none);
}

TEST(Drawing, RingsWithDirectionsAreNestedSquares) {
  const std::vector<std::string> rings = {"inner", "middle", "outer"};
  const std::vector<std::string> directions = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};
  States states(1);
  FixedFacts fixed;
  for (std::size_t ring = 0; ring < 3; ++ring) {
    for (std::size_t i = 0; i < 8; ++i) {
      const std::string point = rings[ring] + " " + directions[i];
      states[0].push_back("(pit " + point + (i == 1 ? " white)" : " empty)"));
      fixed.tuples.push_back("(adjacent " + point + " " + rings[ring] + " " +
                             directions[(i + 1) % 8] + ")");
      if (ring == 0 && i % 2 == 0) {  // a line of three says nothing of neighbours
        fixed.tuples.push_back("(mill inner " + directions[i] + " outer " + directions[i] +
                               " middle " + directions[i] + ")");
      }
      if (ring < 2 && i % 2 == 0) {
        fixed.tuples.push_back("(adjacent " + point + " " + rings[ring + 1] + " " + directions[i] +
                               ")");
      }
    }
  }
  const Drawing drawing(states, {"white", "black"}, fixed);
  const Plane plane = drawing.draw(states[0], states[0]).planes.at(0);
  ASSERT_THAT(plane.cells, SizeIs(7));
  EXPECT_EQ(plane.cells[0][12].name, "outer ne");
  EXPECT_EQ(plane.cells[0][12].text, "w");
  EXPECT_EQ(plane.cells[1][10].name, "middle ne");
  EXPECT_EQ(plane.cells[3][4].name, "inner w");
  EXPECT_EQ(plane.cells[3][6].name, "");  // the middle is empty
  EXPECT_THAT(plane.lines, SizeIs(32));
}

TEST(Drawing, NeighboursAcrossAGapAreJoined) {
  const Picture picture = drawn("merrills", "");
  ASSERT_THAT(picture.planes, SizeIs(1));
  EXPECT_THAT(picture.planes[0].lines, SizeIs(32));
  EXPECT_THAT(drawn("tictactoe", "").planes.at(0).lines, IsEmpty());
}

// Dots and boxes with 3 by 3 dots: a state for each number of lines.
States dots_and_boxes() {
  std::vector<std::string> lines;
  for (int x = 1; x <= 3; ++x) {
    for (int y = 1; y <= 3; ++y) {
      const std::string from = "(line " + std::to_string(x) + " " + std::to_string(y) + " ";
      if (x < 3) lines.push_back(from + std::to_string(x + 1) + " " + std::to_string(y) + ")");
      if (y < 3) lines.push_back(from + std::to_string(x) + " " + std::to_string(y + 1) + ")");
    }
  }
  States states(1);
  for (const std::string& line : lines) {
    std::vector<std::string> next = states.back();
    next.push_back(line);
    states.push_back(std::move(next));
  }
  return states;
}

TEST(Drawing, LinesJoinDots) {
  const Drawing drawing(dots_and_boxes(), {"x", "o"});
  const Picture picture =
      drawing.draw({"(line 1 1 2 1)", "(line 3 2 3 3)", "(turn x)"}, {"(line 1 1 2 1)"});
  EXPECT_THAT(picture.facts, ElementsAre("(turn x)"));
  ASSERT_THAT(picture.planes, SizeIs(1));
  ASSERT_TRUE(picture.planes[0].walls);
  const PlaneWalls& walls = *picture.planes[0].walls;
  using Mark = PlaneWalls::Mark;
  EXPECT_THAT(walls.level,
              ElementsAre(ElementsAre(Mark::none, Mark::none), ElementsAre(Mark::none, Mark::none),
                          ElementsAre(Mark::there, Mark::none)));
  EXPECT_THAT(walls.upright, ElementsAre(ElementsAre(Mark::none, Mark::none, Mark::changed),
                                         ElementsAre(Mark::none, Mark::none, Mark::none)));
  EXPECT_THAT(walls.corner_columns, ElementsAre("1", "2", "3"));
  EXPECT_THAT(walls.corner_rows, ElementsAre("3", "2", "1"));
}

TEST(Drawing, SidesOfCellsAreWalls) {
  // around 2 by 2 cells, and one wall within them
  const std::vector<std::string> facts = {
      "(wall 1 0 north)", "(wall 2 0 north)", "(wall 1 2 north)", "(wall 2 2 north)",
      "(wall 0 1 east)",  "(wall 0 2 east)",  "(wall 2 1 east)",  "(wall 2 2 east)",
      "(wall 1 1 east)",  "(at mummy 2 1)"};
  const Drawing drawing({facts}, {"mummy"});
  const Picture picture = drawing.draw(facts, facts);
  EXPECT_THAT(picture.facts, ElementsAre("(at mummy 2 1)"));
  ASSERT_THAT(picture.planes, SizeIs(1));
  ASSERT_TRUE(picture.planes[0].walls);
  const PlaneWalls& walls = *picture.planes[0].walls;
  using Mark = PlaneWalls::Mark;
  EXPECT_FALSE(walls.have_dots());
  EXPECT_THAT(walls.level, ElementsAre(Each(Mark::there), Each(Mark::none), Each(Mark::there)));
  EXPECT_THAT(walls.upright, ElementsAre(ElementsAre(Mark::there, Mark::none, Mark::there),
                                         ElementsAre(Mark::there, Mark::there, Mark::there)));
}

TEST(Drawing, TheNameOfARelationCanBeASide) {
  const std::vector<std::string> facts = {
      "(blockednorth 1 1)", "(blockednorth 2 1)", "(blockednorth 1 2)", "(blockednorth 2 2)",
      "(blockedeast 1 1)",  "(blockedeast 1 2)",  "(blockedeast 2 1)",  "(blockedeast 2 2)"};
  const Drawing drawing({facts}, {});
  const Picture picture = drawing.draw(facts, facts);
  EXPECT_THAT(picture.facts, IsEmpty());
  ASSERT_TRUE(picture.planes.at(0).walls);
  EXPECT_THAT(picture.planes[0].walls->level.back(), Each(PlaneWalls::Mark::none));
  EXPECT_THAT(picture.planes[0].walls->level.front(), Each(PlaneWalls::Mark::there));
}

TEST(Drawing, ANoteOnWhatWasOnACellIsNoPiece) {
  States states = board_of_four();
  std::vector<std::string> next = states[0];
  next.front() = "(cell 1 1 empty)";  // it was red
  next.emplace_back("(moved 1 1 red)");
  states.push_back(next);
  const Drawing drawing(states, {"red"});
  const Picture picture = drawing.draw(next, states[0]);
  EXPECT_THAT(picture.facts, ElementsAre("(moved 1 1 red)"));
  EXPECT_EQ(picture.planes.at(0).cells[3][0].text, ".");
}

TEST(Drawing, ABoardThatNeverChangesHasNoEmptyCells) {
  States states(2);
  for (int i = 0; i < 9; ++i) {
    for (auto& facts : states) {
      facts.push_back("(ground " + std::to_string(1 + i / 3) + " " + std::to_string(1 + i % 3) +
                      (i < 6 ? " sand)" : " rock)"));
    }
  }
  const Drawing drawing(states, {});
  EXPECT_THAT(rows_of(drawing.draw(states[0], states[0]).planes.at(0)),
              ElementsAre("3: s s r", "2: s s r", "1: s s r"));
}

}  // namespace
}  // namespace palamedes::board
