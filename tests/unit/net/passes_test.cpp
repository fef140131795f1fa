// Opt1, Opt2 and Opt3 on networks made by hand. Line numbers are those of the thesis's algorithms.

#include "net/passes/passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/net/net_testing.h"

namespace palamedes::net {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

// --- Opt1: Algorithm 6
// ----------------------------------------------------------------------------

TEST(Opt1, AnonymousPropositionsAreShortCut) {  // lines 2-5
  NetMaker maker;
  const ComponentId a = maker.changing_base();
  const ComponentId b = maker.changing_base();
  const ComponentId gate = maker.both({a, b});
  const ComponentId first = maker.other(gate);
  const ComponentId second = maker.other(first);
  const ComponentId constant = maker.other(true_component);
  const ComponentId inverted = maker.negate(second);
  const ComponentId goal = maker.goal(1, second);
  const ComponentId end = maker.terminal(inverted);
  const ComponentId other_goal = maker.goal(2, constant);
  passes::remove_anonymous(maker.net);
  EXPECT_EQ(maker.net.census().other, 0U);
  EXPECT_THAT(inputs_of(maker.net, inverted), ElementsAre(gate));
  EXPECT_THAT(inputs_of(maker.net, goal), ElementsAre(gate));
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(inverted));
  // Constants are not its business.
  EXPECT_THAT(inputs_of(maker.net, other_goal), ElementsAre(true_component));
}

TEST(Opt1, KeepsPropositionsWithAMeaning) {
  NetMaker maker;
  const ComponentId base = maker.changing_base();
  maker.move(base);
  maker.goal(1, base);
  maker.terminal(base);
  const std::string before = dump(maker.net);
  passes::remove_anonymous(maker.net);
  EXPECT_EQ(dump(maker.net), before);
}

TEST(Opt1, ACircleOfAnonymousPropositionsIsFalse) {
  NetMaker maker;
  const ComponentId p = maker.other(false_component);
  const ComponentId q = maker.other(p);
  maker.net.components[p].inputs.assign(1, q);
  const ComponentId end = maker.terminal(q);
  passes::remove_anonymous(maker.net);
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(false_component));
}

// --- Opt2: Algorithm 7
// ----------------------------------------------------------------------------

// The two lights of Figures 4.1 to 4.3.
struct Lights {
  explicit Lights(bool p_initially) {
    p = maker.base(p_initially);
    q = maker.base(false);
    turn_p = maker.move(maker.negate(p));
    turn_q = maker.move(maker.negate(q));
    maker.set_next(p, maker.other(maker.either({turn_p, p})));
    or_q = maker.either({turn_q, q});
    next_q = maker.other(or_q);
    maker.set_next(q, next_q);
    const ComponentId all = maker.both({p, q});
    end = maker.terminal(all);
    goal = maker.goal(100, all);
  }
  NetMaker maker;
  ComponentId p, q, turn_p, turn_q, or_q, next_q, end, goal;
};

TEST(Opt2, TwoLightsOneOfThemOn) {  // Figure 4.6
  Lights lights(true);
  PropNet& net = lights.maker.net;
  // 2 constants, 2 bases, 2 inputs, 2 legal, goal, terminal, 2 anonymous, 2 transitions, AND, 2 OR,
  // 2 NOT
  EXPECT_EQ(net.census().total(), 19U);
  passes::detect_constants(net);
  // p can be true only, so its move is never legal, its OR gate, anonymous proposition and
  // transition go with it, and the AND of both lights is q.
  EXPECT_EQ(net.bases[0].proposition, true_component);
  EXPECT_EQ(net.bases[0].transition, no_component);
  EXPECT_TRUE(is_removed(net, lights.p));
  EXPECT_TRUE(is_removed(net, lights.turn_p));
  ASSERT_EQ(net.roles[0].moves.size(), 1U);
  EXPECT_EQ(net.roles[0].moves[0].input, lights.turn_q);
  EXPECT_THAT(inputs_of(net, lights.end), ElementsAre(lights.q));
  EXPECT_THAT(inputs_of(net, lights.goal), ElementsAre(lights.q));
  EXPECT_THAT(inputs_of(net, lights.or_q), UnorderedElementsAre(lights.turn_q, lights.q));
  const Census census = net.census();
  EXPECT_EQ(census.base, 1U);
  EXPECT_EQ(census.input, 1U);
  EXPECT_EQ(census.legal, 1U);
  EXPECT_EQ(census.transitions, 1U);
  EXPECT_EQ(census.ands, 0U);
  EXPECT_EQ(census.ors, 1U);
  EXPECT_EQ(census.nots, 1U);
  EXPECT_EQ(census.other, 1U);
  EXPECT_EQ(census.total(), 11U);
}

TEST(Opt2, TwoLightsBothOff) {
  Lights lights(false);
  const std::string before = dump(lights.maker.net);
  passes::detect_constants(lights.maker.net);
  EXPECT_EQ(dump(lights.maker.net), before);
}

TEST(Opt2, ValuesWaitForAllInputsOfAGate) {  // lines 5-10
  NetMaker maker;
  const ComponentId a = maker.changing_base();
  const ComponentId stays = maker.base(true);  // {T}: true and kept
  maker.set_next(stays, stays);
  const ComponentId stays_off = maker.base(false);  // {F}
  maker.set_next(stays_off, stays_off);
  const ComponentId falls = maker.base(true);  // {T,F}: the transition reads FALSE
  const ComponentId g1 = maker.goal(1, maker.both({a, stays}));
  const ComponentId g2 = maker.goal(2, maker.both({a, stays_off}));
  const ComponentId g3 = maker.goal(3, maker.either({a, stays}));
  const ComponentId g4 = maker.goal(4, maker.either({a, stays_off}));
  const ComponentId g5 = maker.goal(5, maker.negate(stays_off));
  const ComponentId g6 = maker.goal(6, maker.negate(stays));
  const ComponentId both_change = maker.both({a, falls});
  const ComponentId g7 = maker.goal(7, both_change);
  passes::detect_constants(maker.net);
  EXPECT_THAT(inputs_of(maker.net, g1), ElementsAre(a));
  EXPECT_TRUE(is_removed(maker.net, g2));
  EXPECT_THAT(inputs_of(maker.net, g3), ElementsAre(true_component));
  EXPECT_THAT(inputs_of(maker.net, g4), ElementsAre(a));
  EXPECT_THAT(inputs_of(maker.net, g5), ElementsAre(true_component));
  EXPECT_TRUE(is_removed(maker.net, g6));
  EXPECT_THAT(inputs_of(maker.net, g7), ElementsAre(both_change));
  EXPECT_EQ(maker.net.bases[1].proposition, true_component);
  EXPECT_EQ(maker.net.bases[2].proposition, false_component);
  EXPECT_EQ(maker.net.bases[3].proposition, falls);
}

TEST(Opt2, WhatIsLegalCanBeDone) {  // lines 11-13
  NetMaker maker;
  const ComponentId off = maker.base(false);
  maker.set_next(off, off);
  const ComponentId never = maker.move(off);
  const ComponentId always = maker.move(maker.negate(off));
  const ComponentId by_never = maker.base(false);
  maker.set_next(by_never, maker.either({never, by_never}));
  const ComponentId by_always = maker.base(false);
  maker.set_next(by_always, maker.either({always, by_always}));
  maker.terminal(maker.either({by_never, by_always}));
  passes::detect_constants(maker.net);
  EXPECT_TRUE(is_removed(maker.net, never));
  EXPECT_EQ(maker.net.bases[1].proposition, false_component);
  EXPECT_EQ(maker.net.bases[2].proposition, by_always);
  EXPECT_THAT(inputs_of(maker.net, maker.net.terminal), ElementsAre(by_always));
}

TEST(Opt2, ACircleWithChangingSupportChanges) {
  // p <- q; q <- p or r. It is p that a naive count of false inputs would call always true.
  NetMaker maker;
  const ComponentId r = maker.changing_base();
  const ComponentId p = maker.other(false_component);
  const ComponentId gate = maker.either({p, r});
  const ComponentId q = maker.other(gate);
  maker.net.components[p].inputs.assign(1, q);
  maker.goal(1, p);
  maker.terminal(maker.negate(q));
  const std::string before = dump(maker.net);
  passes::detect_constants(maker.net);
  EXPECT_EQ(dump(maker.net), before);
}

TEST(Opt2, ACircleWithoutSupportIsFalse) {
  NetMaker maker;
  const ComponentId r = maker.base(false);
  maker.set_next(r, r);
  const ComponentId p = maker.either({r});
  maker.feed(p, maker.other(p));
  const ComponentId end = maker.terminal(maker.negate(p));
  passes::detect_constants(maker.net);
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(true_component));
}

TEST(Opt2, ACircleOfAndGatesIsFalseForItsReaders) {
  // p <- q, x; q <- p. Neither value ever enters the circle, so it must not keep a reader of it
  // from being false: the terminal proposition follows z.
  NetMaker maker;
  const ComponentId x = maker.base(true);
  maker.set_next(x, x);
  const ComponentId z = maker.changing_base();
  const ComponentId p = maker.both({x});
  maker.feed(p, maker.other(p));
  const ComponentId end = maker.terminal(maker.either({p, z}));
  const ComponentId goal = maker.goal(1, maker.both({z, maker.negate(p)}));
  passes::detect_constants(maker.net);
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(z));
  EXPECT_THAT(inputs_of(maker.net, goal), ElementsAre(z));
}

TEST(Opt2, ACircleOfPropositionsIsFalseForItsReaders) {
  NetMaker maker;
  const ComponentId z = maker.changing_base();
  const ComponentId p = maker.proposition(PropositionType::other, no_component);
  maker.feed(p, maker.other(p));
  const ComponentId end = maker.terminal(maker.either({p, z}));
  // What reads it through a transition is as constant.
  const ComponentId base = maker.base(true);
  maker.set_next(base, maker.negate(p));
  const ComponentId goal = maker.goal(1, base);
  passes::detect_constants(maker.net);
  EXPECT_THAT(inputs_of(maker.net, end), ElementsAre(z));
  EXPECT_THAT(inputs_of(maker.net, goal), ElementsAre(true_component));
}

// --- Opt3: Algorithm 8
// ----------------------------------------------------------------------------

TEST(Opt3, ChainsOfUnreadComponentsGo) {  // lines 5-7, Figure 4.7
  NetMaker maker;
  const ComponentId a = maker.changing_base();
  const ComponentId b = maker.changing_base();
  maker.terminal(maker.both({a, b}));
  const std::string before = dump(maker.net);
  const ComponentId inverted = maker.negate(a);
  const ComponentId gate = maker.both({inverted, b});
  maker.other(maker.either({gate, inverted}));
  passes::remove_unread(maker.net);
  EXPECT_EQ(dump(maker.net), before);
}

TEST(Opt3, KeepsWhatSomebodyReadsOrWhatHasAMeaning) {
  NetMaker maker;
  const ComponentId base = maker.base(true);  // unread
  maker.move(true_component);                 // its input is unread
  maker.goal(1, maker.negate(false_component));
  maker.terminal(false_component);
  const ComponentId read = maker.other(true_component);
  maker.set_next(base, read);
  const std::string before = dump(maker.net);
  passes::remove_unread(maker.net);
  EXPECT_EQ(dump(maker.net), before);
}

TEST(Opt3, AGateThatReadsTheSameTwiceFreesItOnce) {
  NetMaker maker;
  const ComponentId a = maker.changing_base();
  const std::string before = dump(maker.net);
  const ComponentId inverted = maker.negate(a);
  maker.both({inverted, inverted});
  passes::remove_unread(maker.net);
  EXPECT_EQ(dump(maker.net), before);
}

}  // namespace
}  // namespace palamedes::net
