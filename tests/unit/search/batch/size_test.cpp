#include "search/batch/size.h"

#include <gtest/gtest.h>

#include "search/parameters.h"

namespace palamedes::search::batch {
namespace {

search::Parameters swarm_plan(select::Formula formula) {
  search::Parameters plan;
  plan.select.formula = formula;
  plan.batch.size.width = 512;
  plan.batch.size.playouts = 0;
  plan.batch.size.share = 0.01;
  return plan;
}

BatchSizer sizer_for(const search::Parameters& plan) {
  return {plan.batch.size, learns_beside_nodes(plan)};
}

void expect_size(const BatchSize& size, std::uint64_t leaves, std::uint32_t playouts) {
  EXPECT_EQ(size.leaves, leaves);
  EXPECT_EQ(size.playouts, playouts);
}

TEST(BatchSizer, BatchesGrowWithTheTree) {
  const BatchSizer sizer = sizer_for(swarm_plan(select::Formula::amaf));
  expect_size(sizer.next({0, 1}, false), 1, 1);
  expect_size(sizer.next({1599, 1}, false), 1, 1);   // 15 leaves are too few
  expect_size(sizer.next({1600, 1}, false), 16, 8);  // 32 times would fit
  expect_size(sizer.next({10'000, 1}, false), 100, 5);
  expect_size(sizer.next({30'000, 1}, false), 300, 1);
  expect_size(sizer.next({1e6, 1}, false), 512, 1);
}

TEST(BatchSizer, WhereNothingIsLearnedLeavesArePlayedOftener) {
  const BatchSizer sizer = sizer_for(swarm_plan(select::Formula::uct));
  expect_size(sizer.next({1600, 1}, false), 16, 8);
  expect_size(sizer.next({1e6, 1}, false), 512, 8);
}

TEST(BatchSizer, DoesAsItIsTold) {
  search::Parameters plan = swarm_plan(select::Formula::amaf);
  plan.batch.size.least = 3;
  plan.batch.size.playouts = 2;
  const BatchSizer sizer = sizer_for(plan);
  for (const bool timed : {false, true}) {
    expect_size(sizer.next({299, 1}, timed), 1, 1);
    expect_size(sizer.next({300, 1}, timed), 3, 2);
  }
}

TEST(BatchSizer, TimesAreALineThroughTheLastBatches) {
  BatchTime times;
  times.add(100, 8e-3, 2e-5);  // the first time does not count
  EXPECT_FALSE(times.is_known());
  times.add(100, 3e-3, 2e-5);
  EXPECT_NEAR(times.predict(100, 2e-5), 3e-3, 1e-9);
  EXPECT_NEAR(times.predict(200, 8e-5), 4e-3, 1e-9);  // an eighth of a simulation is a guess
  for (int i = 0; i < 100; ++i)
    times.add(i % 2 == 0 ? 200 : 400, i % 2 == 0 ? 3.5e-3 : 4.5e-3, 2e-5);
  EXPECT_NEAR(times.predict(100, 2e-5), 3e-3, 2e-5);  // 2.5 ms and 5 us for each leaf
  EXPECT_NEAR(times.predict(500, 2e-5), 5e-3, 2e-5);
}

TEST(BatchSizer, OneLongBatchIsCutShort) {
  BatchTime times;
  for (int i = 0; i < 2; ++i) times.add(100, 1e-3, 2e-5);
  times.add(100, 1, 2e-5);  // as 2 ms; the one before has 0.95 of its weight
  EXPECT_NEAR(times.predict(100, 2e-5), (0.95 * 1 + 2) / 1.95 * 1e-3, 1e-9);
}

TEST(BatchSizer, TakesWhatPromisesMost) {
  search::Parameters plan = swarm_plan(select::Formula::amaf);
  plan.batch.size.staleness = 10;
  plan.batch.size.playouts = 1;
  BatchSizer sizer = sizer_for(plan);
  for (int i = 0; i < 1000; ++i) sizer.took_one(i % 2 == 0 ? 1e-5 : 3e-5);  // 20 us on average
  expect_size(sizer.next({181, 1}, true), 1, 1);
  expect_size(sizer.next({182, 1}, true), 4, 1);  // has to be tried once: 10 * 4 / 182 is 0.22
  for (int i = 0; i < 100; ++i) {
    sizer.took({100, 1}, 100, 1.5e-3);  // 1 ms and 5 us for each leaf
    sizer.took({200, 1}, 200, 2e-3);
  }
  expect_size(sizer.next({1e6, 1}, true), 1, 1);  // it is time to measure simulations by themselves
  sizer.took_one(2e-5);
  // With 1,000 visits 50 leaves are 1 ms of simulations in 1.25 ms: no size is worth it.
  expect_size(sizer.next({1000, 1}, true), 1, 1);
  // With a million the largest one is: 512 * 20 us in 3.56 ms, at exp(-0.005).
  expect_size(sizer.next({1e6, 1}, true), 512, 1);
  // In between, d/dl of ln(l / (200 + l)) - 10 l / n is 0 where l (200 + l) = 20 n; with n 10,000
  // at 358, where 2.57 * 0.70 = 1.79 is promised. Sizes that are tried: 512, 409, 327, 261 ...
  expect_size(sizer.next({10'000, 1}, true), 327, 1);
  // what was measured does not count where the clock does not
  expect_size(sizer.next({1600, 1}, false), 16, 1);
}

TEST(BatchSizer, SeveralPlayoutsOfALeafAreWorthMore) {
  for (const std::uint32_t playouts : {0U, 1U}) {
    search::Parameters plan = swarm_plan(select::Formula::amaf);
    plan.batch.size.staleness = 20;
    plan.batch.size.playouts = playouts;
    BatchSizer sizer = sizer_for(plan);
    for (int i = 0; i < 100; ++i) {
      sizer.took({100, 1}, 100, 1.5e-3);  // 1 ms and 5 us for each leaf
      sizer.took({200, 1}, 200, 2e-3);
    }
    sizer.took_one(2e-5);
    // Two steps from the root, with 20,000 visits, 132 leaves are 2,640 us of simulations in 1,660,
    // at exp(-0.264), three times each: 1.59 * 0.77 * 1.18 = 1.44; 208, twice each, promise 1.49
    // and 166 1.53.
    if (playouts == 0) expect_size(sizer.next({20'000, 2}, true), 166, 3);
    // Once each no size is worth it: 208 leaves promise 2.04 * 0.66.
    if (playouts == 1) expect_size(sizer.next({20'000, 2}, true), 1, 1);
    // With 10,000 it would be 84 leaves, six times each, but for 1.18 * 0.71 * 1.31 = 1.10 only.
    expect_size(sizer.next({10'000, 2}, true), 1, 1);
    // The shallower the tree, the larger batches may be.
    if (playouts == 1) expect_size(sizer.next({20'000, 1}, true), 327, 1);
  }
}

TEST(BatchSizer, LeavesSelectedTwiceCountOnce) {
  for (const std::size_t twice : {0U, 50U}) {
    search::Parameters plan = swarm_plan(select::Formula::amaf);
    plan.batch.size.playouts = 1;
    BatchSizer sizer = sizer_for(plan);
    for (int i = 0; i < 100; ++i) {
      sizer.took({100, 1}, 100 - twice, 1.5e-3);  // 1 ms and 5 us for each leaf
      sizer.took({200, 1}, 200 - 2 * twice, 2e-3);
    }
    sizer.took_one(2e-5);
    // 512 * 20 us in 3.56 ms, but only half of them: 1.44
    expect_size(sizer.next({1e9, 1}, true), twice == 0 ? 512 : 1, 1);
  }
}

TEST(BatchSizer, TriesBatchesAgain) {
  search::Parameters plan = swarm_plan(select::Formula::amaf);
  BatchSizer sizer = sizer_for(plan);  // 2.5 * 3 * 30 / 1,023 is 0.22
  sizer.took_one(2e-5);
  for (int i = 0; i < 10; ++i) sizer.took({30, 8}, 30, 3e-3);  // 30 simulations take 0.6 ms
  expect_size(sizer.next({1023, 3}, true), 1, 1);
  for (int i = 0; i < 2999; ++i) sizer.took_one(2e-5);
  expect_size(sizer.next({1023, 3}, true), 1, 1);
  for (int i = 0; i < 2; ++i) sizer.took_one(2e-5);  // 60 ms: twenty such batches
  expect_size(sizer.next({1023, 3}, true), 30, 8);
  expect_size(sizer.next({100, 3}, true), 1, 1);  // 3 leaves are too few
  sizer.took({30, 8}, 30, 1e-4);
  expect_size(sizer.next({1023, 3}, true), 1, 1);
  // batches have become so short that they are worth it
  for (int i = 0; i < 60; ++i) sizer.took({30, 8}, 30, 1e-4);
  EXPECT_GT(sizer.next({1023, 3}, true).leaves, 1U);
}

}  // namespace
}  // namespace palamedes::search::batch
