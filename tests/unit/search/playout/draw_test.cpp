#include "search/playout/draw.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/search/playout/playout_testing.h"

namespace palamedes::search::playout {
namespace {

using testing::ElementsAre;

constexpr int draws = 40'000;

void expect_probabilities(const std::vector<int>& counts, const std::vector<double>& wanted) {
  ASSERT_EQ(counts.size(), wanted.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    EXPECT_NEAR(counts[i], draws * wanted[i], tolerance(draws, wanted[i])) << i;
  }
}

std::vector<int> histogram_of(const DrawParameters& plan, const std::vector<float>& scores) {
  ScoreDraw draw(plan);
  Rng rng(1);
  return histogram(scores.size(), draws, [&] {
    return draw.draw(scores.size(), rng, [&](std::span<float> filled) {
      std::copy(scores.begin(), scores.end(), filled.begin());
    });
  });
}

TEST(Draw, BestTakesTheOnlyBestWithoutChance) {
  Rng rng(1);
  Rng untouched(1);
  EXPECT_EQ(draw_best(std::vector<float>{0.1F, 0.7F, 0.3F}, rng), 1U);
  EXPECT_EQ(rng(), untouched());
}

TEST(Draw, BestBreaksTiesEvenly) {
  Rng rng(1);
  const std::vector<float> scores = {0.2F, 0.7F, 0.7F, 0.1F, 0.7F};
  expect_probabilities(histogram(5, draws, [&] { return draw_best(scores, rng); }),
                       {0, 1.0 / 3, 1.0 / 3, 0, 1.0 / 3});
}

TEST(Draw, InProportionFollowsTheOdds) {
  Rng rng(1);
  const std::vector<double> odds = {1, 0, 3, 4, 0};
  expect_probabilities(histogram(5, draws, [&] { return draw_in_proportion(odds, 8, rng); }),
                       {0.125, 0, 0.375, 0.5, 0});
  // a sum that is too large by rounding
  for (int i = 0; i < 100; ++i) EXPECT_NE(draw_in_proportion(odds, 16, rng), 4U);
}

TEST(Draw, GreedyTakesAnyMoveWithProbabilityEpsilon) {
  // 0.6 + 0.4 / 4 for the best, 0.4 / 4 for each other
  expect_probabilities(histogram_of({.epsilon = 0.4}, {0.5F, 0.9F, 0.1F, 0.2F}),
                       {0.1, 0.7, 0.1, 0.1});
  EXPECT_THAT(histogram_of({.epsilon = 0}, {0.5F, 0.9F}), ElementsAre(0, draws));
}

TEST(Draw, GibbsIsForGoalsUpToAHundred) {
  // goals 90, 80 and 70 with tau 10: exp(9) : exp(8) : exp(7) = 1 : 0.36788 : 0.13534
  expect_probabilities(histogram_of({.by = Draw::gibbs, .tau = 10}, {0.9F, 0.8F, 0.7F}),
                       {0.66524, 0.24473, 0.09003});
  // tau 50: exp(2) : exp(0)
  expect_probabilities(histogram_of({.by = Draw::gibbs, .tau = 50}, {1, 0}), {0.88080, 0.11920});
}

TEST(Draw, GibbsStandsExtremes) {
  const float without_end = std::numeric_limits<float>::infinity();
  EXPECT_THAT(histogram_of({.by = Draw::gibbs, .tau = 1e-6}, {0.9F, 0.8F}), ElementsAre(draws, 0));
  expect_probabilities(histogram_of({.by = Draw::gibbs, .tau = infinity}, {1, 0}), {0.5, 0.5});
  expect_probabilities(
      histogram_of({.by = Draw::gibbs, .tau = 10}, {without_end, 0.5F, without_end}),
      {0.5, 0, 0.5});
}

}  // namespace
}  // namespace palamedes::search::playout
