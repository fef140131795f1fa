#include "search/batch/telling.h"

#include <gtest/gtest.h>

namespace palamedes::search::batch {
namespace {

TEST(TellingSchedule, BeginsWithTheFirstBatchOfATurn) {
  TellingSchedule schedule({.news = 0.125});
  schedule.begin_batch(100);
  EXPECT_TRUE(schedule.has_news(100));
  schedule.run(100, [] {});
  EXPECT_FALSE(schedule.has_news(100));
  schedule.next_turn();
  schedule.begin_batch(100);
  EXPECT_TRUE(schedule.has_news(100));
}

// At least 32 lessons, and an eighth of those of the turn.
TEST(TellingSchedule, WaitsForItsShareOfNews) {
  TellingSchedule schedule({.news = 0.125});
  schedule.begin_batch(1000);
  schedule.run(1000, [] {});
  EXPECT_FALSE(schedule.has_news(1031));
  EXPECT_TRUE(schedule.has_news(1032));
  schedule.begin_batch(1700);
  schedule.run(1700, [] {});              // 700 in this turn
  EXPECT_FALSE(schedule.has_news(1799));  // 99 of 799
  EXPECT_TRUE(schedule.has_news(1800));   // 100 of 800
}

TEST(TellingSchedule, CountsWhatTellingTakesInTheBatch) {
  TellingSchedule schedule({});
  schedule.begin_batch(0);
  int told = 0;
  schedule.run(0, [&] {
    const CpuStopwatch watch;
    while (watch.seconds() < 1e-3) ++told;
  });
  EXPECT_GT(told, 0);
  EXPECT_GE(schedule.seconds(), 1e-3);
  EXPECT_TRUE(schedule.has_time());  // no clock runs
  schedule.begin(true);
  EXPECT_FALSE(schedule.has_time());  // ten times as long has not passed yet
  schedule.begin_batch(1);
  EXPECT_EQ(schedule.seconds(), 0);
}

}  // namespace
}  // namespace palamedes::search::batch
