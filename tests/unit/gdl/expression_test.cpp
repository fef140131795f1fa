#include "gdl/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Read {
  std::vector<std::string> top;
  std::vector<std::string> problems;
};

std::string show(const Expressions& expressions, const SymbolTable& symbols,
                 Expressions::Index index) {
  const auto& node = expressions.at(index);
  if (!node.is_list) return std::string(symbols.name(node.symbol));
  std::string text = "[";
  for (const auto child : expressions.children(index)) {
    if (text.size() > 1) text += " ";
    text += show(expressions, symbols, child);
  }
  return text + "]";
}

Read read(std::string_view text, const ReadLimits& limits = {}) {
  Diagnostics diagnostics;
  SymbolTable symbols;
  const auto expressions = read_expressions(text, symbols, limits, diagnostics);
  if (diagnostics.has_errors()) return {{}, texts(diagnostics)};
  Read result;
  for (const auto index : expressions.top()) {
    result.top.push_back(show(expressions, symbols, index));
  }
  return result;
}

TEST(Expressions, ReadsNestedLists) {
  const auto result = read("a (b c) () (d (e (f)) g)");
  EXPECT_THAT(result.top, ElementsAre("a", "[b c]", "[]", "[d [e [f]] g]"));
  EXPECT_THAT(result.problems, IsEmpty());
}

TEST(Expressions, OfAnEmptyTextAreNone) {
  EXPECT_THAT(read("").top, IsEmpty());
  EXPECT_THAT(read("; nothing").problems, IsEmpty());
}

TEST(Expressions, ReportEveryClosingParenthesisTooMany) {
  EXPECT_THAT(read("(a))\n)").problems,
              ElementsAre("1:4: error: ')' closes nothing (is one '(' missing before it?)",
                          "2:1: error: ')' closes nothing (is one '(' missing before it?)"));
}

TEST(Expressions, ReportEveryOpenParenthesis) {
  EXPECT_THAT(read("(a (b").problems,
              ElementsAre("1:1: error: '(' is never closed", "1:4: error: '(' is never closed"));
}

TEST(Expressions, GuessTheLineWhereAParenthesisIsMissing) {
  EXPECT_THAT(read("(a)\n(b (c)\n   (d)\n(e)\n(f)").problems,
              ElementsAre("2:1: error: '(' is never closed (is a ')' missing before line 4?)"));
}

TEST(Expressions, RefuseMoreDepthThanAllowed) {
  EXPECT_THAT(read(nested("(", "a", 3), {.max_depth = 3}).problems, IsEmpty());
  EXPECT_THAT(
      read(nested("(", "a", 4), {.max_depth = 3}).problems,
      ElementsAre(
          "1:4: error: parentheses are nested deeper than 3 (a larger --max-depth allows more)"));
}

TEST(Expressions, SurviveExtremeDepth) {
  EXPECT_THAT(
      read(nested("(", "a", 100'000)).problems,
      ElementsAre(
          "1:1001: error: parentheses are nested deeper than 1000 (a larger --max-depth allows "
          "more)"));
  // Whatever the user allows, the stages that follow must not run out of stack.
  EXPECT_THAT(read(nested("(", "a", 100'000), {.max_depth = 1'000'000}).problems,
              ElementsAre("1:10001: error: parentheses are nested deeper than 10000"));
}

TEST(Expressions, RefuseMoreBytesThanAllowed) {
  EXPECT_THAT(read("(a b)", {.max_bytes = 5}).problems, IsEmpty());
  EXPECT_THAT(
      read("(a b) ", {.max_bytes = 5}).problems,
      ElementsAre("error: the text has 6 bytes, more than the limit of 5 (a larger --max-bytes "
                  "allows more)"));
  EXPECT_THAT(
      read(std::string(100 << 20, ' ')).problems,
      ElementsAre("error: the text has 104857600 bytes, more than the limit of 8388608 (a larger "
                  "--max-bytes allows more)"));
}

TEST(Expressions, TakeWideLists) {
  const auto result = read("(" + repeat("a ", 100'000) + ")");
  ASSERT_EQ(result.top.size(), 1U);
  EXPECT_EQ(result.top.front().size(), 200'001U);
}

TEST(Expressions, CanonicalText) {
  Diagnostics diagnostics;
  SymbolTable symbols;
  const auto expressions =
      read_expressions("(P (Q) ( a  (b\n c) ()) (((d))))", symbols, {}, diagnostics);
  EXPECT_EQ(to_text(expressions, expressions.top().at(0), symbols), "(p q (a (b c) ()) d)");
}

}  // namespace
}  // namespace palamedes::gdl
