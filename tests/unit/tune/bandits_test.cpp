// The strategies that are made of bandits: MAB, HE, NMC, LOCAL.

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "unit/tune/samples.h"

namespace palamedes::tune {
namespace {

// One simulation.
template <typename Strategy>
Digits play(Strategy& strategy, double payoff) {
  const Choice choice = strategy.choose();
  strategy.reward(choice, payoff);
  return choice.digits;
}

TEST(Mab, FollowsUcb1ByHand) {
  const Space space = grid_space({2});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Mab mab(space, {.exploration = 0.7, .batch = 1}, Rng(seed));
    const Digits a = play(mab, 1);
    const Digits b = play(mab, 0);
    EXPECT_NE(a, b);
    // N = 2: 1 + 0.5828 against 0 + 0.5828
    EXPECT_EQ(play(mab, 0), a);
    // N = 3: 0.5 + 0.7337 / sqrt(2) = 1.0188 against 0.7337
    EXPECT_EQ(play(mab, 0), a);
    // N = 4: 0.3333 + 0.8242 / sqrt(3) = 0.8092 against 0.8242
    EXPECT_EQ(play(mab, 0), b);
    EXPECT_EQ(mab.best(), a);
  }
}

TEST(Mab, TriesEveryLegalCombinationFirst) {
  const Space space =
      grid_space({3, 3}, {{.parameter = "A", .value = 0, .other = "B", .others = {1}}});
  Mab mab(space, {.batch = 1}, Rng(1));
  std::set<Digits> tried;
  for (int i = 0; i < 8; ++i) tried.insert(play(mab, 0.5));
  EXPECT_EQ(tried.size(), 8U);
  EXPECT_FALSE(tried.contains(digits({0, 1})));
}

TEST(Mab, KeepsACombinationForTenSimulations) {
  EXPECT_EQ(MabSettings{}.batch, 10U);
  EXPECT_EQ(MabSettings{}.exploration, 0.7);
  const Space space = grid_space({4, 4});
  Mab mab(space, {}, Rng(1));
  std::set<Digits> tried;
  for (int batch = 0; batch < 16; ++batch) {
    const Digits first = play(mab, 1);
    for (int i = 1; i < 10; ++i) EXPECT_EQ(play(mab, 0), first);
    tried.insert(first);
  }
  EXPECT_EQ(tried.size(), 16U);
}

TEST(Mab, SpreadsChoicesThatWaitForTheirPayoffs) {
  const Space space = grid_space({5, 5});
  Mab mab(space, {.batch = 1}, Rng(1));
  std::map<Digits, int> chosen;
  for (int i = 0; i < 50; ++i) ++chosen[mab.choose().digits];
  EXPECT_EQ(chosen.size(), 25U);
  for (const auto& [digits, count] : chosen) EXPECT_EQ(count, 2);
}

TEST(HierarchicalExpansion, DescendsItsTreeByHand) {
  const Space space = grid_space({2, 2});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    HierarchicalExpansion he(space, {.exploration = 0.7, .order = LevelOrder::given}, Rng(seed));
    const Digits first = play(he, 1);
    const Digits second = play(he, 0);
    EXPECT_NE(first[0], second[0]);  // values without visits come first
    // Root, N = 2: first's value has mean 1. Below it the other value of B has no visits.
    const Digits third = play(he, 0);
    EXPECT_EQ(third[0], first[0]);
    EXPECT_NE(third[1], first[1]);
    // Root, N = 3: 1.0188 against 0.7337. Below it N = 2: 1 against 0.
    EXPECT_EQ(play(he, 0), first);
    // Root, N = 4: 0.8092 against 0.8242.
    const Digits fifth = play(he, 0);
    EXPECT_EQ(fifth[0], second[0]);
    EXPECT_NE(fifth[1], second[1]);
    EXPECT_EQ(he.best(), first);
  }
}

TEST(HierarchicalExpansion, OrdersItsParametersAtRandom) {
  const Space space = grid_space({2, 3, 4});
  std::set<std::vector<std::uint8_t>> orders;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    orders.insert(HierarchicalExpansion(space, {}, Rng(seed)).order());
  }
  EXPECT_EQ(orders.size(), 6U);
  const HierarchicalExpansion given(space, {.order = LevelOrder::given}, Rng(1));
  EXPECT_EQ(given.order(), (std::vector<std::uint8_t>{0, 1, 2}));
}

TEST(HierarchicalExpansion, KeepsToLegalCombinationsInAnyOrder) {
  const Space space =
      grid_space({3, 3, 2}, {{.parameter = "A", .value = 0, .other = "B", .others = {1, 2}}});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    HierarchicalExpansion he(space, {}, Rng(seed));
    std::set<Digits> tried;
    for (int i = 0; i < 1000; ++i) tried.insert(play(he, 0.5));
    EXPECT_EQ(tried.size(), 14U);
    for (const Digits& each : tried) EXPECT_TRUE(space.is_legal(each));
  }
}

TEST(Local, ChoosesEachParameterByItself) {
  const Space space = grid_space({2, 2});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Local local(space, {.exploration = 0.7}, Rng(seed));
    const Digits a = play(local, 1);
    const Digits b = play(local, 0);
    EXPECT_TRUE(a[0] != b[0] && a[1] != b[1]);
    // both bandits go the way of Mab.FollowsUcb1ByHand
    EXPECT_EQ(play(local, 0), a);
    EXPECT_EQ(play(local, 0), a);
    EXPECT_EQ(play(local, 0), b);
    EXPECT_EQ(local.best(), a);
  }
}

TEST(NaiveMonteCarlo, BeginsWithExploration) {
  const Space space = grid_space({3, 3});
  NaiveMonteCarlo nmc(space, {.explore = 0}, Rng(1));
  const Digits first = play(nmc, 0);
  // the only arm of the global bandit
  for (int i = 0; i < 10; ++i) EXPECT_EQ(play(nmc, 0), first);
}

TEST(NaiveMonteCarlo, ExploresAsOftenAsItIsTold) {
  EXPECT_EQ(NmcSettings{}.explore, 0.75);
  EXPECT_EQ(NmcSettings{}.local, 1);
  EXPECT_EQ(NmcSettings{}.global, 1);
  const Space space = grid_space({64, 64});
  int others = 0;
  constexpr int seeds = 50;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    NaiveMonteCarlo nmc(space, {}, Rng(seed));
    // As long as there are values without visits, exploration makes a combination that is new.
    std::set<Digits> tried;
    for (int i = 0; i < 61; ++i) tried.insert(play(nmc, 0.5));
    others += static_cast<int>(tried.size()) - 1;
  }
  // Of 60 each, with five deviations of sqrt(3000 * 0.75 * 0.25).
  EXPECT_NEAR(others, 0.75 * 60 * seeds, 5 * 23.7);
}

TEST(NaiveMonteCarlo, ExploitsTheBestOfItsCombinations) {
  const Space space = grid_space({2});
  // Global UCB1 with C = 0 takes the best mean; what is found by exploiting counts for both.
  NaiveMonteCarlo nmc(space, {.explore = 0.5, .local = 1, .global = 0}, Rng(4));
  std::map<Digits, int> counts;
  for (int i = 0; i < 2000; ++i) {
    const Choice choice = nmc.choose();
    nmc.reward(choice, choice.digits[0] == 1 ? 0.9 : 0.1);
    ++counts[choice.digits];
  }
  EXPECT_EQ(nmc.best(), digits({1}));
  // Exploring with C = 1 comes to value 0 as long as 0.1 + s / sqrt(n) > 0.9 + s / sqrt(2000 - n),
  // s = sqrt(ln 2000) = 2.757: up to n = 11 (0.9313 against 0.9618 at n = 11).
  EXPECT_LE(counts[digits({0})], 12);
  EXPECT_GE(counts[digits({0})], 5);
}

}  // namespace
}  // namespace palamedes::tune
