// Opt0 on networks made by hand. Line numbers are those of the thesis's algorithms.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/passes/passes.h"
#include "unit/net/net_testing.h"

namespace palamedes::net {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

// --- Opt0: Algorithm 5, what TRUE removes
// ---------------------------------------------------------

TEST(Opt0True, TransitionWithABaseStays) {  // lines 5-7
  NetMaker maker;
  const ComponentId base = maker.base(false);
  const ComponentId transition = maker.transition_of(base);
  maker.set_next(base, true_component);
  const ComponentId end = maker.terminal(base);
  const std::string before = dump(maker.net);
  passes::remove_constants(maker.net);
  // False at first and true afterwards: what is constant ends at the transition.
  EXPECT_EQ(dump(maker.net), before);
  EXPECT_THAT(inputs_of(maker.net, transition), ElementsAre(true_component));
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(base));
}

TEST(Opt0True, TransitionGoesWithItsBase) {  // lines 5-7 and 26-30
  NetMaker maker;
  const ComponentId base = maker.base(true);
  const ComponentId transition = maker.transition_of(base);
  maker.set_next(base, true_component);
  maker.net.components[base].inputs.assign(1, true_component);  // as Opt2 does
  const ComponentId end = maker.terminal(base);
  passes::remove_constants(maker.net);
  EXPECT_TRUE(is_removed(maker.net, base));
  EXPECT_TRUE(is_removed(maker.net, transition));
  EXPECT_EQ(maker.net.bases[0].proposition, true_component);
  EXPECT_EQ(maker.net.bases[0].transition, no_component);
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(true_component));
}

TEST(Opt0True, NotGateSaysFalse) {  // lines 8-11
  NetMaker maker;
  const ComponentId gate = maker.negate(true_component);
  const ComponentId end = maker.terminal(gate);
  passes::remove_constants(maker.net);
  EXPECT_TRUE(is_removed(maker.net, gate));
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(false_component));
}

TEST(Opt0True, AndGateOfTrueAloneIsTrue) {  // lines 13-16
  NetMaker maker;
  const ComponentId gate = maker.both({true_component});
  const ComponentId end = maker.terminal(gate);
  passes::remove_constants(maker.net);
  EXPECT_TRUE(is_removed(maker.net, gate));
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(true_component));
}

TEST(Opt0True, AndGateOfTwoIsTheOther) {  // lines 17-19
  NetMaker maker;
  const ComponentId base = maker.changing_base();
  const ComponentId gate = maker.both({base, true_component});
  const ComponentId end = maker.terminal(gate);
  passes::remove_constants(maker.net);
  EXPECT_TRUE(is_removed(maker.net, gate));
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(base));
}

TEST(Opt0True, AndGateOfThreeDropsIt) {  // lines 20-21
  NetMaker maker;
  const ComponentId a = maker.changing_base();
  const ComponentId b = maker.changing_base();
  const ComponentId gate = maker.both({a, true_component, b});
  const ComponentId end = maker.terminal(gate);
  passes::remove_constants(maker.net);
  EXPECT_THAT(inputs_of(maker.net, gate), UnorderedElementsAre(a, b));
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(gate));
}

TEST(Opt0True, AndGateOfThreeCanShrinkTwice) {  // lines 20-21, then 17-19
  NetMaker maker;
  const ComponentId a = maker.changing_base();
  const ComponentId gate = maker.both({true_component, a, maker.other(true_component)});
  const ComponentId end = maker.terminal(gate);
  passes::remove_constants(maker.net);
  EXPECT_TRUE(is_removed(maker.net, gate));
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(a));
}

TEST(Opt0True, OrGateIsTrue) {  // lines 22-25
  NetMaker maker;
  const ComponentId base = maker.changing_base();
  const ComponentId gate = maker.either({base, true_component});
  const ComponentId end = maker.terminal(gate);
  passes::remove_constants(maker.net);
  EXPECT_TRUE(is_removed(maker.net, gate));
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(true_component));
}

TEST(Opt0True, PropositionsPassItOnAndOnlyAnonymousOnesGo) {  // lines 26-30
  NetMaker maker;
  const ComponentId anonymous = maker.other(true_component);
  const ComponentId input = maker.move(true_component);
  const ComponentId legal = maker.net.roles[0].moves[0].legal;
  const ComponentId goal = maker.goal(50, true_component);
  const ComponentId end = maker.terminal(true_component);
  const ComponentId a = maker.goal(1, anonymous);
  const ComponentId b = maker.goal(2, legal);
  const ComponentId c = maker.goal(3, goal);
  const ComponentId d = maker.goal(4, end);
  const ComponentId e = maker.goal(5, input);
  passes::remove_constants(maker.net);
  EXPECT_TRUE(is_removed(maker.net, anonymous));
  for (const ComponentId kept : {legal, goal, end}) {
    EXPECT_FALSE(is_removed(maker.net, kept));
    EXPECT_THAT(inputs_of(maker.net, kept), ElementsAre(true_component));
  }
  for (const ComponentId reader : {a, b, c, d}) {
    EXPECT_THAT(inputs_of(maker.net, reader), ElementsAre(true_component));
  }
  // Always legal does not mean always made.
  EXPECT_THAT(inputs_of(maker.net, e), ElementsAre(input));
}

// --- Opt0: the mirrored cases of FALSE
// ------------------------------------------------------------

TEST(Opt0False, TransitionWithABaseStays) {
  NetMaker maker;
  const ComponentId base = maker.base(true);
  maker.terminal(base);
  const std::string before = dump(maker.net);
  passes::remove_constants(maker.net);
  EXPECT_EQ(dump(maker.net), before);
}

TEST(Opt0False, TransitionGoesWithItsBase) {
  NetMaker maker;
  const ComponentId base = maker.base(false);
  const ComponentId transition = maker.transition_of(base);
  maker.net.components[base].inputs.assign(1, false_component);
  const ComponentId end = maker.terminal(maker.other(base));
  passes::remove_constants(maker.net);
  EXPECT_TRUE(is_removed(maker.net, base));
  EXPECT_TRUE(is_removed(maker.net, transition));
  EXPECT_EQ(maker.net.bases[0].proposition, false_component);
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(false_component));
}

TEST(Opt0False, GatesMirrorThoseOfTrue) {
  NetMaker maker;
  const ComponentId a = maker.changing_base();
  const ComponentId b = maker.changing_base();
  const ComponentId inverted = maker.goal(1, maker.negate(false_component));
  const ComponentId alone = maker.proposition(PropositionType::terminal, no_component);
  maker.feed(alone, maker.either({false_component}));
  const ComponentId two = maker.goal(3, maker.either({false_component, a}));
  const ComponentId gate = maker.either({a, false_component, b});
  const ComponentId three = maker.goal(4, gate);
  maker.net.terminal = alone;
  const ComponentId refused = maker.both({a, false_component});
  const ComponentId reader = maker.goal(5, maker.negate(refused));
  passes::remove_constants(maker.net);
  EXPECT_THAT(inputs_of(maker.net, inverted), ElementsAre(true_component));
  EXPECT_THAT(inputs_of(maker.net, alone), ElementsAre(false_component));
  EXPECT_THAT(inputs_of(maker.net, two), ElementsAre(a));
  EXPECT_THAT(inputs_of(maker.net, three), ElementsAre(gate));
  EXPECT_THAT(inputs_of(maker.net, gate), UnorderedElementsAre(a, b));
  EXPECT_TRUE(is_removed(maker.net, refused));
  EXPECT_THAT(inputs_of(maker.net, reader), ElementsAre(true_component));
  // What is left: the constants, both bases with transition and NOT, four propositions, one OR.
  EXPECT_EQ(maker.net.census().total(), 2U + 6U + 5U + 1U);
}

TEST(Opt0False, GoalsAndLegalMovesGo) {
  NetMaker maker;
  const ComponentId base = maker.changing_base();
  const ComponentId never = maker.move(false_component);
  const ComponentId sometimes = maker.move(base);
  const ComponentId goal = maker.goal(100, maker.either({false_component}));
  const ComponentId other_goal = maker.goal(0, base);
  const ComponentId reader = maker.either({never, sometimes});
  const ComponentId state = maker.base(false);
  maker.set_next(state, reader);
  const ComponentId end = maker.terminal(maker.negate(goal));
  passes::remove_constants(maker.net);
  EXPECT_TRUE(is_removed(maker.net, never));
  EXPECT_TRUE(is_removed(maker.net, goal));
  ASSERT_EQ(maker.net.roles[0].moves.size(), 1U);
  EXPECT_EQ(maker.net.roles[0].moves[0].input, sometimes);
  ASSERT_EQ(maker.net.roles[0].goals.size(), 1U);
  EXPECT_EQ(maker.net.roles[0].goals[0].proposition, other_goal);
  // The OR of an input that is never true and another one is the other one.
  EXPECT_THAT(inputs_of(maker.net, maker.transition_of(state)), ElementsAre(sometimes));
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(true_component));
}

TEST(Opt0False, TerminalStays) {
  NetMaker maker;
  const ComponentId end = maker.terminal(false_component);
  const ComponentId goal = maker.goal(10, maker.negate(end));
  passes::remove_constants(maker.net);
  EXPECT_FALSE(is_removed(maker.net, end));
  EXPECT_EQ(maker.net.terminal, end);
  EXPECT_THAT(inputs_of(maker.net, goal), ElementsAre(true_component));
}

// --- Opt0: both constants
// -------------------------------------------------------------------------

TEST(Opt0, ChainsOfNotGatesAlternate) {  // Algorithm 4, lines 4-6
  for (int length = 1; length <= 4; ++length) {
    NetMaker maker;
    ComponentId last = true_component;
    for (int i = 0; i < length; ++i) last = maker.negate(last);
    const ComponentId end = maker.terminal(maker.other(last));
    passes::remove_constants(maker.net);
    const ComponentId expected = length % 2 == 0 ? true_component : false_component;
    EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(expected)) << length;
    EXPECT_EQ(maker.net.census().total(), 3U) << length;
  }
}

TEST(Opt0, AnEmptiedCircleIsFalse) {
  // p <- q; q <- p; p <- FALSE. Nothing supports it.
  NetMaker maker;
  const ComponentId p = maker.either({false_component});
  const ComponentId q = maker.either({p, false_component});
  maker.feed(p, q);
  const ComponentId a = maker.changing_base();
  const ComponentId end = maker.terminal(maker.either({p, a}));
  const ComponentId goal = maker.goal(1, maker.negate(q));
  passes::remove_constants(maker.net);
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(a));
  EXPECT_THAT(inputs_of(maker.net, goal), ElementsAre(true_component));
  const std::string once = dump(maker.net);
  passes::remove_constants(maker.net);
  EXPECT_EQ(dump(maker.net), once);
}

TEST(Opt0, LongChainsTakeLinearTime) {
  // Both directions of numbering: a gate before and after the one that it reads.
  constexpr ComponentId length = 200'000;
  for (const bool backwards : {false, true}) {
    NetMaker maker;
    const ComponentId base = maker.changing_base();
    const auto first = static_cast<ComponentId>(maker.net.components.size());
    for (ComponentId i = 0; i < length; ++i) maker.net.add(ComponentType::and_gate);
    for (ComponentId i = 0; i < length; ++i) {
      const ComponentId gate = backwards ? first + length - 1 - i : first + i;
      const ComponentId below = backwards ? gate + 1 : gate - 1;
      maker.net.components[gate].inputs.assign({true_component, i == 0 ? base : below});
    }
    const ComponentId end = maker.terminal(backwards ? first : first + length - 1);
    passes::remove_constants(maker.net);
    EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(base));
  }
}

}  // namespace
}  // namespace palamedes::net
