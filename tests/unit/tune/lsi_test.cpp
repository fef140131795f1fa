#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "tune/budget.h"
#include "unit/tune/samples.h"

namespace palamedes::tune {
namespace {

using Step = LinearSideInformation::Step;

double payoff_of(const Digits& digits) {
  return 0.1 + 0.2 * (digits[0] == 1) + 0.3 * (digits[1] == 2);
}

// Samples until it has decided; how many samples each step took.
struct Samples {
  int side_info = 0;
  int halving = 0;
};
Samples run(LinearSideInformation& lsi) {
  Samples samples;
  for (int i = 0; i < 100000; ++i) {
    const Choice choice = lsi.choose();
    if (lsi.step() == Step::decided) return samples;
    ++(lsi.step() == Step::side_info ? samples.side_info : samples.halving);
    lsi.reward(choice, payoff_of(choice.digits));
  }
  return samples;
}

TEST(Budget, IsThatOfFormula62) {
  // 1000 simulations in a start clock of 2 s, kappa 3: 1500 a second; times 1 s and 40 turns
  EXPECT_EQ(estimated_budget({.simulations = 1000, .seconds = 2, .turns = 40}, 3, 1), 60000U);
  EXPECT_EQ(estimated_budget({.simulations = 1000, .seconds = 0, .turns = 40}, 3, 1), 0U);
  EXPECT_EQ(counted_budget(500, 40), 20000U);
}

TEST(LinearSideInformation, HasTheThesisSettings) {
  EXPECT_EQ(LsiSettings{}.kappa, 3);
  EXPECT_EQ(LsiSettings{}.generation, 0.75);
  // k = 20 for two parameters, 2000 for more
  const Space two = grid_space({30, 30});
  LinearSideInformation lsi(two, {.budget = 100000}, Rng(1));
  while (lsi.step() != Step::halving) lsi.reward(lsi.choose(), 0.5);
  EXPECT_LE(lsi.candidates().size(), 20U);
  EXPECT_GE(lsi.candidates().size(), 15U);
  const Space three = grid_space({30, 30, 30});
  LinearSideInformation more(three, {.budget = 100000}, Rng(1));
  while (more.step() != Step::halving) more.reward(more.choose(), 0.5);
  EXPECT_LE(more.candidates().size(), 2000U);
  EXPECT_GE(more.candidates().size(), 1800U);
}

TEST(LinearSideInformation, KeepsTheSearchsOwnValuesUntilItKnowsItsBudget) {
  const auto space = sample_space("lsi:k,ref");
  LinearSideInformation lsi(*space, {}, Rng(1));
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(lsi.needs_budget());
    const Choice choice = lsi.choose();
    EXPECT_EQ(choice.digits, space->standard());
    lsi.reward(choice, 1);
  }
  lsi.set_budget(1000);
  EXPECT_FALSE(lsi.needs_budget());
  EXPECT_EQ(lsi.step(), Step::side_info);
  for (const Arm& arm : lsi.side_info()) EXPECT_EQ(arm.payoffs, 0U);
}

// A has 2 values and B 3, so |V| = 5 and there are 6 combinations, all of which become candidates.
TEST(LinearSideInformation, DividesItsBudgetAsInAlgorithm12) {
  const Space space = grid_space({2, 3});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    // N_g = 300: each value floor(300 / 5) = 60 times. N_e = 100, ceil(log2 6) = 3 halvings:
    // 6 * floor(100 / 18) + 3 * floor(100 / 9) + 2 * floor(100 / 6) = 30 + 33 + 32 samples.
    LinearSideInformation lsi(space, {.candidates = 1000, .budget = 400}, Rng(seed));
    const Samples samples = run(lsi);
    EXPECT_EQ(samples.side_info, 300);
    for (const Arm& arm : lsi.side_info()) EXPECT_EQ(arm.payoffs, 60U);
    EXPECT_EQ(lsi.candidates().size(), 6U);
    EXPECT_EQ(samples.halving, 95);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(lsi.choose().digits, digits({1, 2}));
    EXPECT_EQ(lsi.best(), digits({1, 2}));
  }
}

TEST(LinearSideInformation, LeavesOutStepsThatItHasNoSamplesFor) {
  const Space space = grid_space({2, 3});
  // N_e = 10: floor(10 / 18) = 0, floor(10 / 9) = 1, floor(10 / 6) = 1.
  LinearSideInformation lsi(space, {.candidates = 1000, .budget = 40}, Rng(1));
  const Samples samples = run(lsi);
  EXPECT_EQ(samples.side_info, 30);
  EXPECT_EQ(samples.halving, 0 + 3 + 2);
  LinearSideInformation none(space, {.budget = 1}, Rng(1));
  EXPECT_TRUE(space.is_legal(none.choose().digits));
  EXPECT_EQ(none.step(), Step::decided);
}

TEST(LinearSideInformation, LearnsTheAverageOfEachValue) {
  const Space space = grid_space({2, 3});
  LinearSideInformation lsi(space, {.budget = 4000}, Rng(1));
  run(lsi);
  // A = 1, with B at random: 0.3 + 0.3 / 3; B = 2, with A at random: 0.4 + 0.2 / 2. Five deviations
  // of 600 samples.
  EXPECT_NEAR(lsi.side_info()[1].mean, 0.4, 5 * 0.3 * 0.471 / 24.5);
  EXPECT_NEAR(lsi.side_info()[4].mean, 0.5, 5 * 0.2 * 0.5 / 24.5);
}

TEST(LinearSideInformation, DrawsCandidatesByTheirSideInformation) {
  const Space space = grid_space({2, 8});
  LinearSideInformation lsi(space, {.budget = 1000}, Rng(1));
  while (lsi.step() != Step::halving) {
    const Choice choice = lsi.choose();
    lsi.reward(choice, choice.digits[0] == 1 ? 1 : 0);
  }
  // A = 0 has never paid: its weight is 0
  EXPECT_GE(lsi.candidates().size(), 5U);
  for (const Digits& each : lsi.candidates()) EXPECT_EQ(each[0], 1);
}

TEST(LinearSideInformation, TakesAnyCandidatesIfNothingEverPaid) {
  const Space space = grid_space({4, 4});
  LinearSideInformation lsi(space, {.budget = 1000}, Rng(1));
  while (lsi.step() != Step::halving) lsi.reward(lsi.choose(), 0);
  EXPECT_GE(lsi.candidates().size(), 8U);
}

TEST(LinearSideInformation, KeepsToLegalCombinations) {
  const Space space =
      grid_space({2, 3}, {{.parameter = "A", .value = 1, .other = "B", .others = {2}}});
  LinearSideInformation lsi(space, {.candidates = 1000, .budget = 400}, Rng(1));
  for (int i = 0; i < 500; ++i) {
    const Choice choice = lsi.choose();
    EXPECT_TRUE(space.is_legal(choice.digits));
    lsi.reward(choice, payoff_of(choice.digits));
  }
  EXPECT_EQ(lsi.candidates().size(), 5U);
  EXPECT_EQ(lsi.best(), digits({0, 2}));
}

TEST(LinearSideInformation, DecidesWithManySimulationsUnderWay) {
  const Space space = grid_space({2, 3});
  LinearSideInformation lsi(space, {.candidates = 1000, .budget = 400}, Rng(1));
  for (int batch = 0; batch < 20; ++batch) {
    std::vector<Choice> waiting;
    for (int i = 0; i < 64; ++i) waiting.push_back(lsi.choose());
    std::reverse(waiting.begin(), waiting.end());
    for (const Choice& choice : waiting) lsi.reward(choice, payoff_of(choice.digits));
  }
  EXPECT_EQ(lsi.step(), Step::decided);
  EXPECT_EQ(lsi.best(), digits({1, 2}));
}

}  // namespace
}  // namespace palamedes::tune
