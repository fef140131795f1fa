#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/moments.h"
#include "unit/tune/samples.h"

namespace palamedes::tune {
namespace {

// Hansen's Table 1 for n = 2, lambda = 6: w' = ln 3.5 - ln i
//   1.252763 0.559616 0.154151 | -0.133531 -0.356675 -0.538997
TEST(CmaConstants, AreThoseOfTheTutorialByHand) {
  EXPECT_EQ(CmaConstants::default_lambda(1), 4U);
  EXPECT_EQ(CmaConstants::default_lambda(2), 6U);
  EXPECT_EQ(CmaConstants::default_lambda(4), 8U);
  EXPECT_EQ(CmaConstants::default_lambda(6), 9U);
  const CmaConstants constants(2, 6);
  EXPECT_EQ(constants.mu, 3U);
  EXPECT_NEAR(constants.weights[0], 1.252763 / 1.966530, 1e-6);
  EXPECT_NEAR(constants.weights[1], 0.559616 / 1.966530, 1e-6);
  EXPECT_NEAR(constants.weights[2], 0.154151 / 1.966530, 1e-6);
  EXPECT_NEAR(constants.mu_eff, 2.028612, 1e-5);  // 1.966530^2 / 1.906348
  EXPECT_NEAR(constants.c_sigma, 4.028612 / 9.028612, 1e-6);
  EXPECT_NEAR(constants.d_sigma, 1 + 4.028612 / 9.028612, 1e-6);
  EXPECT_NEAR(constants.c_c, 5.014306 / 8.028612, 1e-6);
  EXPECT_NEAR(constants.c_1, 2 / 12.918612, 1e-6);
  EXPECT_NEAR(constants.c_mu, 2 * (0.028612 + 1 / 2.028612) / 18.028612, 1e-6);
  EXPECT_NEAR(constants.chi, 1.254273, 1e-6);
  // Of the three bounds 1 + c_1 / c_mu = 3.68, 1 + 2 * 2.431915 / 4.028612 = 2.207322 and
  // (1 - c_1 - c_mu) / (n c_mu) = 6.80 the second is the smallest.
  EXPECT_NEAR(constants.weights[3], -2.207322 * 0.133531 / 1.029203, 1e-5);
  EXPECT_NEAR(constants.weights[5], -2.207322 * 0.538997 / 1.029203, 1e-5);
}

// The best individual made a step of 1 along the first axis, the others none:
//   <y> = (w_1, 0) = (0.637042, 0)
//   p_sigma = sqrt(c_sigma (2 - c_sigma) mu_eff) <y> = 1.185949 * 0.637042 = 0.755500
//   sigma = exp(c_sigma / d_sigma (0.755500 / 1.254273 - 1)) = exp(-0.122692)
//   p_c = sqrt(c_c (2 - c_c) mu_eff) <y> = 1.320097 * 0.637042 = 0.840958
//   C = (1 - c_1 - c_mu (1 - 2.207322)) I + c_1 p_c p_c^T + c_mu w_1 y y^T
//     = 0.915039 I + (0.109487 + 0.036859) e_1 e_1^T
TEST(Cma, TakesOneStepByHand) {
  const std::vector<double> start = {0, 0};
  Cma cma(start, 1, 0, Rng(1));
  cma.sample();
  for (std::size_t j = 0; j < 6; ++j) {
    cma.replace(j, j == 4 ? std::vector<double>{1, 0} : std::vector<double>{0, 0});
  }
  cma.update(std::vector<double>{5, 5, 5, 5, 1, 5});
  EXPECT_NEAR(cma.mean()[0], 0.637042, 1e-6);
  EXPECT_EQ(cma.mean()[1], 0);
  EXPECT_NEAR(cma.sigma(), std::exp(-0.122692), 1e-5);
  EXPECT_NEAR(cma.covariance(0, 0), 0.915039 + 0.109487 + 0.036859, 1e-5);
  EXPECT_NEAR(cma.covariance(1, 1), 0.915039, 1e-5);
  EXPECT_NEAR(cma.covariance(0, 1), 0, 1e-12);
}

TEST(Cma, SamplesAroundItsMean) {
  const std::vector<double> start = {0.5, -1};
  Cma cma(start, 0.3, 1000, Rng(1));
  cma.sample();
  for (std::size_t i = 0; i < 2; ++i) {
    Moments moments;
    for (std::size_t j = 0; j < 1000; ++j) moments.add(cma.individual(j)[i]);
    EXPECT_NEAR(moments.mean, start[i], 5 * 0.3 / std::sqrt(1000));
    EXPECT_NEAR(moments.deviation(), 0.3, 5 * 0.3 / std::sqrt(2000));
  }
}

// Samples and updates until the fitness of the mean is so small; the number of samples.
template <typename Fitness>
int samples_until(double goal, std::vector<double> start, const Fitness& fitness) {
  Cma cma(start, 0.5, 0, Rng(7));
  std::vector<double> values(cma.lambda());
  int samples = 0;
  while (fitness(cma.mean()) > goal && samples < 100000 && !cma.is_stopped()) {
    cma.sample();
    for (std::size_t j = 0; j < values.size(); ++j) values[j] = fitness(cma.individual(j));
    cma.update(values);
    samples += static_cast<int>(values.size());
  }
  return samples;
}

TEST(Cma, FindsTheMinimaOfWellKnownFunctions) {
  const auto sphere = [](std::span<const double> x) {
    double sum = 0;
    for (const double each : x) sum += each * each;
    return sum;
  };
  const auto ellipsoid = [](std::span<const double> x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += std::pow(1e6, i / 3.) * x[i] * x[i];
    return sum;
  };
  const auto rosenbrock = [](std::span<const double> x) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      sum += 100 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1 - x[i], 2);
    }
    return sum;
  };
  // In four dimensions, each from far away; usual numbers are about 500, 1500 and 2500.
  EXPECT_LT(samples_until(1e-9, {3, 3, 3, 3}, sphere), 1500);
  EXPECT_LT(samples_until(1e-9, {3, 3, 3, 3}, ellipsoid), 5000);
  EXPECT_LT(samples_until(1e-9, {0, 0, 0, 0}, rosenbrock), 8000);
}

TEST(CmaEs, RepairsAndPunishesAsInAlgorithm16) {
  std::vector<double> repaired(3);
  // 100 * sqrt(0.3^2 + 0.4^2)
  EXPECT_NEAR(repair(std::vector<double>{-0.3, 0.4, 1.4}, repaired, 100), 50, 1e-9);
  EXPECT_THAT(repaired, testing::ElementsAre(0, 0.4, 1));
  EXPECT_EQ(repair(std::vector<double>{0, 1, 0.5}, repaired, 100), 0);
}

TEST(CmaEs, HasTheThesisSettings) {
  EXPECT_EQ(CmaEsSettings{}.sigma, 0.3);
  EXPECT_EQ(CmaEsSettings{}.penalty, 100);
}

TEST(CmaEs, ChoosesWithinTheIntervalsAndWholeNumbersWhereNeeded) {
  const auto space = sample_space("cma-es:k,threshold,c=0.25..0.5");
  CmaEs strategy(*space, {}, Rng(1));
  std::vector<double> values(3);
  for (int i = 0; i < 300; ++i) {
    const Choice choice = strategy.choose(values);
    EXPECT_TRUE(values[0] >= 0 && values[0] <= 2000);
    EXPECT_TRUE(values[1] >= 0 && values[1] <= 200 && values[1] == std::round(values[1]));
    EXPECT_TRUE(values[2] >= 0.25 && values[2] <= 0.5);
    EXPECT_EQ(choice.digits[0], std::min(static_cast<int>(values[0] / 200), 9));
    strategy.reward(choice, 0.5);
  }
}

TEST(CmaEs, UpdatesAfterEachPopulation) {
  const Space space = unit_cube(2);
  CmaEs strategy(space, {}, Rng(1));
  std::vector<double> values(2);
  const double sigma = strategy.cma().sigma();
  std::vector<Choice> waiting;
  for (int i = 0; i < 20; ++i) waiting.push_back(strategy.choose(values));
  EXPECT_EQ(strategy.cma().sigma(), sigma);  // payoffs are missing
  for (std::size_t i = 20; i-- > 0;) strategy.reward(waiting[i], 0.1 * waiting[i].member);
  EXPECT_EQ(strategy.cma().sigma(), sigma);
  const Choice next = strategy.choose(values);
  EXPECT_NE(strategy.cma().sigma(), sigma);
  EXPECT_EQ(next.round, 2U);
}

TEST(CmaEs, StopsWhenStepsVanishAndKeepsTheBest) {
  const Space space = unit_cube(3);
  CmaEs strategy(space, {}, Rng(1));
  const std::vector<double> optimum = {0.25, 0.6, 0.8};
  std::vector<double> values(3);
  for (int i = 0; i < 50000; ++i) {
    const Choice choice = strategy.choose(values);
    double distance = 0;
    for (std::size_t k = 0; k < 3; ++k) distance += std::abs(values[k] - optimum[k]) / 3;
    strategy.reward(choice, 1 - distance);
  }
  EXPECT_TRUE(strategy.cma().is_stopped());
  std::vector<double> again(3);
  strategy.choose(values);
  strategy.choose(again);
  EXPECT_EQ(values, again);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(values[k], optimum[k], 1e-6);
  strategy.best(again);
  EXPECT_EQ(values, again);
}

}  // namespace
}  // namespace palamedes::tune
