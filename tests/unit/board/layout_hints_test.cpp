#include "board/layout_hints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "board/drawing.h"
#include "games/builtin.h"
#include "machine/position.h"
#include "support/builtin_game.h"

namespace palamedes::board {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// A board of three rows and two columns, which facts and moves name row first.
constexpr const char* rows_first = R"(
(role x)
(init (cell 1 1 a)) (init (cell 1 2 e)) (init (cell 2 1 c)) (init (cell 2 2 void))
(init (cell 3 1 void)) (init (cell 3 2 d))
(init (mark 2 2)) (init (turn 1))
(<= (legal x (put ?r ?c)) (true (cell ?r ?c ?p)))
(<= (next (cell ?r ?c ?p)) (true (cell ?r ?c ?p)))
(<= (next (mark ?r ?c)) (does x (put ?r ?c)))
(<= (next (turn ?n)) (true (turn ?m)) (after ?m ?n))
(after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 7) (after 7 8)
(<= terminal (true (turn 8)))
(goal x 100)
)";

std::unique_ptr<machine::Game> game_of(const std::string& text) {
  auto rules = gdl::load(text, "test");
  EXPECT_TRUE(rules.has_value());
  auto game = machine::Game::make(std::make_shared<const gdl::Loaded>(std::move(*rules)),
                                  {.machine = "prover", .details = {}});
  EXPECT_TRUE(game.has_value());
  return std::move(*game);
}

Picture picture(machine::Game& game, const std::string& hints) {
  auto read = read_layout_hints(hints, "hints", game.rules());
  EXPECT_TRUE(read.has_value());
  const Drawing drawing(game, std::move(*read));
  const std::vector<std::string> facts = machine::Position(game).facts();
  return drawing.draw(facts, facts);
}

std::vector<std::string> rows_of(const Plane& plane) {
  std::vector<std::string> rows;
  for (std::size_t row = 0; row < plane.rows.size(); ++row) {
    rows.push_back(plane.rows[row] + ":");
    for (const DrawnCell& cell : plane.cells[row]) rows.back() += " " + cell.text;
  }
  return rows;
}

std::vector<std::string> problems_of(const std::string& hints) {
  const auto game = game_of(rows_first);
  const auto read = read_layout_hints(hints, "hints", game->rules());
  std::vector<std::string> texts;
  if (read) return texts;
  for (const Diagnostic& each : read.error().list()) {
    texts.push_back(std::to_string(each.where.line) + ": " + each.message + " " + each.hint);
  }
  return texts;
}

TEST(LayoutHints, PutARowFirstAndAtTheTop) {
  const auto game = game_of(rows_first);
  const Picture without = picture(*game, "");
  EXPECT_THAT(rows_of(without.planes.at(0)), ElementsAre("2: e v d", "1: a c v"));

  const Picture with = picture(*game, "(board cell 2 1) (rows down) (empty void) (hide mark)");
  ASSERT_THAT(with.planes, SizeIs(1));
  EXPECT_THAT(rows_of(with.planes[0]), ElementsAre("1: a e", "2: c .", "3: . d"));
  EXPECT_THAT(with.facts, ElementsAre("(turn 1)"));
}

TEST(LayoutHints, CellsThatAMoveNamesAreWhereTheyAreDrawn) {
  const auto game = game_of(rows_first);
  auto hints = read_layout_hints("(board cell 2 1) (rows down)", "hints", game->rules());
  ASSERT_TRUE(hints.has_value());
  const Drawing drawing(*game, std::move(*hints));
  EXPECT_THAT(drawing.cells_named_by("(put 3 2)"), ElementsAre(CellPlace{0, 2, 1}));
  const std::vector<std::string> facts = machine::Position(*game).facts();
  const Picture drawn = drawing.draw(facts, facts);
  EXPECT_EQ(drawn.planes.at(0).cells[2][1].text, "d");
  EXPECT_THAT(drawn.planes[0].cells[2][1].coordinates, ElementsAre("3", "2"));
}

TEST(LayoutHints, ListOrHideARelation) {
  const auto game = game_of(rows_first);
  const Picture listed = picture(*game, "(list cell)");
  EXPECT_THAT(listed.planes, IsEmpty());
  EXPECT_THAT(listed.facts, SizeIs(8));
  EXPECT_THAT(picture(*game, "(hide cell mark turn)").facts, IsEmpty());
}

TEST(LayoutHints, LeanRowsOfHexagons) {
  const auto game = machine::builtin_game("breakthrough");
  EXPECT_EQ(picture(*game, "").planes.at(0).lean, Lean::none);
  EXPECT_EQ(picture(*game, "(hexagons right)").planes.at(0).lean, Lean::right);
  EXPECT_EQ(picture(*game, "(hexagons left) (rows down)").planes.at(0).lean, Lean::left);
}

TEST(LayoutHints, TellWhatIsWrongWithThem) {
  EXPECT_THAT(problems_of("(board cell 2 1)\n(rows up)"), IsEmpty());
  EXPECT_THAT(
      problems_of("\n(hide sell)"),
      ElementsAre("2: nothing in a state of this game is called 'sell' did you mean 'cell'?"));
  EXPECT_THAT(problems_of("(board cell 4 1)"),
              ElementsAre(HasSubstr("1: '4' is no argument of 'cell', which has 3")));
  EXPECT_THAT(problems_of("(board cell 1 1)"), ElementsAre(HasSubstr("argument 1 is named twice")));
  EXPECT_THAT(problems_of("(board cell)"),
              ElementsAre(HasSubstr("needs a relation and one to four")));
  EXPECT_THAT(problems_of("(rwos down)"), ElementsAre(HasSubstr("did you mean 'rows'?")));
  EXPECT_THAT(problems_of("(rows left)"), ElementsAre(HasSubstr("'rows' needs one of up or down")));
  EXPECT_THAT(problems_of("(empty)"), ElementsAre(HasSubstr("'empty' needs a word")));
  EXPECT_THAT(problems_of("rows (a (b)) ()"), SizeIs(3));
  EXPECT_THAT(problems_of("(rows down"), SizeIs(1));
}

// What built-in games ship is read with their rules.
TEST(LayoutHints, OfBuiltInGamesAreRight) {
  ASSERT_THAT(games::layouts(), testing::Not(IsEmpty()));
  for (const Embedded& layout : games::layouts()) {
    const auto game = machine::builtin_game(layout.name);
    ASSERT_NE(game, nullptr) << layout.name;
    EXPECT_TRUE(read_layout_hints(layout.text, "hints", game->rules()).has_value()) << layout.name;
  }
  const auto puzzle = machine::builtin_game("eight_puzzle");
  const Picture drawn = picture(*puzzle, std::string(games::find_layout("eight_puzzle")));
  EXPECT_THAT(rows_of(drawn.planes.at(0)), ElementsAre("1: 8 7 6", "2: 5 4 3", "3: 2 1 ."));
}

}  // namespace
}  // namespace palamedes::board
