#include <cmath>

#include <gtest/gtest.h>

#include "unit/tune/samples.h"

namespace palamedes::tune {
namespace {

TEST(Arm, HasTheUcb1ValueByHand) {
  Arm arm;
  for (const double payoff : {1., 0., 1., 0.}) {
    arm.visit();
    arm.reward(payoff);
  }
  // 0.5 + 0.7 sqrt(ln 10 / 4) = 0.5 + 0.7 * 0.758714
  EXPECT_NEAR(arm.mean + exploration_scale(0.7, 10) * arm.reach, 1.031100, 1e-6);
  EXPECT_EQ(exploration_scale(0.7, 1), 0);
}

TEST(Arm, CountsAVisitBeforeItsPayoffIsKnown) {
  Arm arm;
  arm.visit();
  arm.reward(1);
  arm.visit();
  EXPECT_EQ(arm.mean, 1);
  EXPECT_NEAR(arm.reach, std::sqrt(0.5), 1e-12);
}

// What best() must find, by looking at all arms.
double highest_value(const ManyArms& arms, std::uint32_t count, double c) {
  double highest = -infinity;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (arms[i].visits == 0) continue;
    highest = std::max(highest, arms[i].mean + exploration_scale(c, arms.visits()) * arms[i].reach);
  }
  return highest;
}

TEST(ManyArms, FindsTheHighestUcb1Value) {
  constexpr std::uint32_t count = 200;
  for (const double c : {0., 0.2, 0.7, 2.}) {
    Rng rng(3);
    ManyArms arms(count);
    std::vector<std::uint32_t> waiting;  // for their payoffs
    for (int step = 0; step < 5000; ++step) {
      const bool is_new = arms.is_empty() || rng.chance(0.1);
      const std::uint32_t arm = is_new ? rng.below(count) : arms.best(c);
      if (!is_new) {
        const double value = arms[arm].mean + exploration_scale(c, arms.visits()) * arms[arm].reach;
        ASSERT_NEAR(value, highest_value(arms, count, c), 1e-12);
      }
      arms.visit(arm, rng);
      waiting.push_back(arm);
      while (!waiting.empty() && rng.chance(0.6)) {
        std::swap(waiting[rng.below(static_cast<std::uint32_t>(waiting.size()))], waiting.back());
        arms.reward(waiting.back(), rng.chance(waiting.back() / 200.) ? 1 : 0, rng);
        waiting.pop_back();
      }
    }
  }
}

TEST(ManyArms, DrawsEqualArms) {
  std::array<int, 3> firsts{};
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    Rng rng(seed);
    ManyArms arms(3);
    for (std::uint32_t arm = 0; arm < 3; ++arm) {
      arms.visit(arm, rng);
      arms.reward(arm, 1, rng);
    }
    ++firsts[arms.best(0.7)];
  }
  for (const int count : firsts) EXPECT_NEAR(count, 1000, 5 * 25.8);  // sqrt(3000 * 2 / 9)
}

}  // namespace
}  // namespace palamedes::tune
