#include "bandit/mean_path.h"

#include <gtest/gtest.h>

namespace palamedes::bandit {
namespace {

TEST(MeanPath, StaysAtItsTrueValue) {
  const MeanPath path({0.5, 0.75, 1});
  EXPECT_EQ(path.mean_after(0), 0.5);
  EXPECT_EQ(path.mean_after(1), 0.75);
  EXPECT_EQ(path.mean_after(2), 1);
  EXPECT_EQ(path.mean_after(2000), 1);
  EXPECT_TRUE(path.wins());
  EXPECT_FALSE(MeanPath({0.5, 0}).wins());
}

TEST(MeanPath, IsAWalkThatArrivesInTime) {
  const PathSettings settings;
  Rng rng(1);
  double steps = 0;
  constexpr int paths = 400;
  for (int number = 0; number < paths; ++number) {
    const bool wins = number % 2 == 0;
    const auto path = draw_path(settings, wins, rng);
    ASSERT_TRUE(path);
    const std::vector<double>& means = path->means();
    EXPECT_EQ(path->wins(), wins);
    EXPECT_EQ(means.front(), 0.5);
    EXPECT_EQ(means.back(), wins ? 1 : 0);
    // 25 steps of 0.02 lead from the middle to an end, and detours come in pairs.
    EXPECT_EQ(means.size() % 2, 0U);
    EXPECT_GE(means.size(), 26U);
    EXPECT_LE(means.size(), 500U);  // 499 steps
    for (std::size_t i = 1; i < means.size(); ++i) {
      EXPECT_NEAR(std::abs(means[i] - means[i - 1]), 0.02, 1e-9);
      if (i + 1 < means.size()) {
        EXPECT_GT(means[i], 0.01);
        EXPECT_LT(means[i], 0.99);
      }
    }
    steps += static_cast<double>(means.size() - 1);
  }
  // Unconditioned walks take 25 * 25 steps on average; those that come in time take fewer.
  EXPECT_GT(steps / paths, 200);
  EXPECT_LT(steps / paths, 400);
}

TEST(MeanPath, TakesOtherStartsAndSteps) {
  // One step of one half decides, and one is all that is allowed.
  Rng rng(2);
  for (const bool wins : {true, false}) {
    const auto path = draw_path({.start = 0.5, .step = 0.5, .max_steps = 2}, wins, rng);
    ASSERT_TRUE(path);
    EXPECT_EQ(path->means().size(), 2U);
  }
  // A step down from a quarter would lose, so one that wins goes up first.
  for (int i = 0; i < 50; ++i) {
    const auto path = draw_path({.start = 0.25, .step = 0.25, .max_steps = 500}, true, rng);
    ASSERT_TRUE(path);
    EXPECT_EQ(path->mean_after(1), 0.5);
  }
}

TEST(MeanPath, ThatCannotExistIsAnError) {
  Rng rng(3);
  // 25 steps are needed, and only fewer are allowed
  const auto path = draw_path({.max_steps = 25}, true, rng);
  ASSERT_FALSE(path);
  EXPECT_EQ(to_string(path.error().list().front()),
            "error: no random walk from 0.5 reaches 1 before 25 steps of 0.02");
  EXPECT_FALSE(draw_path({.start = 0}, true, rng));
  EXPECT_FALSE(draw_path({.step = 1e-6, .max_steps = 1'000'000}, false, rng));
}

}  // namespace
}  // namespace palamedes::bandit
