#include "board/signs.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::board {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

using Names = std::set<std::string>;

TEST(Signs, TwoSidesHaveCapitalsAndSmallLetters) {
  const Signs signs({"white_king", "white_knight", "black_king", "black_knight", "none"}, {"none"},
                    {"white", "black"});
  EXPECT_EQ(signs.of("white_king").text, "K");
  EXPECT_EQ(signs.of("white_knight").text, "N");
  EXPECT_EQ(signs.of("black_king").text, "k");
  EXPECT_EQ(signs.of("black_knight").text, "n");
  EXPECT_EQ(signs.of("none").text, ".");
  EXPECT_EQ(signs.of("black_knight").owner, Role{1});
  EXPECT_EQ(signs.sides(), std::pair(std::string("white"), std::string("black")));
  EXPECT_THAT(signs.legend(), UnorderedElementsAre(Pair("k", "king"), Pair("n", "knight")));
}

TEST(Signs, LettersOfRolesAreTakenApart) {
  const Signs signs({"wk", "wp", "bk", "bp", "b"}, {"b"}, {"white", "black"});
  EXPECT_EQ(signs.of("wk").text, "K");
  EXPECT_EQ(signs.of("bp").text, "p");
  EXPECT_EQ(signs.of("bp").owner, Role{1});
  EXPECT_THAT(signs.legend(), IsEmpty());
  // no letters of roles
  EXPECT_EQ(Signs({"wk", "wp", "xk"}, {}, {"white", "black"}).of("wk").text, "wk");
}

TEST(Signs, PlainOwnersHaveTheirLetter) {
  const Signs signs({"xplayer", "oplayer"}, {}, {"xplayer", "oplayer"});
  EXPECT_EQ(signs.of("xplayer").text, "x");
  EXPECT_EQ(signs.of("oplayer").owner, Role{1});
  EXPECT_EQ(signs.sides().first, "");
  const Signs numbered({"player1", "player2"}, {}, {"player1", "player2"});
  EXPECT_EQ(numbered.of("player2").text, "2");
}

TEST(Signs, MoreThanTwoSidesHaveLettersOfTheirWords) {
  const Signs signs({"(checker red)", "(checker blue)", "(disc blue)", "(disc yellow)"}, {},
                    {"red", "blue", "yellow"});
  EXPECT_EQ(signs.of("(checker blue)").text, "cb");
  EXPECT_EQ(signs.of("(disc yellow)").text, "dy");
  EXPECT_THAT(signs.legend(),
              UnorderedElementsAre(Pair("c", "checker"), Pair("d", "disc"), Pair("r", "red"),
                                   Pair("b", "blue"), Pair("y", "yellow")));
}

TEST(Signs, AmountsAreNumbers) {
  const Signs signs({"s0", "s3", "s12"}, {}, {"north", "south"});
  EXPECT_EQ(signs.of("s0").text, "0");
  EXPECT_EQ(signs.of("s12").text, "12");
  EXPECT_THAT(signs.legend(), IsEmpty());
}

TEST(Signs, ALetterOfAWordIsNoSignOfAnotherContent) {
  const Signs signs({"(cell bk)", "(cell bn)", "(cell wr)", "carpet", "(moved bk)"}, {}, {});
  std::map<std::string, std::string> meanings;
  for (const auto& [letter, meaning] : signs.legend()) {
    EXPECT_TRUE(meanings.emplace(letter, meaning).second) << letter << " " << meaning;
    EXPECT_FALSE(letter.starts_with('(')) << letter;
  }
}

TEST(Signs, AreDifferent) {
  const Names contents = {"king", "knight", "kite", "kin", "kng", "x", "17", "mov_up", "mov_us"};
  const Signs signs(contents, {}, {});
  Names texts;
  for (const std::string& content : contents) {
    EXPECT_TRUE(texts.insert(signs.of(content).text).second) << content;
  }
  EXPECT_EQ(signs.of("17").text, "17");
  EXPECT_EQ(signs.of("x").text, "x");
  EXPECT_EQ(signs.of("(never seen)").text, "never seen");
}

}  // namespace
}  // namespace palamedes::board
