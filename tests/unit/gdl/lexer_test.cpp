#include "gdl/lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Lexed {
  std::vector<std::string> tokens;  // "text@line:column"
  std::vector<std::string> problems;
};

Lexed lex(std::string_view text) {
  Diagnostics diagnostics;
  Lexer lexer(text, diagnostics);
  Lexed result;
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
    std::string shown = token.kind == TokenKind::open    ? "("
                        : token.kind == TokenKind::close ? ")"
                                                         : std::string(token.text);
    shown += "@" + std::to_string(token.where.line) + ":" + std::to_string(token.where.column);
    result.tokens.push_back(shown);
  }
  result.problems = texts(diagnostics);
  return result;
}

TEST(Lexer, GivesTokensWithTheirPlaces) {
  EXPECT_THAT(lex("(cell 1\n  (f ?x))").tokens, ElementsAre("(@1:1", "cell@1:2", "1@1:7", "(@2:3",
                                                            "f@2:4", "?x@2:6", ")@2:8", ")@2:9"));
}

TEST(Lexer, LowersCase) {
  EXPECT_THAT(lex("Cell ?X OR Zz").tokens, ElementsAre("cell@1:1", "?x@1:6", "or@1:9", "zz@1:12"));
}

TEST(Lexer, TakesOddConstants) {
  EXPECT_THAT(lex("+ 100 <= ?x++ a-b_c 'q' \"s\" |z| 3.5 ?").tokens,
              ElementsAre("+@1:1", "100@1:3", "<=@1:7", "?x++@1:10", "a-b_c@1:15", "'q'@1:21",
                          "\"s\"@1:25", "|z|@1:29", "3.5@1:33", "?@1:37"));
}

TEST(Lexer, ParenthesesEndAtoms) {
  EXPECT_THAT(lex("a(b)c").tokens, ElementsAre("a@1:1", "(@1:2", "b@1:3", ")@1:4", "c@1:5"));
}

TEST(Lexer, SkipsCommentsWhateverTheyContain) {
  const auto lexed = lex("a;b ( \xc3\xa9 \x01\n;\n c ; end");
  EXPECT_THAT(lexed.tokens, ElementsAre("a@1:1", "c@3:2"));
  EXPECT_THAT(lexed.problems, IsEmpty());
}

TEST(Lexer, KnowsAllLineEnds) {
  EXPECT_THAT(lex("a\r\nb ; x\r\nc").tokens, ElementsAre("a@1:1", "b@2:1", "c@3:1"));
  EXPECT_THAT(lex("a ; x\rb\rc").tokens, ElementsAre("a@1:1", "b@2:1", "c@3:1"));
  EXPECT_THAT(lex("a\n\rb").tokens, ElementsAre("a@1:1", "b@3:1"));
  EXPECT_THAT(lex("a\r").tokens, ElementsAre("a@1:1"));
}

TEST(Lexer, SkipsAllKindsOfBlanks) {
  EXPECT_THAT(lex(" \t\v\fa").tokens, ElementsAre("a@1:5"));
  EXPECT_THAT(lex("").tokens, IsEmpty());
  EXPECT_THAT(lex(" \n ").tokens, IsEmpty());
}

TEST(Lexer, IgnoresAByteOrderMarkAtTheStart) {
  const auto lexed = lex("\xef\xbb\xbf(a)");
  EXPECT_THAT(lexed.tokens, ElementsAre("(@1:1", "a@1:2", ")@1:3"));
  EXPECT_THAT(lexed.problems, IsEmpty());
}

TEST(Lexer, ReportsEachRunOfBadBytesOnce) {
  const auto lexed = lex("a \xc3\xa9\xc3\xa9 b\n \x7f");
  EXPECT_THAT(lexed.tokens, ElementsAre("a@1:1", "b@1:8"));
  EXPECT_THAT(
      lexed.problems,
      ElementsAre("1:3: error: byte 0xc3 cannot be part of a rule (only ASCII is allowed outside "
                  "comments)",
                  "2:2: error: byte 0x7f cannot be part of a rule (only ASCII is allowed outside "
                  "comments)"));
}

TEST(Lexer, BadBytesEndAtoms) {
  const auto lexed = lex(std::string_view("ab\0cd", 5));
  EXPECT_THAT(lexed.tokens, ElementsAre("ab@1:1", "cd@1:4"));
  EXPECT_EQ(lexed.problems.size(), 1U);
}

}  // namespace
}  // namespace palamedes::gdl
