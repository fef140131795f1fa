#include "games/header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::games {
namespace {

using testing::ElementsAre;

TEST(GameHeader, ReadsWhatASheetSaysAboutItself) {
  const GameHeader header = read_header(
      ";;; Tic-Tac-Toe: three in a row: on a 3x3 board.\n"
      ";;; players: 2\n"
      ";;; play: turn-taking\r\n"
      ";;; goals: 0 50 100\n"
      ";;; source: traditional; crosses begin\n"
      ";;;\n"
      ";;; players: 7\n"
      "(role x)\n");
  EXPECT_EQ(header.title, "Tic-Tac-Toe");
  EXPECT_EQ(header.description, "three in a row: on a 3x3 board.");
  EXPECT_EQ(header.players, 2);
  EXPECT_EQ(header.play, "turn-taking");
  EXPECT_THAT(header.goals, ElementsAre(0, 50, 100));
  EXPECT_EQ(header.source, "traditional; crosses begin");
}

TEST(GameHeader, LeavesOutWhatIsNotThere) {
  EXPECT_EQ(read_header("").title, "");
  EXPECT_EQ(read_header("(role x)").title, "");
  const GameHeader header = read_header(";; Only a title\n;; players: many\n");
  EXPECT_EQ(header.title, "Only a title");
  EXPECT_EQ(header.description, "");
  EXPECT_FALSE(header.players);
}

TEST(GameHeader, FindsATitleAmongOrnaments) {
  EXPECT_EQ(read_header(";;;;;;;;;;;;;;;;\n;; Dots and Boxes\n;;;;;;;;;;;;;;;;\n").title,
            "Dots and Boxes");
  EXPECT_EQ(read_header(";;; -*-Lisp-*-\n;*****\n;* chess.kif    *\n;*****\n").title, "chess.kif");
  EXPECT_EQ(read_header(";***********\n;===========\n(role x)\n").title, "");
  EXPECT_EQ(read_header("; See http://example.org/rules\n").title, "See http://example.org/rules");
  EXPECT_EQ(read_header("; " + std::string(61, 'a') + "\n").title, "");
}

}  // namespace
}  // namespace palamedes::games
