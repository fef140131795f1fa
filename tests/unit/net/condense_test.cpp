// Fewer gates, the same game: gates counted by hand, and random networks before and after.

#include "net/condense.h"

#include <bit>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/passes/passes.h"
#include "unit/net/random_net.h"

namespace palamedes::net {
namespace {

using testing::UnorderedElementsAre;

std::size_t gates(const PropNet& net) {
  const Census census = net.census();
  return census.ands + census.ors + census.nots;
}

// Condenses and checks that the game stayed the same.
void condense_checked(PropNet& net) {
  const Behaviour before(net);
  condense(net);
  EXPECT_EQ(Behaviour(net).lines(), before.lines()) << dump(net);
}

TEST(Condense, AGateGoesIntoItsOnlyReaderOfItsKind) {
  NetMaker maker;
  const auto a = maker.changing_base();
  const auto b = maker.changing_base();
  const auto c = maker.changing_base();
  const auto below = maker.both({a, b});
  const auto name = maker.other(below);
  const auto above = maker.both({name, c});
  maker.terminal(above);
  condense_checked(maker.net);
  EXPECT_TRUE(is_removed(maker.net, below));
  EXPECT_TRUE(is_removed(maker.net, name));
  EXPECT_THAT(inputs_of(maker.net, above), UnorderedElementsAre(a, b, c));
}

TEST(Condense, AGateWithOtherReadersStays) {
  NetMaker maker;
  const auto a = maker.changing_base();
  const auto b = maker.changing_base();
  const auto c = maker.changing_base();
  const auto below = maker.both({a, b});
  const auto name = maker.other(below);
  const auto above = maker.both({below, c});
  maker.terminal(above);
  maker.goal(100, name);
  condense_checked(maker.net);
  // Gates read the gate through its proposition, like the goal.
  EXPECT_THAT(inputs_of(maker.net, above), UnorderedElementsAre(name, c));
  EXPECT_THAT(inputs_of(maker.net, name), UnorderedElementsAre(below));
}

// A cell keeps its piece if somebody moves elsewhere or nobody moves: two reasons per piece become
// one, and what they have in common is the same for all pieces.
TEST(Condense, FrameRulesShareWhatHappensElsewhere) {
  NetMaker maker;
  const auto red = maker.base(true);
  const auto blue = maker.base(false);
  const auto here = maker.move(true_component);
  const auto elsewhere = maker.move(true_component);
  const auto far = maker.move(true_component);
  const auto pass = maker.move(true_component);
  const auto away = maker.either({elsewhere, far});
  maker.set_next(red, maker.either({here, maker.both({red, away}), maker.both({red, pass})}));
  maker.set_next(blue, maker.either({maker.both({blue, away}), maker.both({blue, pass})}));
  condense_checked(maker.net);
  // OR(elsewhere, far, pass); red: OR(here, AND); blue: AND
  EXPECT_EQ(maker.net.census().ors, 2U);
  EXPECT_EQ(maker.net.census().ands, 2U);
  EXPECT_EQ(maker.net.census().nots, 0U);
}

TEST(Condense, TheSameHoldsWithAndAndOrExchanged) {
  NetMaker maker;
  const auto a = maker.changing_base();
  const auto b = maker.changing_base();
  const auto c = maker.changing_base();
  const auto d = maker.changing_base();
  const std::size_t outside = gates(maker.net);
  // (a + b)(a + c)(a + d) = a + b c d
  maker.terminal(maker.both({maker.either({a, b}), maker.either({a, c}), maker.either({a, d})}));
  condense_checked(maker.net);
  EXPECT_EQ(gates(maker.net) - outside, 2U);
}

// "Three of n": the products of three grow with n^3, the gates with n.
TEST(Condense, CountingTakesFewGates) {
  constexpr std::size_t n = 12;
  NetMaker maker;
  std::vector<ComponentId> cells;
  for (std::size_t i = 0; i < n; ++i) cells.push_back(maker.base(i % 3 == 0));
  const ComponentId three = maker.either({});
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      for (std::size_t k = j + 1; k < n; ++k) {
        maker.feed(three, maker.both({cells[i], cells[j], cells[k]}));
      }
    }
  }
  maker.terminal(three);
  EXPECT_EQ(gates(maker.net), n * (n - 1) * (n - 2) / 6 + 1);
  condense(maker.net);
  EXPECT_LE(gates(maker.net), 4 * n);
  PlainEvaluator evaluator(maker.net);
  for (std::uint32_t bits = 0; bits < 1U << n; ++bits) {
    PlainEvaluator::State state;
    for (std::size_t i = 0; i < n; ++i) state.push_back((bits >> i & 1U) != 0);
    evaluator.evaluate(state, {});
    ASSERT_EQ(evaluator.value(maker.net.terminal), std::popcount(bits) >= 3) << bits;
  }
}

TEST(Condense, AReasonThatAnotherOneContainsIsEnough) {
  NetMaker maker;
  const auto a = maker.changing_base();
  const auto b = maker.changing_base();
  const auto c = maker.changing_base();
  const std::size_t outside = gates(maker.net);
  maker.terminal(maker.either({a, maker.both({a, b}), maker.both({a, b, c})}));
  condense_checked(maker.net);
  EXPECT_EQ(gates(maker.net), outside);
  EXPECT_THAT(inputs_of(maker.net, maker.net.terminal), UnorderedElementsAre(a));
}

TEST(Condense, ContradictionsAreFalseAndTheirOppositesTrue) {
  NetMaker maker;
  const auto a = maker.base(true);
  const auto b = maker.changing_base();
  maker.set_next(a, maker.both({a, b, maker.negate(maker.other(a))}));
  maker.goal(100, maker.either({maker.negate(b), b}));
  condense_checked(maker.net);
  EXPECT_THAT(inputs_of(maker.net, maker.transition_of(a)), UnorderedElementsAre(false_component));
  EXPECT_THAT(inputs_of(maker.net, maker.net.roles[0].goals[0].proposition),
              UnorderedElementsAre(true_component));
}

TEST(Condense, NegationsAreMadeOnceAndUndone) {
  NetMaker maker;
  const auto a = maker.base(true);
  const auto first = maker.negate(a);
  maker.terminal(first);
  maker.goal(0, maker.negate(maker.other(a)));
  maker.goal(100, maker.negate(maker.negate(a)));
  condense_checked(maker.net);
  EXPECT_EQ(maker.net.census().nots, 1U);
  EXPECT_THAT(inputs_of(maker.net, maker.net.roles[0].goals[1].proposition),
              UnorderedElementsAre(a));
}

TEST(Condense, ARingThatIsEnteredOnceIsWhatEntersIt) {
  NetMaker maker;
  const auto a = maker.changing_base();
  const auto p = maker.either({a});
  const auto q = maker.other(p);
  const auto r = maker.either({q});
  maker.feed(p, r);
  maker.terminal(q);
  // A ring that nothing enters, and one whose gates all wait for each other.
  const auto lonely = maker.either({});
  maker.feed(lonely, maker.other(lonely));
  maker.goal(10, lonely);
  const auto waiting = maker.both({a});
  maker.feed(waiting, maker.other(waiting));
  maker.goal(20, waiting);
  condense_checked(maker.net);
  EXPECT_EQ(maker.net.census().ors + maker.net.census().ands, 0U);
}

TEST(Condense, PropositionsThatReadEachOtherStayFalse) {
  NetMaker maker;
  const auto a = maker.changing_base();
  const auto p = maker.other(false_component);
  const auto q = maker.other(p);
  maker.net.components[p].inputs.assign(1, q);
  maker.terminal(maker.either({q, a}));
  maker.goal(10, p);
  condense_checked(maker.net);
}

TEST(Condense, OneMoveOfARoleIsAlwaysMade) {
  NetMaker maker;
  const auto a = maker.base(true);
  const auto left = maker.move(true_component);
  const auto right = maker.move(true_component);
  const auto pass = maker.move(true_component);
  maker.set_next(a, maker.both({a, maker.either({left, right, pass})}));
  condense_checked(maker.net);
  EXPECT_THAT(inputs_of(maker.net, maker.transition_of(a)), UnorderedElementsAre(a));
}

TEST(Condense, AMoveOfTwoRolesOrBothPass) {
  for (const bool complete : {true, false}) {
    NetMaker maker;
    const auto a = maker.base(true);
    const auto one = maker.move(true_component);
    const auto one_passes = maker.move(true_component);
    maker.role();
    const auto two = maker.move(true_component);
    const auto two_jumps = maker.move(true_component);
    const auto two_passes = maker.move(true_component);
    const auto somebody = maker.either({one, two, maker.both({one_passes, two_passes})});
    if (complete) maker.feed(somebody, two_jumps);
    maker.set_next(a, maker.both({a, somebody}));
    condense_checked(maker.net);
    // Where the jump is missing there is a way to lose a.
    const bool kept = inputs_of(maker.net, maker.transition_of(a)) == std::vector<ComponentId>{a};
    EXPECT_EQ(kept, complete);
  }
}

TEST(Condense, NobodyHasMovedWhenTheEndIsAskedFor) {
  NetMaker maker;
  const auto a = maker.base(true);
  const auto left = maker.move(true_component);
  const auto right = maker.move(true_component);
  const auto any = maker.either({left, right});
  maker.set_next(a, maker.both({a, any}));
  maker.terminal(any);
  condense_checked(maker.net);
  EXPECT_THAT(inputs_of(maker.net, maker.net.terminal), UnorderedElementsAre(any));
}

TEST(Condense, KeepsTheGameAndAddsNothing) {
  for (std::uint32_t seed = 1; seed <= 3000; ++seed) {
    const RandomNet original(seed);
    PropNet net = original.net();
    condense(net);
    ASSERT_EQ(Behaviour(net).lines(), Behaviour(original.net()).lines())
        << "seed " << seed << "\n"
        << dump(original.net()) << "became\n"
        << dump(net);
    ASSERT_LE(gates(net), gates(original.net())) << "seed " << seed;
    // The passes still find what they are made for.
    PropNet before = original.net();
    const auto passes = passes::parse_passes(passes::default_passes);
    passes::run_passes(before, *passes);
    passes::run_passes(net, *passes);
    ASSERT_EQ(Behaviour(net).lines(), Behaviour(before).lines()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace palamedes::net
