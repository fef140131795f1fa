#include "search/select/evaluation.h"

#include <gtest/gtest.h>

#include "search/select/grave.h"
#include "search/select/progressive_history.h"
#include "search/tree/node.h"
#include "unit/search/playout/playout_testing.h"

namespace palamedes::search::select {
namespace {

constexpr double near = 1e-9;

// The candidates of a choice by one of the formulas.
template <typename Estimate>
struct Choice {
  std::size_t best(double node_visits, double c, Rng& rng) {
    return evaluation.best(estimate, node_visits, c, rng);
  }
  std::span<const double> values(double node_visits, double c) {
    return evaluation.evaluate(estimate, node_visits, c);
  }

  Evaluation evaluation;
  Estimate estimate;
};

Evaluation evaluation(const UctParameters& uct, const UnvisitedParameters& unvisited,
                      std::vector<double> visits, std::vector<double> means) {
  Evaluation result(uct, unvisited);
  result.candidates.visits = std::move(visits);
  result.candidates.means = std::move(means);
  return result;
}

Choice<UctEstimate> by_uct(const UctParameters& uct, const UnvisitedParameters& unvisited,
                           std::vector<double> visits, std::vector<double> means) {
  return {evaluation(uct, unvisited, std::move(visits), std::move(means)), {}};
}

// With so many occurrences elsewhere, and their means.
Grave grave(const GraveParameters& parameters, const std::vector<double>& visits,
            const std::vector<double>& means) {
  Grave result(parameters);
  result.resize(visits.size());
  for (std::size_t i = 0; i < visits.size(); ++i) result.set_known(i, visits[i], means[i]);
  return result;
}

template <typename Estimate>
std::vector<int> draws(Choice<Estimate> choice, double node_visits, double c, int count) {
  Rng rng(5);
  return histogram(choice.evaluation.candidates.size(), count,
                   [&] { return choice.best(node_visits, c, rng); });
}

TEST(Evaluation, BreaksTiesWithinTheOffsetUniformly) {
  const auto three = by_uct({.offset = 0.01}, {}, {10, 10, 10, 10}, {0.5, 0.495, 0.48, 0.4901});
  const std::vector<int> counts = draws(three, 40, 0, 30'000);
  for (const std::size_t tied : {0U, 1U, 3U}) {
    EXPECT_NEAR(counts[tied], 10'000, tolerance(30'000, 1.0 / 3)) << tied;
  }
  EXPECT_EQ(counts[2], 0);
}

TEST(Evaluation, WithoutOffsetOnlyTheBestIsTaken) {
  const auto two = by_uct({.offset = 0}, {}, {10, 10}, {0.5, 0.499999});
  EXPECT_EQ(draws(two, 20, 0, 1000), (std::vector<int>{1000, 0}));
  const auto equal = by_uct({.offset = 0}, {}, {10, 10}, {0.5, 0.5});
  EXPECT_NEAR(draws(equal, 20, 0, 10'000)[0], 5000, tolerance(10'000, 0.5));
}

// ln 40 = 3.68887945; sqrt(ln 40 / 30) = 0.35065987, sqrt(ln 40 / 10) = 0.60736146
TEST(Evaluation, ValuesAreUct) {
  auto two = by_uct({}, {}, {30, 10}, {0.6, 0.4});
  const std::span<const double> values = two.values(40, 0.7);
  EXPECT_NEAR(values[0], 0.6 + 0.7 * 0.350659, 1e-6);
  EXPECT_NEAR(values[1], 0.4 + 0.7 * 0.607361, 1e-6);
}

TEST(Evaluation, UnvisitedMovesCountTheirUrgency) {
  EXPECT_EQ(draws(by_uct({}, {.fpu = 0.4}, {10, 0}, {0.5, 0}), 10, 0, 10)[1], 0);
  EXPECT_EQ(draws(by_uct({}, {.fpu = 0.6}, {10, 0}, {0.5, 0}), 10, 0, 10)[1], 10);
  const auto infinite = by_uct({.offset = 0.01}, {.fpu = infinity}, {10, 0, 0}, {1, 0, 0});
  const std::vector<int> counts = draws(infinite, 10, 100, 10'000);
  EXPECT_EQ(counts[0], 0);
  EXPECT_NEAR(counts[1], 5000, tolerance(10'000, 0.5));
}

// 0.5 + 0.4 sqrt(ln 100) / 3: one of three was not tried
TEST(Evaluation, UrgencyFallsWithWhatWasTried) {
  auto three = by_uct({}, {.by = Unvisited::urgency}, {60, 40, 0}, {0.5, 0.5, 0});
  EXPECT_NEAR(three.values(100, 0.4)[2], 0.786128803505, near);
}

// sqrt(250/400) = 0.790569415; 0.209430585 * 0.6 + 0.790569415 * 0.2
TEST(Evaluation, AmafBlendsByFormula51) {
  auto three = evaluation({}, {.fpu = 1}, {50, 0, 50}, {0.6, 0, 0.6});
  const Grave known = grave({.k = 250}, {10, 10, 0}, {0.2, 0.2, 0});
  const std::span<const double> values = three.evaluate(known.estimate(50), 50, 0);
  EXPECT_NEAR(values[0], 0.283772233983, near);
  EXPECT_DOUBLE_EQ(values[1], 1);    // never tried here
  EXPECT_DOUBLE_EQ(values[2], 0.6);  // never made anywhere
}

TEST(Evaluation, UnvisitedMovesCanBlendTheUrgencyWithWhatIsKnown) {
  auto two = evaluation({}, {.by = Unvisited::blend, .fpu = 1}, {0, 0}, {0, 0});
  const Grave known = grave({.k = 250}, {10, 0}, {0.2, 0});
  EXPECT_NEAR(two.evaluate(known.estimate(50), 50, 0)[0], 0.367544467966, near);
  EXPECT_DOUBLE_EQ(two.evaluate(known.estimate(50), 50, 0)[1], 1);
}

// (30 * 0.6 + 10 * 0.2) / 40 = 0.5, and 0.209430585 * 0.5 + 0.790569415 * 0.2 where it was made
// elsewhere
TEST(Evaluation, UnvisitedMovesCanCountTheMeanOfTheOthers) {
  auto four = evaluation({}, {.by = Unvisited::parent, .fpu = 1}, {30, 10, 0, 0}, {0.6, 0.2, 0, 0});
  const Grave known = grave({.k = 250}, {0, 0, 0, 10}, {0, 0, 0, 0.2});
  EXPECT_DOUBLE_EQ(four.evaluate(known.estimate(50), 50, 0)[2], 0.5);
  EXPECT_NEAR(four.evaluate(known.estimate(50), 50, 0)[3], 0.262829175491, 1e-8);
  auto none = by_uct({}, {.by = Unvisited::parent, .fpu = 0.7}, {0, 0}, {0, 0});
  EXPECT_DOUBLE_EQ(none.values(1, 0)[0], 0.7);
}

TEST(Evaluation, StarvingIsWhoHasTheFewestVisitsBelowTheFloor) {
  Evaluation three = evaluation({}, {}, {10, 3, 5}, {0.9, 0.1, 0.1});
  EXPECT_EQ(three.starving(6), 1U);
  EXPECT_EQ(three.starving(3), std::nullopt);
  three.proven.resize(3);
  three.proven.begin();
  three.proven.set(0, false);
  three.proven.set(1, true);
  three.proven.set(2, false);
  EXPECT_EQ(three.starving(6), 2U);
}

TEST(Evaluation, BlendsAnInfiniteUrgencyOnlyWhereItHasWeight) {
  const auto two = evaluation({}, {.by = Unvisited::blend, .fpu = infinity}, {0, 0}, {0, 0});
  const Grave known = grave({.k = infinity}, {10, 10}, {0.2, 0.8});
  EXPECT_EQ(draws(Choice<Grave::Estimate>{two, known.estimate(50)}, 50, 0, 10)[1], 10);
}

// 30 / 52 of the AMAF mean, as in Gelly and Silver
TEST(Evaluation, AmafBlendsByBias) {
  auto one = evaluation({}, {}, {10}, {0.5});
  const Grave known = grave({.beta = Beta::bias, .bias = 0.1}, {30}, {1});
  EXPECT_NEAR(one.evaluate(known.estimate(10), 10, 0)[0], 0.5 + 0.5 * 30 / 52, near);
}

// 0.75 + 0.6 * 5 / (0.25 * 8 + 1), and FPU + W * global mean where nothing was tried
TEST(Evaluation, HistoryAddsItsBias) {
  auto two = evaluation({}, {.by = Unvisited::blend, .fpu = 1}, {8, 0}, {0.75, 0});
  ProgressiveHistory known({.w = 5}, 1);
  known.resize(2);
  known.set_known(0, 0.6);
  known.set_known(1, 0.3);
  EXPECT_NEAR(two.evaluate(known, 8, 0)[0], 1.75, near);
  EXPECT_NEAR(two.evaluate(known, 8, 0)[1], 2.5, near);
}

TEST(Evaluation, LeavesOutWhatIsRuledOut) {
  auto three = by_uct({.offset = 0}, {}, {10, 10, 10}, {0.9, 0.5, 0.2});
  Rng rng(1);
  EXPECT_EQ(three.best(30, 0, rng), 0U);
  EXPECT_EQ(three.evaluation.best_except(std::vector<char>{1, 0, 0}, rng), 1U);
}

// The short way takes the same moves, also in ties. Values differ in their last digits; offsets are
// such that no two of them are exactly so far apart.
TEST(PlainUct, TakesTheSameAsTheEvaluation) {
  Rng numbers(3);
  for (int round = 0; round < 2000; ++round) {
    const UctParameters uct{.c = 0.7, .offset = round % 2 == 0 ? 0.0137 : 0.0991};
    const double fpu = 0.5 + numbers.unit();
    Evaluation slow(uct, {.fpu = fpu});
    PlainUct fast(uct, fpu);
    std::vector<tree::Entry> entries(1 + numbers.below(6));
    double node_visits = 0;
    for (tree::Entry& entry : entries) {
      entry.visits = numbers.below(4);
      entry.sum = entry.visits * numbers.below(11) / 10;
      node_visits += entry.visits;
      slow.candidates.visits.push_back(entry.visits);
      slow.candidates.means.push_back(entry.visits > 0 ? entry.mean() : 0);
    }
    Rng first(round);
    Rng second(round);
    const auto mean = [](const tree::Entry& entry) { return entry.mean(); };
    EXPECT_EQ(fast.best(entries, node_visits, first, mean),
              slow.best(UctEstimate{}, node_visits, 0.7, second));
    EXPECT_EQ(first(), second());
  }
}

// A proven draw is worth 0.5: neither what AMAF knows of the move (0.9, with a weight of 1/2), nor
// that it was never tried here (FPU 1), nor exploration makes it better than a move with 0.6. That
// one has 0.6 and 0.4 of AMAF: 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
TEST(Evaluation, AProvenValueIsAValue) {
  for (const Unvisited unvisited : {Unvisited::value, Unvisited::blend}) {
    for (const double visits : {0.0, 10.0}) {
      Choice<Grave> choice{evaluation({}, {.by = unvisited}, {visits, 10}, {0.5, 0.6}),
                           grave({.k = 10}, {20, 20}, {0.9, 0.4})};
      choice.evaluation.proven.resize(2);
      choice.evaluation.proven.set(0, true);
      choice.evaluation.proven.set(1, false);
      const auto values = choice.evaluation.evaluate(choice.estimate.estimate(10), 10, 0);
      EXPECT_NEAR(values[0], 0.5, near);
      EXPECT_NEAR(values[1], 0.5, near);
      const double with_exploration =
          choice.evaluation.evaluate(choice.estimate.estimate(10), 10, 0.4)[0];
      EXPECT_NEAR(with_exploration, 0.5, near);
    }
  }
}

}  // namespace
}  // namespace palamedes::search::select
