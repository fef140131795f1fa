#include "gdl/symbols.h"

#include <gtest/gtest.h>

namespace palamedes::gdl {
namespace {

TEST(Symbols, KeywordsHaveFixedHandles) {
  SymbolTable table;
  for (std::size_t i = 0; i < keyword::names.size(); ++i) {
    EXPECT_EQ(table.intern(keyword::names.at(i)), Symbol{static_cast<std::uint32_t>(i)});
  }
  EXPECT_EQ(table.name(keyword::truth), "true");
  EXPECT_EQ(table.name(keyword::rule), "<=");
  EXPECT_EQ(table.size(), keyword::names.size());
}

TEST(Symbols, ConnectivesAreTheWordsThatBuildFormulas) {
  for (const Symbol symbol : {keyword::rule, keyword::conjunction, keyword::disjunction,
                              keyword::negation, keyword::distinct}) {
    EXPECT_TRUE(is_connective(symbol));
  }
  EXPECT_FALSE(is_connective(keyword::role));
  EXPECT_TRUE(is_keyword(keyword::input));
  SymbolTable table;
  EXPECT_FALSE(is_keyword(table.intern("cell")));
}

TEST(Symbols, NamesKeepTheirHandleWhileTheTableGrows) {
  SymbolTable table;
  const Symbol first = table.intern("first");
  for (int i = 0; i < 10'000; ++i) table.intern("name" + std::to_string(i));
  EXPECT_EQ(table.intern("first"), first);
  EXPECT_EQ(table.name(first), "first");
  ASSERT_NE(table.find("name9999"), nullptr);
  EXPECT_EQ(table.name(*table.find("name9999")), "name9999");
  EXPECT_EQ(table.find("unknown"), nullptr);
}

TEST(Symbols, CopiesAreIndependentAndEqual) {
  SymbolTable table;
  const Symbol cell = table.intern("cell");
  SymbolTable copy(table);
  const Symbol more = copy.intern("more");
  EXPECT_EQ(copy.name(cell), "cell");
  EXPECT_EQ(table.find("more"), nullptr);
  table = copy;
  EXPECT_EQ(table.name(more), "more");
  // The names must not point into the table that is gone.
  auto temporary = std::make_unique<SymbolTable>(table);
  const SymbolTable survivor(*temporary);
  temporary.reset();
  EXPECT_EQ(*survivor.find("cell"), cell);
}

}  // namespace
}  // namespace palamedes::gdl
