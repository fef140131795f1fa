#include "gdl/term_pool.h"

#include <array>

#include <gtest/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

TEST(TermPool, EqualTermsAreOneTerm) {
  TermPool pool;
  SymbolTable symbols;
  const auto cell = pool.parse("(cell 1 (f a))", symbols);
  ASSERT_TRUE(cell.has_value());
  EXPECT_EQ(pool.parse("( CELL 1 (f (a)) )", symbols), cell);
  EXPECT_NE(pool.parse("(cell (f a) 1)", symbols), cell);
  EXPECT_EQ(pool.size(), 5U);  // 1, a, (f a), both cells
  EXPECT_EQ(pool.text(*cell, symbols), "(cell 1 (f a))");
}

TEST(TermPool, FindsWithoutMaking) {
  TermPool pool;
  SymbolTable symbols;
  const Symbol f = symbols.intern("f");
  const TermId a = pool.parse("a", symbols).value();
  const std::array args = {a, a};
  EXPECT_EQ(pool.find(f, args), no_term);
  const TermId made = pool.intern(f, args);
  EXPECT_EQ(pool.find(f, args), made);
  EXPECT_EQ(pool.functor(made), f);
  ASSERT_EQ(pool.args(made).size(), 2U);
  EXPECT_EQ(pool.args(made)[1], a);
  EXPECT_TRUE(pool.args(a).empty());
}

TEST(TermPool, KeepsIdsWhileItGrows) {
  TermPool pool;
  SymbolTable symbols;
  const TermId first = pool.parse("(number 0)", symbols).value();
  for (int i = 0; i < 10'000; ++i) pool.parse("(number " + std::to_string(i) + ")", symbols);
  EXPECT_EQ(pool.parse("(number 0)", symbols), first);
  EXPECT_EQ(pool.size(), 20'000U);
  EXPECT_EQ(pool.text(pool.parse("(number 9999)", symbols).value(), symbols), "(number 9999)");
  EXPECT_GT(pool.memory_bytes(), 20'000U);
}

TEST(TermPool, InternsTermsOfRules) {
  const Sheet sheet = parse("(init (cell 1 (f b)))").sheet;
  SymbolTable symbols(sheet.symbols);
  TermPool pool;
  const TermId id = pool.intern(sheet.sentences.at(0).head.args.at(0));
  EXPECT_EQ(pool.parse("(cell 1 (f b))", symbols), id);
}

TEST(TermPool, RefusesWhatIsNoGroundTerm) {
  TermPool pool;
  SymbolTable symbols;
  for (const char* text :
       {"", "()", "a b", "(a", "a)", "?x", "(f ?x)", "((f) a)", "(?f a)", "(f ())", "\xc3\xa9"}) {
    EXPECT_FALSE(pool.parse(text, symbols).has_value()) << text;
  }
  EXPECT_FALSE(pool.parse(nested("(f ", "a", 100'000), symbols).has_value());
}

}  // namespace
}  // namespace palamedes::gdl
