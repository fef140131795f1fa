#include "search/select/evaluation.h"

#include <gtest/gtest.h>

#include "search/tree/node.h"
#include "unit/search/playout/playout_testing.h"

namespace palamedes::search {
namespace {

constexpr double near = 1e-9;

Selection selection(const Select& plan, std::vector<double> visits, std::vector<double> means) {
  Selection result(plan);
  result.candidates.visits = std::move(visits);
  result.candidates.means = std::move(means);
  return result;
}

std::vector<int> draws(Selection& selection, double node_visits, double c, int count) {
  Rng rng(5);
  return histogram(selection.candidates.size(), count,
                   [&] { return selection.best(node_visits, c, rng); });
}

TEST(Selection, BreaksTiesWithinTheOffsetUniformly) {
  Selection three = selection({.offset = 0.01}, {10, 10, 10, 10}, {0.5, 0.495, 0.48, 0.4901});
  const std::vector<int> counts = draws(three, 40, 0, 30'000);
  for (const std::size_t tied : {0U, 1U, 3U}) {
    EXPECT_NEAR(counts[tied], 10'000, tolerance(30'000, 1.0 / 3)) << tied;
  }
  EXPECT_EQ(counts[2], 0);
}

TEST(Selection, WithoutOffsetOnlyTheBestIsTaken) {
  Selection two = selection({.offset = 0}, {10, 10}, {0.5, 0.499999});
  EXPECT_EQ(draws(two, 20, 0, 1000), (std::vector<int>{1000, 0}));
  Selection equal = selection({.offset = 0}, {10, 10}, {0.5, 0.5});
  EXPECT_NEAR(draws(equal, 20, 0, 10'000)[0], 5000, tolerance(10'000, 0.5));
}

// ln 40 = 3.68887945; sqrt(ln 40 / 30) = 0.35065987, sqrt(ln 40 / 10) = 0.60736146
TEST(Selection, ValuesAreUct) {
  Selection two = selection({}, {30, 10}, {0.6, 0.4});
  const std::span<const double> values = two.evaluate(40, 0.7);
  EXPECT_NEAR(values[0], 0.6 + 0.7 * 0.350659, 1e-6);
  EXPECT_NEAR(values[1], 0.4 + 0.7 * 0.607361, 1e-6);
}

TEST(Selection, UnvisitedMovesCountTheirUrgency) {
  Selection low = selection({.fpu = 0.4}, {10, 0}, {0.5, 0});
  EXPECT_EQ(draws(low, 10, 0, 10)[1], 0);
  Selection high = selection({.fpu = 0.6}, {10, 0}, {0.5, 0});
  EXPECT_EQ(draws(high, 10, 0, 10)[1], 10);
  Selection infinite = selection({.offset = 0.01, .fpu = infinity}, {10, 0, 0}, {1, 0, 0});
  const std::vector<int> counts = draws(infinite, 10, 100, 10'000);
  EXPECT_EQ(counts[0], 0);
  EXPECT_NEAR(counts[1], 5000, tolerance(10'000, 0.5));
}

// 0.5 + 0.4 sqrt(ln 100) / 3: one of three was not tried
TEST(Selection, UrgencyFallsWithWhatWasTried) {
  Selection three = selection({.unvisited = Unvisited::urgency}, {60, 40, 0}, {0.5, 0.5, 0});
  EXPECT_NEAR(three.evaluate(100, 0.4)[2], 0.786128803505, near);
}

// sqrt(250/400) = 0.790569415; 0.209430585 * 0.6 + 0.790569415 * 0.2
TEST(Selection, AmafBlendsByFormula51) {
  Selection two =
      selection({.formula = Formula::amaf, .fpu = 1, .k = 250}, {50, 0, 50}, {0.6, 0, 0.6});
  two.candidates.amaf_visits = {10, 10, 0};
  two.candidates.amaf_means = {0.2, 0.2, 0};
  const std::span<const double> values = two.evaluate(50, 0);
  EXPECT_NEAR(values[0], 0.283772233983, near);
  EXPECT_DOUBLE_EQ(values[1], 1);    // never tried here
  EXPECT_DOUBLE_EQ(values[2], 0.6);  // never made anywhere
}

TEST(Selection, UnvisitedMovesCanBlendTheUrgencyWithWhatIsKnown) {
  Selection two =
      selection({.formula = Formula::amaf, .unvisited = Unvisited::blend, .fpu = 1, .k = 250},
                {0, 0}, {0, 0});
  two.candidates.amaf_visits = {10, 0};
  two.candidates.amaf_means = {0.2, 0};
  EXPECT_NEAR(two.evaluate(50, 0)[0], 0.367544467966, near);
  EXPECT_DOUBLE_EQ(two.evaluate(50, 0)[1], 1);
}

TEST(Selection, BlendsAnInfiniteUrgencyOnlyWhereItHasWeight) {
  Selection two = selection(
      {.formula = Formula::amaf, .unvisited = Unvisited::blend, .fpu = infinity, .k = infinity},
      {0, 0}, {0, 0});
  two.candidates.amaf_visits = {10, 10};
  two.candidates.amaf_means = {0.2, 0.8};
  EXPECT_EQ(draws(two, 50, 0, 10)[1], 10);
}

// 30 / 52 of the AMAF mean, as in Gelly and Silver
TEST(Selection, AmafBlendsByBias) {
  Selection one =
      selection({.formula = Formula::amaf, .beta = Beta::bias, .bias = 0.1}, {10}, {0.5});
  one.candidates.amaf_visits = {30};
  one.candidates.amaf_means = {1};
  EXPECT_NEAR(one.evaluate(10, 0)[0], 0.5 + 0.5 * 30 / 52, near);
}

// 0.75 + 0.6 * 5 / (0.25 * 8 + 1), and FPU + W * global mean where nothing was tried
TEST(Selection, HistoryAddsItsBias) {
  Selection two =
      selection({.formula = Formula::history, .unvisited = Unvisited::blend, .fpu = 1, .w = 5},
                {8, 0}, {0.75, 0});
  two.candidates.global_means = {0.6, 0.3};
  EXPECT_NEAR(two.evaluate(8, 0)[0], 1.75, near);
  EXPECT_NEAR(two.evaluate(8, 0)[1], 2.5, near);
}

TEST(Selection, LeavesOutWhatIsRuledOut) {
  Selection three = selection({.offset = 0}, {10, 10, 10}, {0.9, 0.5, 0.2});
  Rng rng(1);
  EXPECT_EQ(three.best(30, 0, rng), 0U);
  EXPECT_EQ(three.best_except(std::vector<char>{1, 0, 0}, rng), 1U);
}

// The short way takes the same moves, also in ties. Values differ in their last digits; offsets are
// such that no two of them are exactly so far apart.
TEST(Selection, UctStraightFromEntriesIsTheSame) {
  Rng numbers(3);
  for (int round = 0; round < 2000; ++round) {
    const Select plan{.offset = round % 2 == 0 ? 0.0137 : 0.0991, .fpu = 0.5 + numbers.unit()};
    Selection slow(plan);
    Selection fast(plan);
    std::vector<Entry> entries(1 + numbers.below(6));
    double node_visits = 0;
    for (Entry& entry : entries) {
      entry.visits = numbers.below(4);
      entry.sum = entry.visits * numbers.below(11) / 10;
      node_visits += entry.visits;
      slow.candidates.visits.push_back(entry.visits);
      slow.candidates.means.push_back(entry.visits > 0 ? entry.mean() : 0);
    }
    Rng first(round);
    Rng second(round);
    const auto mean = [](const Entry& entry) { return entry.mean(); };
    EXPECT_EQ(fast.best_uct(entries, node_visits, 0.7, first, mean),
              slow.best(node_visits, 0.7, second));
    EXPECT_EQ(first(), second());
  }
}

}  // namespace
}  // namespace palamedes::search
