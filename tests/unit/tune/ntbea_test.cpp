#include <cmath>

#include <gtest/gtest.h>

#include "unit/tune/samples.h"

namespace palamedes::tune {
namespace {

void sample(Landscape& model, const Digits& where, double payoff) {
  model.go_to(where);
  model.visit();
  model.reward(where, payoff);
}

// Algorithm 14 with A and B of two values each and L = {1, 2}:
//   (0,0) pays 1, (0,1) pays 0, (0,0) pays 0; n = 3; s = 0.2 sqrt(ln 3) = 0.2096294
//   A = 0: 1/3 + s / sqrt(3) = 0.454363       A = 1: nothing
//   B = 0: 1/2 + s / sqrt(2) = 0.648230       B = 1: 0 + s = 0.209629
//   AB = 00: 0.648230    AB = 01: 0.209629    AB = 10 and 11: nothing
TEST(Landscape, HasTheUcbValuesByHand) {
  const Space space = grid_space({2, 2});
  Landscape model(space, Lengths::ends);
  EXPECT_EQ(model.ucb(digits({0, 0}), 0.2), 0);
  sample(model, digits({0, 0}), 1);
  sample(model, digits({0, 1}), 0);
  sample(model, digits({0, 0}), 0);
  EXPECT_NEAR(model.ucb(digits({0, 0}), 0.2), (0.454363 + 2 * 0.648230) / 3, 1e-6);
  EXPECT_NEAR(model.ucb(digits({0, 1}), 0.2), (0.454363 + 2 * 0.209629) / 3, 1e-6);
  EXPECT_NEAR(model.ucb(digits({1, 0}), 0.2), 0.648230, 1e-6);
  EXPECT_NEAR(model.ucb(digits({1, 1}), 0.2), 0.209629, 1e-6);
}

TEST(Landscape, HasTheTuplesOfItsLengths) {
  const Space space = grid_space({2, 3, 4});
  // The thesis's example: three parameters and L = {1, 2, 3} make seven tuples.
  EXPECT_EQ(Landscape(space, Lengths::all).tuples(), 7U);
  EXPECT_EQ(Landscape(space, Lengths::ends).tuples(), 4U);
  EXPECT_EQ(Landscape(space, Lengths::singles).tuples(), 3U);
  EXPECT_EQ(Landscape(grid_space({2, 2, 2, 2}), Lengths::pairs).tuples(), 4U + 6 + 1);
  EXPECT_EQ(Landscape::entries(space, Lengths::all), 2U + 3 + 4 + 6 + 8 + 12 + 24);
  EXPECT_EQ(Landscape(space, Lengths::ends).combinations().size(), 24U);
  EXPECT_TRUE(Landscape(space, Lengths::singles).combinations().empty());
  // With one parameter both ends of L are the same tuple.
  EXPECT_EQ(Landscape(grid_space({5}), Lengths::ends).tuples(), 1U);
}

TEST(Landscape, ValuesNeighboursLikeAnyCombination) {
  const Space space = grid_space({3, 4, 2, 5});
  for (const Lengths lengths : {Lengths::ends, Lengths::all, Lengths::pairs, Lengths::singles}) {
    Landscape model(space, lengths);
    Rng rng(5);
    for (int i = 0; i < 200; ++i) {
      const Digits here = space.draw(rng);
      model.go_to(here);
      model.look_around(0.2);
      for (std::size_t parameter = 0; parameter < 4; ++parameter) {
        for (std::uint8_t value = 0; value < space.count(parameter); ++value) {
          Digits there = here;
          there[parameter] = value;
          ASSERT_NEAR(model.ucb_of_neighbour(parameter, value), model.ucb(there, 0.2), 1e-12);
        }
      }
      sample(model, here, rng.unit());
    }
  }
}

TEST(Ntbea, HasTheThesisSettings) {
  EXPECT_EQ(NtbeaSettings{}.neighbours, 5U);
  EXPECT_EQ(NtbeaSettings{}.lengths, Lengths::ends);
  EXPECT_EQ(NtbeaSettings{}.exploration, 0.2);
}

TEST(Ntbea, GoesToANeighbourEachTime) {
  const Space space = grid_space({4, 5, 6});
  Ntbea ntbea(space, {}, Rng(1));
  Digits last{};
  for (int i = 0; i < 500; ++i) {
    const Choice choice = ntbea.choose();
    int differences = 0;
    for (std::size_t k = 0; k < 3; ++k) differences += choice.digits[k] != last[k] ? 1 : 0;
    EXPECT_TRUE(i == 0 || differences == 1);
    last = choice.digits;
    ntbea.reward(choice, 0.5);
  }
}

TEST(Ntbea, GoesToTheBestNeighbourByHand) {
  const Space space = grid_space({2, 2});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    // So many random neighbours that both are among them.
    Ntbea ntbea(space, {.neighbours = 100}, Rng(seed));
    const Choice first = ntbea.choose();
    ntbea.reward(first, 1);
    // Both neighbours share one value with it, which has mean 1.
    const Choice second = ntbea.choose();
    ntbea.reward(second, 0);
    // n = 2, s = 0.1665. Back: (1.1665 + 1.1665 + 0.5 + 0.1177) / 3 = 0.9836. Onward: 0.1665.
    const Choice third = ntbea.choose();
    EXPECT_EQ(third.digits, first.digits);
  }
}

TEST(Ntbea, FindsTheOptimum) {
  const Space space = grid_space({5, 5, 5});
  Ntbea ntbea(space, {}, Rng(1));
  Rng rng(2);
  for (int i = 0; i < 5000; ++i) {
    const Choice choice = ntbea.choose();
    const double mean = 0.3 + 0.1 * (choice.digits[0] == 3) + 0.1 * (choice.digits[1] == 1) +
                        0.3 * (choice.digits[1] == 1 && choice.digits[2] == 4);
    ntbea.reward(choice, rng.chance(mean) ? 1 : 0);
  }
  EXPECT_EQ(ntbea.best(), digits({3, 1, 4}));
}

TEST(Ntbea, KeepsToLegalCombinations) {
  const Space space =
      grid_space({3, 3}, {{.parameter = "A", .value = 0, .other = "B", .others = {1}}});
  Ntbea ntbea(space, {}, Rng(1));
  for (int i = 0; i < 500; ++i) {
    const Choice choice = ntbea.choose();
    EXPECT_TRUE(space.is_legal(choice.digits));
    ntbea.reward(choice, 0.5);
  }
}

TEST(Ntbea, StaysWhereThereIsNothingElse) {
  const auto space =
      sample_space("ntbea:k=0/10,ref=50/100",
                   {.exclusions = {{.parameter = "select.k", .value = 0, .other = "select.ref"},
                                   {.parameter = "select.ref", .value = 50, .other = "select.k"}}});
  ASSERT_TRUE(space);
  ASSERT_EQ(space->combinations(), 1U);
  Ntbea ntbea(*space, {}, Rng(1));
  EXPECT_EQ(ntbea.choose().digits, ntbea.choose().digits);
}

}  // namespace
}  // namespace palamedes::tune
