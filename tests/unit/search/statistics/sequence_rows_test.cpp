#include "search/statistics/sequence_rows.h"

#include <map>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace palamedes::search::statistics {
namespace {

TEST(SequenceRows, FindsWhatWasPutThere) {
  SequenceRows rows;
  SequenceRows::Row row;
  EXPECT_EQ(rows.find(row, Move{0}), SequenceRows::missing);
  // up to a row that is too large for an index, with moves that differ in their high halves only
  constexpr std::uint32_t moves = 34'000;
  for (std::uint32_t i = 0; i < moves; ++i) {
    const Move move{(i % 7) << 16U | i / 7};
    const std::size_t place = rows.obtain(row, move);
    EXPECT_EQ(rows[place].average.visits, 0);
    rows[place].average.visits = static_cast<float>(i);
    const bool is_full = (i & (i + 1)) == 0;  // before it grows
    if (!is_full && i + 1 != moves) continue;
    ASSERT_EQ(row.used, i + 1);
    for (std::uint32_t j = 0; j <= i; j += 1 + i / 100) {
      const std::size_t found = rows.find(row, Move{(j % 7) << 16U | j / 7});
      ASSERT_NE(found, SequenceRows::missing);
      ASSERT_EQ(rows[found].average.visits, static_cast<float>(j));
    }
    ASSERT_EQ(rows.find(row, Move{1'000'000}), SequenceRows::missing);
  }
}

// Many rows that grow and are counted side by side, against plain maps.
TEST(SequenceRows, KeepsThoseThatCountInFront) {
  constexpr float enough = 5;
  SequenceRows rows;
  std::vector<SequenceRows::Row> all(50);
  std::vector<std::map<Move, float>> plain(all.size());
  Rng rng(1);
  for (int i = 0; i < 40'000; ++i) {
    const std::uint32_t which = rng.below(50);
    const Move move{rng.below(1 + 3 * which)};
    const std::size_t place = rows.obtain(all[which], move);
    const float visits = ++rows[place].average.visits;
    ASSERT_EQ(visits, ++plain[which][move]);
    if (visits >= enough && !SequenceRows::is_counted(all[which], place)) {
      rows.count(all[which], place);
    }
  }
  for (std::size_t which = 0; which < all.size(); ++which) {
    const auto entries = rows.entries(all[which]);
    ASSERT_EQ(entries.size(), plain[which].size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      EXPECT_EQ(entries[i].average.visits, plain[which][entries[i].move]);
      EXPECT_EQ(entries[i].average.visits >= enough, i < all[which].counted);
      EXPECT_EQ(&rows[rows.find(all[which], entries[i].move)], &entries[i]);
    }
  }
}

TEST(SequenceRows, UsesOutgrownRowsAgain) {
  SequenceRows rows;
  SequenceRows::Row first;
  for (std::uint32_t i = 0; i < 17; ++i) rows.obtain(first, Move{i});
  // those of 1, 2, 4, 8 and 16 that it left
  SequenceRows::Row second;
  for (std::uint32_t i = 0; i < 16; ++i) rows.obtain(second, Move{100 + i});
  EXPECT_LT(second.begin, first.begin);
  for (std::uint32_t i = 0; i < 16; ++i) {
    EXPECT_NE(rows.find(second, Move{100 + i}), SequenceRows::missing);
    EXPECT_EQ(rows.find(second, Move{i}), SequenceRows::missing);
    EXPECT_NE(rows.find(first, Move{i}), SequenceRows::missing);
  }
}

}  // namespace
}  // namespace palamedes::search::statistics
