#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "search/playout/ppa.h"
#include "unit/search/playout/playout_testing.h"

namespace palamedes::search::playout {
namespace {

constexpr Role first{0};
constexpr Role second{1};
const Chosen forced{.codes = {9}, .taken = 0};

TEST(PolicyWeights, RaisesTheMoveOfTheWinnerAndLowersAllByTheirProbability) {
  PolicyWeights weights(2, 0.32, 1);
  weights.learn(simulation_of({{{1, 2, 3}, 0}, forced}, {1, 0}));
  EXPECT_NEAR(weights.weight(first, 1), 0.32 - 0.32 / 3, 1e-12);
  EXPECT_NEAR(weights.weight(first, 2), -0.32 / 3, 1e-12);
  EXPECT_NEAR(weights.weight(first, 3), -0.32 / 3, 1e-12);
  // exp(0.21333) = 1.23780, exp(-0.10667) = 0.89882, z = 3.03544: probabilities 0.40778, 0.29611
  weights.learn(simulation_of({{{1, 2, 3}, 1}, forced}, {1, 0}));
  EXPECT_NEAR(weights.weight(first, 1), 0.21333 - 0.32 * 0.40778, 1e-5);
  EXPECT_NEAR(weights.weight(first, 2), -0.10667 + 0.32 - 0.32 * 0.29611, 1e-5);
  EXPECT_NEAR(weights.weight(first, 3), -0.10667 - 0.32 * 0.29611, 1e-5);
}

TEST(PolicyWeights, ProbabilitiesAreThoseFromBeforeTheSimulation) {
  PolicyWeights weights(1, 0.32, 1);
  weights.learn(simulation_of({{{1, 2, 3}, 0}, {{1, 2, 3}, 0}}, {1}));
  EXPECT_NEAR(weights.weight(first, 1), 2 * (0.32 - 0.32 / 3), 1e-12);
  EXPECT_NEAR(weights.weight(first, 2), -2 * 0.32 / 3, 1e-12);
}

TEST(PolicyWeights, AdaptationIsWithoutK) {
  PolicyWeights weights(1, 0.32, 5);
  const Simulation played = simulation_of({{{1, 2}, 0}}, {1});
  weights.learn(played);
  weights.learn(played);
  const double p = std::exp(0.16) / (std::exp(0.16) + std::exp(-0.16));
  EXPECT_NEAR(weights.weight(first, 1), 0.16 + 0.32 * (1 - p), 1e-12);
}

TEST(PolicyWeights, OddsAreWithK) {
  PolicyWeights weights(1, 0.32, 2);
  weights.learn(simulation_of({{{1, 2, 3}, 0}}, {1}));
  std::array<double, 4> odds{};
  const double sum = weights.fill_odds(first, std::array<MoveCode, 4>{1, 2, 3, 4}, odds);
  EXPECT_NEAR(odds[0], std::exp(2 * 0.32 * 2 / 3), 1e-12);
  EXPECT_NEAR(odds[1], std::exp(-2 * 0.32 / 3), 1e-12);
  EXPECT_NEAR(odds[3], 1, 1e-12);  // never seen
  EXPECT_NEAR(sum, odds[0] + odds[1] + odds[2] + odds[3], 1e-12);
}

TEST(PolicyWeights, OnlyTheWinnerLearnsAtAllItsSteps) {
  PolicyWeights weights(2, 0.32, 1);
  // two steps, both choose at once
  weights.learn(simulation_of({{{1, 2}, 0}, {{1, 2}, 0}, {{3, 4}, 1}, {{5, 6}, 1}}, {0.25, 0.75}));
  EXPECT_EQ(weights.weight(first, 1), 0);
  EXPECT_EQ(weights.weight(first, 4), 0);
  EXPECT_NEAR(weights.weight(second, 1), 0.16, 1e-12);
  EXPECT_NEAR(weights.weight(second, 2), -0.16, 1e-12);
  EXPECT_NEAR(weights.weight(second, 6), 0.16, 1e-12);
}

TEST(PolicyWeights, DrawsTeachNothing) {
  PolicyWeights two(2, 0.32, 1);
  two.learn(simulation_of({{{1, 2}, 0}, {{1, 2}, 0}}, {0.5, 0.5}));
  EXPECT_EQ(two.weight(first, 1), 0);
  EXPECT_EQ(two.weight(second, 1), 0);
  PolicyWeights three(3, 0.32, 1);
  three.learn(simulation_of({{{1, 2}, 0}, {{1, 2}, 0}, {{1, 2}, 0}}, {1, 1, 0}));
  EXPECT_EQ(three.weight(first, 1), 0);
  three.learn(simulation_of({{{1, 2}, 0}, {{1, 2}, 0}, {{1, 2}, 0}}, {0.25, 0.25, 0.5}));
  EXPECT_NEAR(three.weight(Role{2}, 1), 0.16, 1e-12);
}

TEST(PolicyWeights, APlayerAloneWinsWithTheHighestGoalOnly) {
  PolicyWeights weights(1, 0.32, 1);
  weights.learn(simulation_of({{{1, 2}, 0}}, {0.99}));
  EXPECT_EQ(weights.weight(first, 1), 0);
  weights.learn(simulation_of({{{1, 2}, 0}}, {1}));
  EXPECT_NEAR(weights.weight(first, 1), 0.16, 1e-12);
}

TEST(PolicyWeights, WeightsStayFinite) {
  PolicyWeights weights(1, 100, 100);
  const Simulation played = simulation_of({{{1, 2}, 0}, {{2, 3}, 1}}, {1});
  for (int i = 0; i < 100; ++i) {
    weights.learn(played);
    weights.learn(simulation_of({{{2, 3}, 0}}, {1}));
  }
  std::array<double, 3> odds{};
  const double sum = weights.fill_odds(first, std::array<MoveCode, 3>{1, 2, 3}, odds);
  EXPECT_TRUE(std::isfinite(sum));
  for (const double one : odds) EXPECT_GT(one, 0);
  for (const MoveCode code : {1, 2, 3}) {
    EXPECT_LE(std::abs(weights.weight(first, code)), PolicyWeights::largest_weight);
  }
}

TEST(PolicyWeights, ClearMakesAllMovesEqual) {
  PolicyWeights weights(1, 0.32, 1);
  weights.learn(simulation_of({{{1, 2}, 0}}, {1}));
  EXPECT_GT(weights.memory_bytes(), 0U);
  weights.clear();
  EXPECT_EQ(weights.weight(first, 1), 0);
  std::array<double, 2> odds{};
  EXPECT_EQ(weights.fill_odds(first, std::array<MoveCode, 2>{1, 2}, odds), 2);
}

}  // namespace
}  // namespace palamedes::search::playout
