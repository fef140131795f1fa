#include "ground/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::ground {
namespace {

using gdl::TermId;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

std::vector<TermId> tuple(std::initializer_list<std::uint32_t> values) {
  std::vector<TermId> result;
  for (const std::uint32_t value : values) result.push_back(TermId{value});
  return result;
}

std::vector<std::uint32_t> chain(const Table& table, std::uint32_t index,
                                 const std::vector<TermId>& key) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = table.first(index, key); row != no_row; row = table.next(index, row)) {
    rows.push_back(row);
  }
  return rows;
}

TEST(Table, KeepsEachTupleOnce) {
  Table table(2);
  EXPECT_EQ(table.find(tuple({1, 2})), no_row);
  EXPECT_EQ(table.intern(tuple({1, 2})), 0U);
  EXPECT_EQ(table.intern(tuple({2, 1})), 1U);
  EXPECT_EQ(table.intern(tuple({1, 2})), 0U);
  EXPECT_EQ(table.row_count(), 2U);
  EXPECT_EQ(table.find(tuple({2, 1})), 1U);
  EXPECT_EQ(table.find(tuple({2, 2})), no_row);
  EXPECT_THAT(table.row(1), ElementsAre(TermId{2}, TermId{1}));
}

TEST(Table, OfNoColumnsHasOneRow) {
  Table table(0);
  EXPECT_EQ(table.find({}), no_row);
  EXPECT_EQ(table.intern({}), 0U);
  EXPECT_EQ(table.intern({}), 0U);
  EXPECT_EQ(table.find({}), 0U);
  EXPECT_EQ(table.row_count(), 1U);
}

// Dense tables are answered from bits, thin ones by looking the tuple up; both say the same.
TEST(Table, ACompleteTableKnowsItsTuples) {
  for (const std::uint32_t step : {1U, 37U}) {
    Table table(2);
    constexpr std::uint32_t side = 20;
    for (std::uint32_t x = 0; x < side; ++x) {
      for (std::uint32_t y = 0; y < side; ++y) {
        if (x != y) table.show(table.intern(tuple({x * step * step, y})));
      }
    }
    table.complete();
    table.prepare_holds();
    for (std::uint32_t x = 0; x < side; ++x) {
      for (std::uint32_t y = 0; y < side + 2; ++y) {
        ASSERT_EQ(table.holds(tuple({x * step * step, y})), x != y && y < side) << x << " " << y;
      }
    }
    EXPECT_FALSE(table.holds(tuple({side * step * step, 0})));
    EXPECT_FALSE(table.holds(tuple({1'000'000, 0})));
  }
}

// The same rows from a grid as from hashing, also where there are too many cells for one.
TEST(Table, ACompleteTableFindsItsRows) {
  for (const std::uint32_t step : {1U, 1000U}) {
    Table table(3);
    constexpr std::uint32_t side = 12;
    const std::uint32_t early = table.index_for(0b101);
    for (std::uint32_t x = 0; x < side; ++x) {
      for (std::uint32_t y = x; y < side; ++y) {
        for (std::uint32_t z = 0; z < 3; ++z) {
          table.show(table.intern(tuple({5 + x * step, 5 + y * step, 5 + z})));
        }
      }
    }
    const auto before = chain(table, early, tuple({5, 6}));
    table.complete();
    table.prepare_find();
    EXPECT_EQ(table.index_for(0b101), early);
    EXPECT_EQ(chain(table, early, tuple({5, 6})), before);
    const std::uint32_t late = table.index_for(0b010);
    for (std::uint32_t i = 0; i < table.row_count(); ++i) {
      ASSERT_EQ(table.find(table.row(i)), i);
      const auto row = table.row(i);
      ASSERT_THAT(chain(table, early, {row[0], row[2]}), testing::Contains(i));
      ASSERT_THAT(chain(table, late, {row[1]}), testing::Contains(i));
    }
    EXPECT_EQ(chain(table, late, tuple({5 + 2 * step})).size(), 3U * 3);
    EXPECT_EQ(table.find(tuple({5 + step, 5, 5})), no_row);
    EXPECT_EQ(table.find(tuple({4, 5, 5})), no_row);
    EXPECT_EQ(table.find(tuple({5, 5, 1'000'000})), no_row);
    EXPECT_TRUE(chain(table, late, tuple({4})).empty());
    EXPECT_TRUE(chain(table, early, tuple({5, 9})).empty());
  }
}

TEST(Table, WhatIsAppendedIsFoundLater) {
  Table table(2);
  table.intern(tuple({1, 1}));
  for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_EQ(table.append(tuple({2, i})), i + 1);
  EXPECT_EQ(table.intern(tuple({2, 7})), 8U);
  EXPECT_EQ(table.intern(tuple({3, 7})), 1001U);
  EXPECT_EQ(table.append(tuple({4, 7})), 1002U);
  EXPECT_EQ(table.find(tuple({4, 7})), 1002U);
  EXPECT_EQ(table.find(tuple({2, 999})), 1000U);
  EXPECT_EQ(table.find(tuple({1, 1})), 0U);
}

TEST(Table, RowsCanLeaveTheChainsOfAnOpenIndexOnly) {
  Table table(2);
  const std::uint32_t open = table.index_for(0b01, true);
  const std::uint32_t usual = table.index_for(0b01);
  ASSERT_NE(open, usual);
  for (std::uint32_t y = 0; y < 3; ++y) table.show(table.intern(tuple({7, y})));
  table.set_next(open, 2, 0);
  EXPECT_THAT(chain(table, open, tuple({7})), ElementsAre(2U, 0U));
  EXPECT_THAT(chain(table, usual, tuple({7})), ElementsAre(2U, 1U, 0U));
}

TEST(Table, GrowsAndFindsEverythingAgain) {
  Table table(3);
  constexpr std::uint32_t count = 20'000;
  const std::uint32_t index = table.index_for(0b010);
  for (std::uint32_t i = 0; i < count; ++i) {
    ASSERT_EQ(table.intern(tuple({i, i % 100, i / 7})), i);
    table.show(i);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    ASSERT_EQ(table.find(tuple({i, i % 100, i / 7})), i);
  }
  EXPECT_EQ(table.row_count(), count);
  EXPECT_EQ(table.distinct_values(0), count);
  EXPECT_EQ(table.distinct_values(1), 100U);
  for (std::uint32_t value = 0; value < 100; ++value) {
    EXPECT_EQ(chain(table, index, tuple({value})).size(), count / 100);
  }
  EXPECT_TRUE(chain(table, index, tuple({100})).empty());
  EXPECT_GT(table.memory_bytes(), std::size_t{count} * 3 * sizeof(TermId));
}

TEST(Table, DerivedAndVisibleAreTwoThings) {
  Table table(1);
  table.intern(tuple({7}));
  EXPECT_FALSE(table.derived(0));
  EXPECT_FALSE(table.visible(0));
  table.set_derived(0);
  EXPECT_TRUE(table.derived(0));
  EXPECT_FALSE(table.visible(0));
  EXPECT_TRUE(table.visible_rows().empty());
  table.show(0);
  EXPECT_TRUE(table.visible(0));
  EXPECT_THAT(table.visible_rows(), ElementsAre(0U));
}

TEST(Table, IndexesHoldVisibleRowsOnly) {
  Table table(3);
  table.intern(tuple({1, 5, 8}));
  table.intern(tuple({1, 6, 8}));
  table.intern(tuple({1, 5, 9}));
  table.show(0);
  const std::uint32_t first_two = table.index_for(0b011);  // after a row was shown
  const std::uint32_t first = table.index_for(0b001);
  EXPECT_EQ(table.index_for(0b011), first_two);
  EXPECT_NE(first, first_two);
  EXPECT_THAT(chain(table, first_two, tuple({1, 5})), ElementsAre(0U));
  EXPECT_THAT(chain(table, first_two, tuple({1, 6})), ElementsAre());
  table.show(2);
  table.show(1);
  EXPECT_THAT(chain(table, first_two, tuple({1, 5})), UnorderedElementsAre(0U, 2U));
  EXPECT_THAT(chain(table, first_two, tuple({1, 6})), ElementsAre(1U));
  EXPECT_THAT(chain(table, first, tuple({1})), UnorderedElementsAre(0U, 1U, 2U));
  EXPECT_THAT(chain(table, first, tuple({5})), ElementsAre());
  // Columns in their own order, whatever is between them.
  EXPECT_THAT(chain(table, table.index_for(0b101), tuple({1, 8})), UnorderedElementsAre(0U, 1U));
}

}  // namespace
}  // namespace palamedes::ground
