#include "web/worker/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/notation.h"
#include "support/builtin_game.h"
#include "web/worker/picture.h"
#include "web/worker/record.h"

namespace palamedes::web::worker {
namespace {

void play(Match& match, const std::string& moves) {
  machine::Position position = match.position(match.step());
  const auto made =
      machine::play_line(match.game(), position, moves,
                         [&](std::span<const Move> joint_move) { match.advance(joint_move); });
  ASSERT_TRUE(made.has_value());
}

TEST(WebMatch, IsWalkedThroughAndGoesOnFromAnyStep) {
  const auto game = machine::builtin_game("tictactoe");
  Match match(*game);
  EXPECT_TRUE(match.has_choice(0));
  EXPECT_FALSE(match.has_choice(1));
  play(match, "(mark 1 1) (mark 2 2) (mark 3 3)");
  EXPECT_EQ(match.steps(), 3U);
  match.show(1);
  EXPECT_EQ(match.step(), 1U);
  EXPECT_FALSE(match.is_at_end());
  EXPECT_TRUE(match.has_choice(1));
  EXPECT_EQ(match.line(match.step()), "(mark 1 1)");
  EXPECT_EQ(match.line(match.steps()), "(mark 1 1) (mark 2 2) (mark 3 3)");
  play(match, "(mark 1 2)");
  EXPECT_EQ(match.steps(), 2U);
  EXPECT_EQ(match.line(2), "(mark 1 1) (mark 1 2)");
  EXPECT_EQ(match.times().size(), 3U);
  match.go_back(0);
  EXPECT_EQ(match.steps(), 0U);
  EXPECT_EQ(match.legal()[0].size(), 9U);
}

TEST(WebMatch, ARecordLeadsToTheSameMatch) {
  const auto game = machine::builtin_game("tictactoe");
  Match match(*game);
  play(match, "(mark 1 1) (mark 2 1) (mark 1 2) (mark 2 2) (mark 1 3)");
  ASSERT_TRUE(match.terminal());
  const std::string text =
      record_text(match, {.game = "Tic Tac", .players = {"human", "uct"}, .human = {true, false}});
  const Json record = Json::parse(text);
  EXPECT_EQ(record["gameName"], "Tic_Tac");
  EXPECT_EQ(record["isCompleted"], true);
  EXPECT_EQ(record["goalValues"], Json({100, 0}));
  EXPECT_EQ(record["isPlayerHuman"], Json({true, false}));
  Match again(*game);
  ASSERT_TRUE(load_record(record, again).has_value());
  EXPECT_EQ(again.line(again.steps()), match.line(match.steps()));
}

TEST(WebMatch, ARecordThatDoesNotFitChangesNothing) {
  const auto game = machine::builtin_game("tictactoe");
  Match match(*game);
  play(match, "(mark 2 2)");
  const auto problem = [&](const char* record) {
    const auto loaded = load_record(Json::parse(record), match);
    return loaded ? std::string() : loaded.error().list().front().message;
  };
  EXPECT_EQ(problem("[]"), "the record is no object");
  EXPECT_EQ(problem("{}"), "the record has no list 'moves'");
  EXPECT_EQ(problem(R"json({"moves":[["(mark 1 1)"]]})json"),
            "the record needs one move for each of 2 roles in step 1");
  EXPECT_EQ(problem(R"json({"moves":[["(mark 1 1)","noop"],["noop","( MARK 1 1 )"]]})json"),
            "the record has an illegal move in step 2: oplayer cannot play '( mark 1 1 )'");
  EXPECT_EQ(problem(R"({"gameRoleNames":["a"],"moves":[]})"),
            "the record is of another game: the roles of this one are xplayer, oplayer");
  EXPECT_EQ(match.line(match.steps()), "(mark 2 2)");
  EXPECT_EQ(
      problem(
          R"json({"gameRoleNames":["XPLAYER","oplayer"],"moves":[["( mark 1  1 )","NOOP"]]})json"),
      "");
  EXPECT_EQ(match.line(match.steps()), "(mark 1 1)");
}

Json legal_of(const std::string& game_name, const std::string& moves) {
  const auto game = machine::builtin_game(game_name);
  const board::Drawing drawing(*game);
  Match match(*game);
  play(match, moves);
  Json legal = legal_json(drawing, match);
  for (const Json& of_role : legal) {
    if (of_role.size() > 1) return of_role;
  }
  return Json::array();
}

TEST(WebPicture, MovesKnowTheirCells) {
  const Json marks = legal_of("tictactoe", "");
  EXPECT_EQ(marks[1],
            Json::parse(R"json({"move":"(mark 1 2)","kind":"place","cells":[[0,1,0]]})json"));
  // (write COLUMN ROW DIGIT): the digit is no part of the cell, although it could be.
  for (const Json& each : legal_of("sudoku", "")) {
    const std::string move = each["move"];
    const int column = move[7] - '1';
    EXPECT_EQ(each["cells"][0][2], column) << move;
  }
  const Json steps = legal_of("breakthrough", "");
  EXPECT_EQ(steps[0]["kind"], "path");
  EXPECT_EQ(steps[0]["cells"].size(), 2U);
  // A disc falls to the lowest place of its column, and the whole column may be clicked.
  const Json drops = legal_of("connect_four", "(drop 3)");
  const Json& third = drops[2];
  EXPECT_EQ(third["move"], "(drop 3)");
  EXPECT_EQ(third["kind"], "changes");
  EXPECT_EQ(third["cells"], Json::parse("[[0,4,2]]"));
  EXPECT_EQ(third["area"].size(), 6U);
}

TEST(WebPicture, NamesOfCellsReadAsPeopleWriteThem) {
  EXPECT_EQ(cell_name({"b", "3"}), "b3");
  EXPECT_EQ(cell_name({"3", "4"}), "3 4");
  EXPECT_EQ(cell_name({"1", "a", "2"}), "1 a2");
  EXPECT_EQ(cell_name({"outer", "ne"}), "outer ne");
}

TEST(WebPicture, CellsHaveSignsContentsAndChanges) {
  const auto game = machine::builtin_game("tictactoe");
  const board::Drawing drawing(*game);
  Match match(*game);
  play(match, "(mark 1 3)");
  const Json picture = picture_json(drawing, match, 1);
  const Json cell = picture["planes"][0]["cells"][0][0];
  EXPECT_EQ(cell["sign"], "x");
  EXPECT_EQ(cell["contents"], Json({"xplayer"}));
  EXPECT_EQ(cell["owner"], 0);
  EXPECT_EQ(cell["changed"], true);
  EXPECT_EQ(cell["name"], "1 3");
  EXPECT_EQ(picture["planes"][0]["cells"][1][1]["empty"], true);
  EXPECT_EQ(picture["facts"], Json({"(turn oplayer)"}));
}

}  // namespace
}  // namespace palamedes::web::worker
