// Lowering: small circuits by hand, and random networks against the plain evaluation of the
// network.

#include "circuit/lower.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "circuit/builder.h"
#include "unit/circuit/circuit_testing.h"
#include "unit/net/net_testing.h"
#include "unit/net/random_net.h"

namespace palamedes::circuit {
namespace {

TEST(CircuitBuilder, EqualGatesAreOneAndTrivialOnesNone) {
  CircuitBuilder builder(4);
  const Literal a(1, false);
  const Literal b(2, false);
  const Literal c(3, false);
  const Literal both = builder.and_of(a, b);
  EXPECT_EQ(builder.and_of(b, a), both);
  EXPECT_EQ(builder.or_of(!a, !b), !both);
  EXPECT_EQ(builder.and_of(a, a), a);
  EXPECT_EQ(builder.and_of(a, !a), false_literal);
  EXPECT_EQ(builder.and_of(a, true_literal), a);
  EXPECT_EQ(builder.and_of(false_literal, a), false_literal);
  EXPECT_EQ(builder.gates().size(), 1U);
  const std::vector<Literal> row = {c, a, true_literal, b, a};
  EXPECT_EQ(builder.and_of_all(row), builder.and_of(both, c));
  EXPECT_EQ(builder.gates().size(), 2U);
  const std::vector<Literal> contradiction = {a, b, !a};
  EXPECT_EQ(builder.and_of_all(contradiction), false_literal);
  EXPECT_EQ(builder.or_of_all(contradiction), true_literal);
  EXPECT_EQ(builder.and_of_all({}), true_literal);
  EXPECT_EQ(builder.or_of_all({}), false_literal);
}

TEST(CircuitBuilder, FindsManyGatesAgain) {
  constexpr CircuitNode given = 200;
  CircuitBuilder builder(given);
  std::vector<Literal> made;
  for (CircuitNode a = 1; a < given; ++a) {
    for (CircuitNode b = a + 1; b < given; b += 7) {
      made.push_back(builder.and_of(Literal(a, b % 2 == 0), Literal(b, false)));
    }
  }
  const std::size_t count = builder.gates().size();
  EXPECT_EQ(count, made.size());
  std::size_t i = 0;
  for (CircuitNode a = 1; a < given; ++a) {
    for (CircuitNode b = a + 1; b < given; b += 7) {
      Literal found;
      EXPECT_TRUE(builder.find(Literal(b, false), Literal(a, b % 2 == 0), found));
      EXPECT_EQ(found, made[i++]);
    }
  }
  EXPECT_EQ(builder.gates().size(), count);
}

TEST(Lower, StatePartBeforeMovePart) {
  net::NetMaker maker;
  const net::ComponentId p = maker.base(true);
  const net::ComponentId q = maker.base(false);
  const net::ComponentId turn = maker.move(maker.both({p, q}));
  maker.set_next(p, maker.both({turn, p}));
  maker.set_next(q, maker.either({p, q}));
  maker.terminal(maker.either({p, q}));
  maker.goal(100, maker.negate(maker.both({q, p})));
  const Circuit circuit = lower(std::make_shared<net::PropNet>(maker.net));
  EXPECT_EQ(circuit.broken_invariant(), "");
  ASSERT_EQ(circuit.bases.size(), 2U);
  EXPECT_EQ(circuit.initial_state(), std::vector<std::uint64_t>{1});
  EXPECT_EQ(circuit.input_count, 1U);
  // p AND q, NOT (p OR q), and p AND turn.
  EXPECT_EQ(circuit.first_goal_gate, circuit.first_move_gate);
  EXPECT_EQ(circuit.gates.size(), 3U);
  EXPECT_EQ(circuit.node_count() - circuit.first_move_gate, 1U);
  EXPECT_EQ(circuit.next[1], circuit.terminal);
  EXPECT_EQ(circuit.roles[0].goals[0].literal, !circuit.roles[0].moves[0].legal);
  EXPECT_TRUE(circuit.loops.empty());
}

TEST(Lower, WhatOnlyGoalsNeedStandsBetween) {
  net::NetMaker maker;
  const net::ComponentId p = maker.changing_base();
  const net::ComponentId q = maker.changing_base();
  const net::ComponentId r = maker.base(false);
  const net::ComponentId all = maker.both({p, q});
  maker.goal(100, maker.both({all, r}));
  maker.set_next(r, maker.both({all, maker.move(net::true_component)}));
  const Circuit circuit = lower(std::make_shared<net::PropNet>(maker.net));
  EXPECT_EQ(circuit.broken_invariant(), "");
  ASSERT_EQ(circuit.gates.size(), 3U);
  EXPECT_EQ(circuit.first_goal_gate, circuit.first_gate() + 1);
  EXPECT_EQ(circuit.first_move_gate, circuit.first_gate() + 2);
  EXPECT_EQ(circuit.roles[0].goals[0].literal, Literal(circuit.first_goal_gate, false));
}

TEST(Lower, NoMoveIsMadeWhenTheEndIsJudged) {
  net::NetMaker maker;
  const net::ComponentId p = maker.base(true);
  const net::ComponentId turn = maker.move(net::true_component);
  const net::ComponentId turned = maker.both({turn, p});
  maker.set_next(p, turned);
  maker.terminal(turned);
  maker.goal(1, maker.negate(turned));
  const Circuit circuit = lower(std::make_shared<net::PropNet>(maker.net));
  EXPECT_EQ(circuit.broken_invariant(), "");
  EXPECT_EQ(circuit.terminal, false_literal);
  EXPECT_EQ(circuit.roles[0].goals[0].literal, true_literal);
  EXPECT_EQ(circuit.gates.size(), 1U);
}

TEST(Lower, ConstantBasesAndUnreadInputs) {
  net::NetMaker maker;
  const net::ComponentId p = maker.base(true);
  const net::ComponentId q = maker.base(false);
  maker.move(p);
  const net::ComponentId used = maker.move(q);
  maker.set_next(q, used);
  maker.net.bases[0].proposition = net::true_component;
  maker.net.bases[0].transition = net::no_component;
  maker.net.components[maker.net.roles[0].moves[0].legal].inputs.assign(1, net::true_component);
  const Circuit circuit = lower(std::make_shared<net::PropNet>(maker.net));
  EXPECT_EQ(circuit.broken_invariant(), "");
  EXPECT_THAT(circuit.always, testing::ElementsAre(maker.net.bases[0].fluent));
  ASSERT_EQ(circuit.bases.size(), 1U);
  EXPECT_EQ(circuit.bases[0].fluent, maker.net.bases[1].fluent);
  EXPECT_EQ(circuit.roles[0].moves[0].legal, true_literal);
  EXPECT_EQ(circuit.roles[0].moves[0].input, CircuitMove::no_input);
  EXPECT_EQ(circuit.roles[0].moves[1].legal, Literal(1, false));
  EXPECT_EQ(circuit.next[0], Literal(circuit.roles[0].moves[1].input, false));
}

// x <- p or y; y <- q or x: both are p OR q in the end.
TEST(Lower, ACircleMeansItsLeastFixpoint) {
  net::NetMaker maker;
  const net::ComponentId p = maker.changing_base();
  const net::ComponentId q = maker.changing_base();
  const net::ComponentId x = maker.either({p});
  const net::ComponentId y = maker.either({q, x});
  maker.feed(x, y);
  maker.terminal(x);
  maker.goal(1, maker.negate(y));
  const net::ComponentId alone = maker.either({});
  maker.feed(alone, alone);
  maker.goal(2, alone);
  const Circuit circuit = lower(std::make_shared<net::PropNet>(maker.net));
  EXPECT_EQ(circuit.broken_invariant(), "");
  EXPECT_EQ(circuit.loops.size(), 1U);
  EXPECT_EQ(circuit.roles[0].goals[1].literal, false_literal);
  CircuitValues values(circuit);
  values.set_base(0, 0b0101);
  values.set_base(1, 0b0011);
  values.evaluate_state();
  EXPECT_EQ(values.value(circuit.terminal) & 0xfU, 0b0111U);
  EXPECT_EQ(values.value(circuit.roles[0].goals[0].literal) & 0xfU, 0b1000U);
}

TEST(Lower, RandomNetworksBehaveTheSame) {
  std::size_t loops = 0;
  std::size_t moves_in_loops = 0;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    const net::PropNet net = net::RandomNet(seed).net();
    const Circuit circuit = lower(std::make_shared<net::PropNet>(net));
    ASSERT_EQ(circuit.broken_invariant(), "") << seed;
    ASSERT_EQ(CircuitBehaviour(circuit).lines(), net::Behaviour(net).lines()) << seed;
    loops += circuit.loops.size();
    for (const CircuitLoop& loop : circuit.loops) {
      moves_in_loops += loop.first_gate >= circuit.first_move_gate ? 1 : 0;
    }
  }
  EXPECT_GT(loops, 100U);
  EXPECT_GT(moves_in_loops, 50U);
}

TEST(BrokenInvariant, TellsWhatIsWrong) {
  net::NetMaker maker;
  const net::ComponentId p = maker.base(true);
  const net::ComponentId q = maker.base(false);
  const net::ComponentId turn = maker.move(maker.both({p, q}));
  maker.set_next(p, maker.both({turn, p}));
  const Circuit good = lower(std::make_shared<net::PropNet>(maker.net));
  ASSERT_EQ(good.broken_invariant(), "");
  Circuit circuit = good;
  circuit.gates[0].b = Literal(circuit.first_gate() + 1, false);
  EXPECT_THAT(circuit.broken_invariant(), testing::HasSubstr("comes later"));
  circuit = good;
  circuit.first_move_gate = circuit.node_count();
  EXPECT_THAT(circuit.broken_invariant(), testing::HasSubstr("of the state part depends on moves"));
  circuit = good;
  circuit.terminal = circuit.next[0];
  EXPECT_THAT(circuit.broken_invariant(), testing::HasSubstr("the end depends on moves"));
  circuit = good;
  circuit.feedback_count = 1;
  EXPECT_NE(circuit.broken_invariant(), "");
}

}  // namespace
}  // namespace palamedes::circuit
