#include "board/move_cells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "board/drawing.h"
#include "machine/notation.h"
#include "machine/position.h"
#include "support/builtin_game.h"

namespace palamedes::board {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Drawing drawing_of(const std::string& game_name) {
  return Drawing(*machine::builtin_game(game_name));
}

// Columns are letters or the first coordinate; row 0 is the top one.
TEST(MoveCells, AreNamedByArgumentsInTheirOrder) {
  const Drawing tictactoe = drawing_of("tictactoe");
  EXPECT_THAT(tictactoe.cells_named_by("(mark 1 3)"), ElementsAre(CellPlace{0, 0, 0}));
  EXPECT_THAT(tictactoe.cells_named_by("(mark 3 1)"), ElementsAre(CellPlace{0, 2, 2}));
  EXPECT_THAT(tictactoe.cells_named_by("noop"), IsEmpty());
  EXPECT_THAT(tictactoe.cells_named_by("(mark 4 1)"), IsEmpty());
  // What comes before a cell is no part of it; terms in terms are read too.
  EXPECT_THAT(tictactoe.cells_named_by("(put 2 1 3)"), ElementsAre(CellPlace{0, 0, 0}));
  EXPECT_THAT(tictactoe.cells_named_by("(go x (at 1 1) (at 2 2))"),
              ElementsAre(CellPlace{0, 2, 0}, CellPlace{0, 1, 1}));
  const Drawing breakthrough = drawing_of("breakthrough");
  EXPECT_THAT(breakthrough.cells_named_by("(move 1 2 2 3)"),
              ElementsAre(CellPlace{0, 6, 0}, CellPlace{0, 5, 1}));
}

TEST(MoveCells, OfThreeCoordinatesStandInTheirPlane) {
  const Drawing drawing = drawing_of("tictactoe_3d");
  const auto game = machine::builtin_game("tictactoe_3d");
  machine::Position position(*game);
  const std::vector<std::string> before = position.facts();
  const std::string text = game->move_text(Role{0}, position.legal(Role{0}).front());
  ASSERT_TRUE(machine::play_line(*game, position, text, [](auto) {}).has_value());
  const std::vector<CellPlace> named = drawing.cells_named_by(text);
  ASSERT_THAT(named, SizeIs(1));
  // What it changes is what it names, and where the picture has it.
  EXPECT_EQ(drawing.cells_changed(position.facts(), before), named);
  const Picture picture = drawing.draw(position.facts(), before);
  EXPECT_TRUE(picture.planes[named[0].plane].cells[named[0].row][named[0].column].changed);
}

TEST(MoveCells, AColumnIsNamedByItsNumber) {
  const Drawing drawing = drawing_of("connect_four");
  EXPECT_THAT(drawing.cells_named_by("(drop 3)"), IsEmpty());
  EXPECT_THAT(drawing.line_named_by("(drop 3)", {0, 5, 2}), SizeIs(6));
  EXPECT_THAT(drawing.line_named_by("(drop 3)", {0, 5, 3}), IsEmpty());
  EXPECT_THAT(drawing.line_named_by("noop", {0, 5, 2}), IsEmpty());
  EXPECT_THAT(drawing.line_named_by("(drop 3)", {7, 0, 0}), IsEmpty());
}

}  // namespace
}  // namespace palamedes::board
