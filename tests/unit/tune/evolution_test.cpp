#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "unit/tune/samples.h"

namespace palamedes::tune {
namespace {

int differences(const Digits& a, const Digits& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
  return count;
}

// Samples the whole population once; individual i is paid fitness[i].
void sample_all(Evolution& evolution, const std::vector<double>& fitness) {
  for (std::size_t i = 0; i < fitness.size(); ++i) {
    const Choice choice = evolution.choose();
    evolution.reward(choice, fitness[choice.member]);
  }
}

TEST(Evolution, HasTheThesisSettings) {
  EXPECT_EQ(EaSettings{}.population, 50U);
  EXPECT_EQ(EaSettings{}.elite, 25U);
  EXPECT_EQ(EaSettings{}.crossover, 0.5);
  EXPECT_TRUE(EaSettings{}.keep);
}

TEST(Evolution, SamplesEachIndividualOnceInAnyOrder) {
  const Space space = grid_space({9, 9, 9});
  Evolution evolution(space, {.population = 8, .elite = 4}, Rng(1));
  std::vector<std::uint32_t> order;
  for (int i = 0; i < 8; ++i) {
    const Choice choice = evolution.choose();
    EXPECT_EQ(choice.digits, evolution.population()[choice.member].genes);
    order.push_back(choice.member);
    evolution.reward(choice, 0);
  }
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(order[i], i);
  EXPECT_EQ(evolution.generation(), 1U);
  evolution.choose();
  EXPECT_EQ(evolution.generation(), 2U);
}

TEST(Evolution, TheEliteStaysWithWhatIsKnownOfIt) {
  const Space space = grid_space({9, 9, 9});
  Evolution evolution(space, {.population = 4, .elite = 2}, Rng(2));
  const auto first = evolution.population();
  sample_all(evolution, {0.1, 0.9, 0.5, 0.3});
  const Choice waiting = evolution.choose();  // the second generation begins
  const auto& second = evolution.population();
  for (const std::size_t i : {1U, 2U}) {
    EXPECT_EQ(second[i].genes, first[i].genes);
    EXPECT_EQ(second[i].payoffs, 1U);
  }
  EXPECT_EQ(second[1].fitness, 0.9);
  for (const std::size_t i : {0U, 3U}) {
    EXPECT_EQ(second[i].payoffs, 0U);
    EXPECT_NE(second[i].name, first[i].name);
  }
  // The mean of both generations: (0.9 + 0.1) / 2 = 0.5 and (0.5 + 0.7) / 2 = 0.6.
  const std::vector<double> next = {0, 0.1, 0.7, 0};
  evolution.reward(waiting, next[waiting.member]);
  for (int i = 1; i < 4; ++i) {
    const Choice choice = evolution.choose();
    evolution.reward(choice, next[choice.member]);
  }
  EXPECT_NEAR(second[1].fitness, 0.5, 1e-12);
  EXPECT_NEAR(second[2].fitness, 0.6, 1e-12);
  EXPECT_EQ(second[2].payoffs, 2U);
}

TEST(Evolution, CanForgetWhatIsKnownOfTheElite) {
  const Space space = grid_space({9, 9, 9});
  Evolution evolution(space, {.population = 4, .elite = 2, .keep = false}, Rng(2));
  const auto first = evolution.population();
  sample_all(evolution, {0.1, 0.9, 0.5, 0.3});
  evolution.choose();
  EXPECT_EQ(evolution.population()[1].genes, first[1].genes);
  EXPECT_EQ(evolution.population()[1].payoffs, 0U);
}

TEST(Evolution, ChildrenByCrossoverHaveTheGenesOfTheElite) {
  const Space space = grid_space({60, 60, 60, 60});
  std::set<Digits> children;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Evolution evolution(space, {.population = 4, .elite = 2, .crossover = 1}, Rng(seed));
    sample_all(evolution, {1, 0, 1, 0});
    evolution.choose();
    const auto& all = evolution.population();
    for (const std::size_t child : {1U, 3U}) {
      for (std::size_t i = 0; i < 4; ++i) {
        const std::uint8_t gene = all[child].genes[i];
        EXPECT_TRUE(gene == all[0].genes[i] || gene == all[2].genes[i]);
      }
      Digits from{};
      for (std::size_t i = 0; i < 4; ++i) from[i] = all[child].genes[i] == all[0].genes[i] ? 1 : 0;
      children.insert(from);
    }
  }
  EXPECT_EQ(children.size(), 16U);  // every mixture
}

TEST(Evolution, ChildrenByMutationDifferInOneGene) {
  const Space space = grid_space({3, 4, 5, 6});
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Evolution evolution(space, {.population = 4, .elite = 2, .crossover = 0}, Rng(seed));
    sample_all(evolution, {1, 0, 1, 0});
    evolution.choose();
    const auto& all = evolution.population();
    for (const std::size_t child : {1U, 3U}) {
      EXPECT_TRUE(differences(all[child].genes, all[0].genes) == 1 ||
                  differences(all[child].genes, all[2].genes) == 1);
    }
  }
}

TEST(Evolution, KeepsToLegalCombinations) {
  const Space space =
      grid_space({3, 3, 3}, {{.parameter = "A", .value = 0, .other = "B", .others = {1, 2}},
                             {.parameter = "A", .value = 1, .other = "C", .others = {0}}});
  Evolution evolution(space, {.population = 6, .elite = 3}, Rng(3));
  for (int i = 0; i < 1000; ++i) {
    const Choice choice = evolution.choose();
    EXPECT_TRUE(space.is_legal(choice.digits));
    evolution.reward(choice, 0.5);
  }
}

TEST(Evolution, WaitsForThePayoffsOfAllWhenManyAreUnderWay) {
  const Space space = grid_space({9, 9, 9});
  Evolution evolution(space, {.population = 4, .elite = 2}, Rng(2));
  std::vector<Choice> waiting;
  std::map<std::uint32_t, int> handed_out;
  for (int i = 0; i < 10; ++i) {
    waiting.push_back(evolution.choose());
    ++handed_out[waiting.back().member];
  }
  EXPECT_EQ(evolution.generation(), 1U);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_GE(handed_out[i], 2);
  // In reverse, and without one individual as long as possible.
  std::stable_partition(waiting.begin(), waiting.end(),
                        [](const Choice& choice) { return choice.member == 3; });
  while (waiting.back().member != 3) {
    evolution.reward(waiting.back(), 0.5);
    waiting.pop_back();
    evolution.choose();
    EXPECT_EQ(evolution.generation(), 1U);
  }
  evolution.reward(waiting.back(), 0);
  const Choice next = evolution.choose();
  EXPECT_EQ(next.round, 2U);
  // Individual 3 had the lowest fitness and is gone: what it is paid now is nobody's.
  EXPECT_EQ(evolution.population()[3].payoffs, 0U);
  evolution.reward(waiting.front(), 1);
  EXPECT_EQ(evolution.population()[3].payoffs, 0U);
}

}  // namespace
}  // namespace palamedes::tune
