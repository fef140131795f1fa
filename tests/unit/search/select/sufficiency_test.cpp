#include "search/select/sufficiency.h"

#include <gtest/gtest.h>

#include "unit/search/playout/playout_testing.h"

namespace palamedes::search::select {
namespace {

using Sums = std::vector<double>;
using Visits = std::vector<std::uint32_t>;

TEST(BestMean, IsOverTheMovesThatWereTried) {
  // 2/4, 7/8, never, 0/1
  EXPECT_DOUBLE_EQ(best_mean(Sums{2, 7, 0, 0}, Visits{4, 8, 0, 1}), 0.875);
  EXPECT_DOUBLE_EQ(best_mean(Sums{0.25}, Visits{1}), 0.25);
}

TEST(BestMean, OfNothingIsBelowAll) {
  EXPECT_EQ(best_mean(Sums{}, Visits{}), no_mean);
  EXPECT_EQ(best_mean(Sums{0, 0}, Visits{0, 0}), no_mean);
}

// The two moves of section 3 score 0.85 and 0.88; C and alpha are those of section 4.1.
TEST(SufficientExploration, EndsAboveTheThresholdOnly) {
  constexpr double c = 0.4;
  constexpr double alpha = 0.6;
  EXPECT_EQ(sufficient_exploration(c, 0.88, alpha), 0);
  EXPECT_EQ(sufficient_exploration(c, 0.59, alpha), c);
  // "when all Q(s,a) <= alpha": on the threshold is not above it
  EXPECT_EQ(sufficient_exploration(c, alpha, alpha), c);
  EXPECT_EQ(sufficient_exploration(c, std::nextafter(alpha, 1.0), alpha), 0);
}

TEST(SufficientExploration, GoesOnBeforeAnythingWasTried) {
  EXPECT_EQ(sufficient_exploration(0.4, best_mean(Sums{0, 0}, Visits{0, 0}), 0), 0.4);
}

TEST(SufficientExploration, OfTheOnlyMoveFollowsItsMean) {
  EXPECT_EQ(sufficient_exploration(0.4, best_mean(Sums{3}, Visits{4}), 0.6), 0);
  EXPECT_EQ(sufficient_exploration(0.4, best_mean(Sums{2}, Visits{4}), 0.6), 0.4);
}

PayoffClass payoffs(const std::vector<double>& values) {
  PayoffClass result;
  for (const double value : values) result.add(value);
  return result;
}

TEST(Discriminant, WeighsEachMeanWithTheOtherCount) {
  // (n_other mu_win + n_win mu_other) / n: (1 * 0.9 + 3 * 0.1) / 4 = 0.3
  EXPECT_DOUBLE_EQ(discriminant(payoffs({0.8, 0.9, 1}), payoffs({0.1})).value(), 0.3);
  // (3 * 0.9 + 1 * 0.2) / 4 = 0.725: rare wins put it near the winning payoff
  EXPECT_DOUBLE_EQ(discriminant(payoffs({0.9}), payoffs({0, 0.1, 0.5})).value(), 0.725);
  // equally many: halfway
  EXPECT_DOUBLE_EQ(discriminant(payoffs({1, 1}), payoffs({0, 0})).value(), 0.5);
}

TEST(Discriminant, NeedsBothClasses) {
  EXPECT_FALSE(discriminant(payoffs({}), payoffs({})));
  EXPECT_FALSE(discriminant(payoffs({1}), payoffs({})));
  EXPECT_FALSE(discriminant(payoffs({}), payoffs({0})));
}

TEST(UpperTail, IsThatOfTheTables) {
  EXPECT_DOUBLE_EQ(upper_tail(0), 0.5);
  EXPECT_NEAR(upper_tail(1), 0.158655, 1e-6);
  EXPECT_NEAR(upper_tail(-1), 0.841345, 1e-6);
  EXPECT_NEAR(upper_tail(1.959964), 0.025, 1e-7);
}

// Mean 0.1, deviation 0.1.
Moments differences() {
  Moments moments;
  for (const double difference : {0.0, 0.1, 0.2}) moments.add(difference);
  return moments;
}

TEST(UnplugProbability, IsTheShareOfDifferencesOnTheGivenSide) {
  const AdaptiveSufficiency below{.side = DifferenceSide::below};
  const AdaptiveSufficiency above{.side = DifferenceSide::above};
  EXPECT_DOUBLE_EQ(unplug_probability(0.1, differences(), below), 0.5);
  EXPECT_DOUBLE_EQ(unplug_probability(0.1, differences(), above), 0.5);
  // one deviation up
  EXPECT_NEAR(unplug_probability(0.2, differences(), below), 0.841345, 1e-6);
  EXPECT_NEAR(unplug_probability(0.2, differences(), above), 0.158655, 1e-6);
  // half a deviation down
  EXPECT_NEAR(unplug_probability(0.05, differences(), below), 0.308538, 1e-6);
  EXPECT_NEAR(unplug_probability(0.05, differences(), above), 0.691462, 1e-6);
}

TEST(UnplugProbability, LeavesTenPercentOfExploration) {
  EXPECT_DOUBLE_EQ(unplug_probability(1, differences()), 0.9);
  EXPECT_DOUBLE_EQ(unplug_probability(-1, differences(), {.side = DifferenceSide::above}), 0.9);
  EXPECT_DOUBLE_EQ(unplug_probability(1, differences(), {.exploration_floor = 0}), 1);
  // a floor of exploration, not of greed
  EXPECT_LT(unplug_probability(-1, differences()), 1e-6);
}

TEST(UnplugProbability, IsNoneWithoutASpread) {
  EXPECT_EQ(unplug_probability(0.3, Moments{}), 0);
  Moments one;
  one.add(0.3);
  EXPECT_EQ(unplug_probability(0.5, one), 0);
  one.add(0.3);
  EXPECT_EQ(unplug_probability(0.5, one), 0);
}

// Wins are worth 1 and a quarter of all: d = (30 * 1 + 10 * 0) / 40. A lead far beyond all before
// stops exploration as often as the floor allows.
TEST(SufficiencyThreshold, AdaptsToTheLeadOfTheBestMove) {
  SufficiencyThreshold threshold({.kind = Sufficiency::adaptive, .floor = 0.1}, 0.4, 2);
  Rng rng(1);
  const std::vector<double> visits = {5, 5};
  char sampled = 0;
  const auto exploration = [&](double best) {
    return threshold.exploration(0, visits, std::vector<double>{best, 0.1}, sampled, rng);
  };
  EXPECT_EQ(exploration(1), 0.4);  // nothing learned yet
  for (int i = 0; i < 40; ++i) {
    threshold.learn(i % 4 == 0 ? std::vector<double>{1, 0} : std::vector<double>{0, 1});
  }
  for (int i = 0; i < 50; ++i) {
    sampled = 0;
    exploration(i % 2 == 0 ? 0.74 : 0.76);
  }
  sampled = 0;
  exploration(0.75);  // the first of the simulation is remembered, these are not:
  int stopped = 0;
  for (int i = 0; i < 10'000; ++i) stopped += exploration(1) == 0 ? 1 : 0;
  EXPECT_NEAR(stopped, 9000, tolerance(10'000, 0.9));
  stopped = 0;
  for (int i = 0; i < 10'000; ++i) stopped += exploration(0.75) == 0 ? 1 : 0;
  EXPECT_NEAR(stopped, 5000, tolerance(10'000, 0.5));  // right at the mean of the leads so far
  stopped = 0;
  for (int i = 0; i < 1000; ++i) stopped += exploration(0.5) == 0 ? 1 : 0;
  EXPECT_EQ(stopped, 0);
}

// Two simulations under way at once, step by step in turn: each has a first selection of its own.
TEST(SufficiencyThreshold, SamplesEachSimulationOnce) {
  const auto stopped = [](bool in_turn) {
    SufficiencyThreshold threshold({.kind = Sufficiency::adaptive, .floor = 0}, 0.4, 2);
    Rng rng(1);
    const std::vector<double> visits = {5, 5};
    for (int i = 0; i < 40; ++i) {
      threshold.learn(i % 4 == 0 ? std::vector<double>{1, 0} : std::vector<double>{0, 1});
    }
    std::array<char, 2> sampled = {0, 0};
    const auto select = [&](std::size_t simulation, double best) {
      return threshold.exploration(0, visits, std::vector<double>{best, 0.1}, sampled[simulation],
                                   rng);
    };
    for (int i = 0; i < 50; ++i) {
      sampled = {0, 0};
      select(0, 0.6);
      if (!in_turn) select(0, 0.9);
      select(1, 0.8);
      if (in_turn) select(0, 0.9);
      select(1, 0.9);
    }
    int count = 0;
    for (int i = 0; i < 2000; ++i) count += select(0, 0.7) == 0 ? 1 : 0;
    return count;
  };
  // half of the leads are smaller than that of 0.7, whatever the order
  EXPECT_NEAR(stopped(true), 1000, tolerance(2000, 0.5));
  EXPECT_NEAR(stopped(false), 1000, tolerance(2000, 0.5));
}

}  // namespace
}  // namespace palamedes::search::select
