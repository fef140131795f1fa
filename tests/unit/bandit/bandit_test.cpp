#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "bandit/experiment.h"

namespace palamedes::bandit {
namespace {

constexpr Policy uct{};
constexpr Policy st{.threshold = 0.6};

MeanPath constant(double mean) { return MeanPath({mean}); }

std::vector<double> trial(const Model& model, const Policy& policy, const TrialSettings& settings,
                          std::uint64_t seed = 1) {
  Rng rng(seed);
  return run_trial(model, policy, settings, rng);
}

TEST(Trial, TriesEveryArmOnceFirst) {
  const Model model = {constant(1), constant(0), constant(0), constant(0)};
  constexpr std::size_t tasks = 4000;
  for (const Policy& policy : {uct, st}) {
    const auto ratio = trial(model, policy, {.tasks = tasks, .samples = 20});
    // After k samples the winning arm is among k of 4 that were tried, and then it looks best. Five
    // standard deviations of sqrt(p (1 - p) / tasks).
    for (std::size_t k = 1; k < 4; ++k) {
      const double share = static_cast<double>(k) / 4;
      EXPECT_NEAR(ratio[k - 1], share, 5 * std::sqrt(share * (1 - share) / tasks));
    }
    for (std::size_t k = 4; k <= 20; ++k) EXPECT_EQ(ratio[k - 1], 1);
  }
}

TEST(Trial, BreaksTiesAtRandom) {
  constexpr std::size_t tasks = 4000;
  // Three arms always pay 1, and one of them was made a loser.
  const Model model = {constant(1), constant(1), MeanPath({1, 1, 1, 1, 1, 0})};
  const auto ratio = trial(model, uct, {.tasks = tasks, .samples = 3});
  const double expected = 2.0 / 3;
  EXPECT_NEAR(ratio[2], expected, 5 * std::sqrt(expected / 3 / tasks));
}

// The second arm turns out to win once it has been sampled ten times.
Model late_winner() {
  std::vector<double> means(10, 0.5);
  means.push_back(1);
  return {constant(0.7), MeanPath(means)};
}

TEST(Trial, UctComesBackToAnArmAndStDoesNotLookPastAGoodOne) {
  const TrialSettings settings{.tasks = 5, .samples = 3000, .payoff = Payoff::mean};
  // 0.4 sqrt(ln 3000 / n) exceeds the lead of 0.2 as long as n is below 32: UCT samples it often
  // enough to see it rise.
  EXPECT_EQ(trial(late_winner(), uct, settings).back(), 1);
  // 0.7 > 0.6: ST stays for good
  EXPECT_EQ(trial(late_winner(), st, settings).back(), 0);
  // 0.7 is not above a threshold of 0.7
  EXPECT_EQ(trial(late_winner(), {.threshold = 0.7}, settings).back(), 1);
}

TEST(Trial, StKeepsAWinningArm) {
  // Both look good; the first one wins and is better by a little.
  const Model model = {constant(1), constant(0.99)};
  const auto ratio = trial(model, st, {.tasks = 20, .samples = 500, .payoff = Payoff::mean});
  EXPECT_TRUE(std::all_of(ratio.begin() + 1, ratio.end(), [](double r) { return r == 1; }));
}

TEST(Trial, AThresholdThatNothingExceedsIsUct) {
  const Model model = late_winner();
  const TrialSettings settings{.tasks = 10, .samples = 300};
  EXPECT_EQ(trial(model, uct, settings), trial(model, {.threshold = 1}, settings));
  EXPECT_NE(trial(model, uct, settings), trial(model, st, settings));
}

TEST(Trial, NormalPayoffsScatterAroundTheMean) {
  // Two arms half a deviation apart: after one sample each the better one is ahead with the
  // probability that a normal difference of mean 0.5 and deviation sqrt(2) is positive, 0.638.
  const Model model = {constant(1), constant(0.5)};
  constexpr std::size_t tasks = 4000;
  const auto ratio =
      trial(model, uct, {.tasks = tasks, .samples = 2, .payoff = Payoff::normal, .deviation = 1});
  EXPECT_NEAR(ratio[1], 0.638, 5 * std::sqrt(0.638 * 0.362 / tasks));
}

Settings small() {
  return {.arms = 20,
          .winning_percent = 30,
          .models = 10,
          .trial = {.tasks = 20, .samples = 3000},
          .seed = 5};
}

TEST(Experiment, HasTheWinnersItIsToldToHave) {
  EXPECT_EQ((Settings{.arms = 20, .winning_percent = 10}).winners(), 2U);
  EXPECT_EQ((Settings{.arms = 50, .winning_percent = 30}).winners(), 15U);
  EXPECT_EQ((Settings{.arms = 3, .winning_percent = 10}).winners(), 1U);
  EXPECT_EQ((Settings{.arms = 1, .winning_percent = 100}).winners(), 1U);
  const auto model = draw_model(small(), 3);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->size(), 20U);
  EXPECT_EQ(std::count_if(model->begin(), model->end(), [](const auto& arm) { return arm.wins(); }),
            6);
}

TEST(Experiment, LetsUctFindTheWinners) {
  const auto curves = run_experiment(small(), std::vector{uct});
  ASSERT_TRUE(curves);
  const std::vector<Moments>& ratio = curves->ratio.front();
  ASSERT_EQ(ratio.size(), 3000U);
  EXPECT_EQ(ratio.front().count, 10U);
  // The first arm is any of them: 0.3, with five deviations of 200 tasks.
  EXPECT_NEAR(ratio.front().mean, 0.3, 5 * std::sqrt(0.3 * 0.7 / 200));
  EXPECT_GT(ratio[999].mean, ratio[299].mean + 0.1);
  EXPECT_GT(ratio[2999].mean, 0.95);
}

// What Figure 4b of the paper shows: with 50 arms of which 30 % win, ST is ahead for a while, and
// in the end UCT has caught up.
TEST(Experiment, HasStAheadWithManyArmsAndUctCatchUp) {
  Settings settings = small();
  settings.arms = 50;
  settings.trial.tasks = 40;
  const auto curves = run_experiment(settings, std::vector{uct, st});
  ASSERT_TRUE(curves);
  const Moments& early = curves->gain[1][599];
  EXPECT_GT(early.mean - 1.96 * early.standard_error(), 0);
  EXPECT_NEAR(curves->gain[1].back().mean, 0, 0.02);
  EXPECT_EQ(curves->gain[0][599].mean, 0);
}

TEST(Experiment, IsDecidedByItsSeed) {
  Settings settings = small();
  settings.trial.samples = 200;
  const auto means = [](const Result<Curves>& curves, std::size_t policy) {
    std::vector<double> result;
    for (const Moments& moments : curves->ratio[policy]) result.push_back(moments.mean);
    return result;
  };
  const auto both = run_experiment(settings, std::vector{uct, st});
  EXPECT_EQ(means(both, 1), means(run_experiment(settings, std::vector{uct, st}), 1));
  EXPECT_EQ(means(both, 1), means(run_experiment(settings, std::vector{st}), 0));
  settings.seed = 6;
  EXPECT_NE(means(both, 1), means(run_experiment(settings, std::vector{uct, st}), 1));
}

TEST(Experiment, EndsWithTheModelsThatAreDoneWhenItIsStopped) {
  Settings settings = small();
  settings.trial.samples = 5;
  bool stopped = false;
  const auto progress = [&](std::size_t model) { stopped = model == 3; };
  const auto curves =
      run_experiment(settings, std::vector{uct, st}, progress, [&] { return stopped; });
  ASSERT_TRUE(curves);
  EXPECT_EQ(curves->models, 3U);
  settings.models = 3;
  const auto whole = run_experiment(settings, std::vector{uct, st});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->models, 3U);
  for (std::size_t i = 0; i < settings.trial.samples; ++i) {
    EXPECT_EQ(curves->ratio[1][i].count, 3U);
    EXPECT_EQ(curves->ratio[1][i].mean, whole->ratio[1][i].mean);
    EXPECT_EQ(curves->gain[1][i].mean, whole->gain[1][i].mean);
  }
}

TEST(Experiment, CountsItsModelsAndPassesErrorsOn) {
  Settings settings = small();
  settings.trial.samples = 5;
  std::vector<std::size_t> seen;
  const auto progress = [&](std::size_t model) { seen.push_back(model); };
  ASSERT_TRUE(run_experiment(settings, std::vector{uct}, progress));
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  settings.path.max_steps = 3;
  EXPECT_FALSE(run_experiment(settings, std::vector{uct}));
}

}  // namespace
}  // namespace palamedes::bandit
