#include "bandit/tuning.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace palamedes::bandit {
namespace {

TEST(Combinatorial, HasAKnownOptimum) {
  Rng rng(1);
  const Combinatorial model({.parameters = 3, .values = 4, .interaction = 0.3}, rng);
  EXPECT_EQ(model.means().size(), 64U);
  const auto [worst, best] = std::minmax_element(model.means().begin(), model.means().end());
  EXPECT_NEAR(*worst, 0.2, 1e-12);
  EXPECT_NEAR(*best, 0.8, 1e-12);
  std::vector<double> values;
  for (const std::size_t value : model.best_values()) values.push_back(static_cast<double>(value));
  EXPECT_EQ(model.mean(values), model.best_mean());
  // numbers in between belong to the value below, the end to the last one
  EXPECT_EQ(model.mean(std::vector<double>{1.7, 4, 0}), model.means()[1 + 3 * 4]);
}

TEST(Combinatorial, HasParametersThatDependOnEachOther) {
  // Whether the best value of the first parameter is the same whatever the others are.
  const auto is_separable = [](double interaction) {
    Rng rng(2);
    const Combinatorial model({.parameters = 3, .values = 4, .interaction = interaction}, rng);
    std::size_t first = 4;
    for (std::size_t rest = 0; rest < 16; ++rest) {
      const auto begin = model.means().begin() + static_cast<std::ptrdiff_t>(rest * 4);
      const auto best = static_cast<std::size_t>(std::max_element(begin, begin + 4) - begin);
      if (first < 4 && best != first) return false;
      first = best;
    }
    return true;
  };
  EXPECT_TRUE(is_separable(0));
  EXPECT_FALSE(is_separable(0.3));
}

TuningSettings many_arms() {
  return {.bandit = {.parameters = 4, .values = 8}, .models = 8, .samples = 4000, .every = 1000};
}

// Upper and lower ends of the 95 % interval of the regret over all samples.
double upper(const std::vector<Moments>& curve) {
  return curve.back().mean + 1.96 * curve.back().standard_error();
}
double lower(const std::vector<Moments>& curve) {
  return curve.back().mean - 1.96 * curve.back().standard_error();
}

TEST(Tuning, StrategiesThatShareWhatTheyLearnAreAheadOfMabWithManyCombinations) {
  const std::vector<tune::Settings> strategies = {tune::MabSettings{}, tune::NtbeaSettings{},
                                                  tune::EaSettings{},  tune::HeSettings{},
                                                  tune::NmcSettings{}, tune::RandomiserSettings{}};
  const auto regrets = run_tuning(many_arms(), strategies);
  ASSERT_TRUE(regrets);
  EXPECT_EQ(regrets->models, 8U);
  // 4,096 combinations: with 4,000 samples in batches of 10, MAB is still trying each of them.
  for (const std::size_t other : {1U, 2U, 3U, 4U}) {
    EXPECT_LT(upper(regrets->mean[other]), lower(regrets->mean[0])) << other;
  }
  EXPECT_NEAR(regrets->mean[0].back().mean, regrets->mean[5].back().mean, 0.01);
  // and they get better
  for (const std::size_t other : {1U, 2U, 3U, 4U}) {
    EXPECT_LT(regrets->mean[other].back().mean, regrets->mean[other].front().mean) << other;
  }
}

TEST(Tuning, MabIsGoodEnoughWithFewCombinations) {
  TuningSettings settings = many_arms();
  settings.bandit = {.parameters = 2, .values = 3};
  const std::vector<tune::Settings> strategies = {tune::MabSettings{.exploration = 0.2, .batch = 1},
                                                  tune::RandomiserSettings{}};
  const auto regrets = run_tuning(settings, strategies);
  ASSERT_TRUE(regrets);
  EXPECT_LT(regrets->mean[0].back().mean, 0.05);
  EXPECT_GT(regrets->mean[1].back().mean, 0.2);
}

TEST(Tuning, EveryStrategyLearnsOneByOneAndInBatches) {
  for (const std::size_t lanes : {1U, 64U}) {
    TuningSettings settings = many_arms();
    settings.bandit = {.parameters = 2, .values = 6, .interaction = 0.1};
    settings.lanes = lanes;
    std::vector<tune::Settings> strategies = {tune::RandomiserSettings{}};
    for (const tune::Strategy& each : tune::strategies()) {
      if (!each.name.ends_with("-rnd")) strategies.push_back(each.settings);
    }
    ASSERT_EQ(strategies.size(), 10U);
    const auto regrets = run_tuning(settings, strategies);
    ASSERT_TRUE(regrets);
    for (std::size_t i = 1; i < strategies.size(); ++i) {
      // One payoff of 0 or 1 says too little about an individual; several lanes sample it more
      // often.
      if (lanes == 1 && std::holds_alternative<tune::CmaEsSettings>(strategies[i])) continue;
      EXPECT_LT(upper(regrets->mean[i]), lower(regrets->mean[0])) << i << " with " << lanes;
    }
  }
}

TEST(Tuning, IsDecidedByItsSeed) {
  TuningSettings settings = many_arms();
  settings.samples = 1000;
  settings.models = 2;
  const std::vector<tune::Settings> strategies = {tune::NtbeaSettings{}};
  const auto regret = [&] { return run_tuning(settings, strategies)->mean[0].back().mean; };
  const double first = regret();
  EXPECT_EQ(regret(), first);
  settings.seed = 2;
  EXPECT_NE(regret(), first);
}

TEST(Tuning, EndsWithTheModelsThatAreDone) {
  int asked = 0;
  const std::vector<tune::Settings> strategies = {tune::EaSettings{}};
  const auto regrets = run_tuning(many_arms(), strategies, {}, [&] { return ++asked > 3; });
  ASSERT_TRUE(regrets);
  EXPECT_EQ(regrets->models, 3U);
}

TEST(Tuning, RefusesTablesThatDoNotFit) {
  TuningSettings settings = many_arms();
  settings.bandit = {.parameters = 4, .values = 40};
  settings.models = 1;
  EXPECT_FALSE(run_tuning(settings, std::vector<tune::Settings>{tune::MabSettings{}}));
}

}  // namespace
}  // namespace palamedes::bandit
