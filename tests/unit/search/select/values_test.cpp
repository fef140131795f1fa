#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "search/report/final_choice.h"
#include "search/select/grave.h"
#include "search/select/progressive_history.h"
#include "search/select/ucb1.h"
#include "search/select/uct.h"
#include "search/select/unvisited.h"

namespace palamedes::search::select {
namespace {

constexpr double near = 1e-9;
const double log_100 = std::log(100.0);

// 0.5 + 0.7 * sqrt(4.605170186 / 25)
TEST(Uct, IsTheMeanAndExploration) {
  EXPECT_NEAR(uct(0.5, 0.7, log_100, 25), 0.5 + 0.7 * 0.42919320526, 1e-9);
  EXPECT_NEAR(exploration(0.7, log_100, 25), 0.300435243682, near);
  EXPECT_DOUBLE_EQ(uct(0.5, 0, log_100, 25), 0.5);
  EXPECT_DOUBLE_EQ(uct(0.5, 0.7, 0, 1), 0.5);
}

// ln(1 + 99,000 / 1000) = ln 100
TEST(Grown, CGrowsWithTheLogarithmOfThousands) {
  EXPECT_NEAR(grown(0.2, 0.1, 99'000), 0.2 + 0.1 * log_100, near);
  EXPECT_DOUBLE_EQ(grown(0.2, 0.1, 0), 0.2);
  EXPECT_DOUBLE_EQ(grown(0.2, 0, 1e6), 0.2);
}

// Formula 2.2: 0.5 + sqrt(2 * 4.605170186 / 25) = 0.5 + sqrt(0.368413615)
TEST(Ucb1, IsTheMeanAndItsOwnExploration) {
  EXPECT_NEAR(ucb1(0.5, log_100, 25), 1.106970852, near);
  EXPECT_DOUBLE_EQ(ucb1(0.5, 0, 1), 0.5);
  EXPECT_EQ(ucb1(0.5, log_100, 0), std::numeric_limits<double>::infinity());
}

// n = 30 + 10 = 40: 0.6 + sqrt(2 ln 40 / 30) = 1.0959, 0.2 + sqrt(2 ln 40 / 10) = 1.0589; one
// sample of the first arm more makes it 0.6 + sqrt(2 ln 41 / 31) = 1.0895, still more than
// 0.2 + sqrt(2 ln 41 / 10) = 1.0618.
TEST(Ucb1, TakesTheArmWithTheHighestValue) {
  Rng rng(1);
  Ucb1 bandit;
  const std::vector<double> means = {0.6, 0.2};
  EXPECT_EQ(bandit.best(means, std::vector<double>{30, 10}, rng), 0U);
  EXPECT_EQ(bandit.best(means, std::vector<double>{31, 10}, rng), 0U);
  EXPECT_EQ(bandit.best(means, std::vector<double>{60, 10}, rng), 1U);
  EXPECT_EQ(bandit.best(means, std::vector<double>{30, 0}, rng), 1U);
}

// Formula 5.1: sqrt(250 / (150 + 250)) = sqrt(5/8)
TEST(AmafWeight, FallsWithVisits) {
  EXPECT_NEAR(amaf_weight(250, 50), 0.790569415042, near);
  EXPECT_DOUBLE_EQ(amaf_weight(250, 0), 1);
  // "for how many simulations": after K visits sqrt(1/4)
  EXPECT_DOUBLE_EQ(amaf_weight(100, 100), 0.5);
  EXPECT_DOUBLE_EQ(amaf_weight(0, 0), 0);
  EXPECT_DOUBLE_EQ(amaf_weight(0, 10), 0);
  EXPECT_DOUBLE_EQ(amaf_weight(std::numeric_limits<double>::infinity(), 1e6), 1);
}

// 250 / (150 + 250) = 5/8
TEST(AmafWeight, FadesSoonerAsItsSquare) {
  EXPECT_NEAR(fading_amaf_weight(250, 50), 0.625, near);
  EXPECT_DOUBLE_EQ(fading_amaf_weight(250, 0), 1);
  EXPECT_DOUBLE_EQ(fading_amaf_weight(100, 100), 0.25);
  EXPECT_DOUBLE_EQ(fading_amaf_weight(std::numeric_limits<double>::infinity(), 1e6), 1);
}

// 30 / (10 + 30 + 4 * 10 * 30 * 0.01) = 30 / 52
TEST(AmafWeightByBias, IsGellyAndSilvers) {
  EXPECT_NEAR(amaf_weight_by_bias(10, 30, 0.1), 0.576923076923, near);
  EXPECT_DOUBLE_EQ(amaf_weight_by_bias(0, 5, 0.1), 1);
  EXPECT_DOUBLE_EQ(amaf_weight_by_bias(5, 0, 0.1), 0);
  EXPECT_DOUBLE_EQ(amaf_weight_by_bias(0, 0, 0.1), 0);
  EXPECT_DOUBLE_EQ(amaf_weight_by_bias(10, 30, 0), 0.75);
}

TEST(Blend, IsWeighted) {
  EXPECT_DOUBLE_EQ(blend(0.4, 0.8, 0.25), 0.5);
  EXPECT_DOUBLE_EQ(blend(0.4, 0.8, 0), 0.4);
  EXPECT_DOUBLE_EQ(blend(0.4, 0.8, 1), 0.8);
}

// An infinite first play urgency without any weight must not make the value undefined.
TEST(Blend, TakesOneSideAloneAtTheEnds) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_DOUBLE_EQ(blend(infinite, 0.8, 1), 0.8);
  EXPECT_EQ(blend(infinite, 0.8, 0.5), infinite);
}

// Formula 2.4: 0.6 * 5 / ((1 - 0.75) * 8 + 1) = 3 / 3; a move that always won keeps its bias
TEST(HistoryBias, FadesWithLosses) {
  EXPECT_DOUBLE_EQ(history_bias(0.6, 5, 0.75, 8), 1);
  EXPECT_DOUBLE_EQ(history_bias(0.6, 5, 1, 1000), 3);
  EXPECT_DOUBLE_EQ(history_bias(0.6, 5, 0, 1), 1.5);
  EXPECT_DOUBLE_EQ(history_bias(0, 5, 0.5, 2), 0);
}

TEST(Urgency, IsADrawVisitedOnceAndFallsWithWhatIsExplored) {
  // 0.5 + 0.4 * 2.14596602629 * 3 / 4
  EXPECT_NEAR(urgency(0.4, log_100, 3, 4), 1.14378980789, near);
  EXPECT_NEAR(urgency(0.4, log_100, 4, 4), 1.35838641052, near);
  EXPECT_DOUBLE_EQ(urgency(0.4, 0, 1, 9), 0.5);
  EXPECT_DOUBLE_EQ(urgency(0.4, log_100, 0, 9), 0.5);
}

// (10 * 0.5 + 30 * 0.9) / 40
TEST(MeanOfTried, IsThatOfAllVisits) {
  const std::vector<double> means = {0.5, 0.9, 0};
  EXPECT_DOUBLE_EQ(mean_of_tried(std::vector<double>{10, 30, 0}, means, 1), 0.8);
  EXPECT_DOUBLE_EQ(mean_of_tried(std::vector<double>{0, 0, 0}, means, 1), 1);
}

// A mean of 1 out of 10 visits is worth less than any with at least half of 100.
TEST(Steady, IsTheMeanWhereEnoughVisitsStandBehindIt) {
  using report::steady;
  EXPECT_DOUBLE_EQ(steady(0.6, 100, 100), 0.6);
  EXPECT_DOUBLE_EQ(steady(0.7, 50, 100), 0.7);
  EXPECT_DOUBLE_EQ(steady(1, 49, 100), -0.51);
  EXPECT_LT(steady(1, 10, 100), steady(0, 50, 100));
}

TEST(Secure, TakesOffWhatIsUncertain) {
  using report::secure;
  EXPECT_DOUBLE_EQ(secure(0.6, 1, 25), 0.4);
  EXPECT_DOUBLE_EQ(secure(0.6, 4, 100), 0.2);
  EXPECT_DOUBLE_EQ(secure(0.6, 0, 1), 0.6);
}

}  // namespace
}  // namespace palamedes::search::select
