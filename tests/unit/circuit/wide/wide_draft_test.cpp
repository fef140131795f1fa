// The form of a circuit that passes change: by hand, and random circuits there and back.

#include "circuit/wide/wide_draft.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "circuit/lower.h"
#include "unit/circuit/circuit_testing.h"
#include "unit/net/random_net.h"

namespace palamedes::circuit::wide {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

Circuit lowered(const net::NetMaker& maker) {
  return lower(std::make_shared<net::PropNet>(maker.net));
}

// Four bases that change, and goals over them.
struct Goals {
  Goals() {
    for (net::ComponentId& base : bases) base = maker.changing_base();
  }
  [[nodiscard]] static Literal base(std::size_t i) {
    return {static_cast<CircuitNode>(1 + i), false};
  }

  net::NetMaker maker;
  std::array<net::ComponentId, 4> bases{};
};

TEST(WideDraft, JoinsGatesThatAreReadOnce) {
  Goals game;
  game.maker.goal(1, game.maker.both({game.bases[0], game.bases[1], game.bases[2]}));
  const Circuit circuit = lowered(game.maker);
  ASSERT_EQ(circuit.gates.size(), 2U);
  const WideDraft draft(circuit);
  const auto order = draft.order();
  ASSERT_EQ(order.size(), 1U);
  EXPECT_THAT(draft.leaves(order[0]),
              UnorderedElementsAre(Goals::base(0), Goals::base(1), Goals::base(2)));
  EXPECT_EQ(draft.cost(), 2U);
}

TEST(WideDraft, KeepsGatesThatSeveralRead) {
  Goals game;
  const net::ComponentId shared = game.maker.both({game.bases[0], game.bases[1]});
  game.maker.goal(1, game.maker.both({shared, game.bases[2]}));
  game.maker.goal(2, game.maker.both({shared, game.bases[3]}));
  const WideDraft draft(lowered(game.maker));
  const auto order = draft.order();
  ASSERT_EQ(order.size(), 3U);
  // Inputs come before readers.
  EXPECT_THAT(draft.leaves(order[0]), UnorderedElementsAre(Goals::base(0), Goals::base(1)));
  const Literal both(order[0], false);
  EXPECT_THAT(draft.leaves(order[1]), UnorderedElementsAre(both, Goals::base(2)));
  EXPECT_THAT(draft.leaves(order[2]), UnorderedElementsAre(both, Goals::base(3)));
  const auto readers = draft.count_readers(order);
  EXPECT_EQ(readers[order[0]], 2U);
  EXPECT_EQ(readers[order[1]], 1U);
  EXPECT_EQ(readers[Goals::base(0).node()], 2U);  // the gate, and its own next value
  EXPECT_EQ(draft.cost(), 3U);
}

TEST(WideDraft, FollowsMeanings) {
  Goals game;
  game.maker.goal(1, game.maker.both({game.bases[0], game.bases[1]}));
  WideDraft draft(lowered(game.maker));
  const CircuitNode gate = draft.order().front();
  const CircuitNode first = draft.add({Goals::base(2), Goals::base(3)});
  EXPECT_EQ(first, draft.node_count() - 1);
  // Nothing reads it yet.
  EXPECT_THAT(draft.order(), ElementsAre(gate));
  draft.set_meaning(gate, {first, true});
  EXPECT_EQ(draft.resolve({gate, false}), Literal(first, true));
  EXPECT_EQ(draft.resolve({gate, true}), Literal(first, false));
  EXPECT_THAT(draft.order(), ElementsAre(first));
  draft.set_meaning(first, !Goals::base(3));
  EXPECT_EQ(draft.resolve({gate, false}), Goals::base(3));
  EXPECT_THAT(draft.order(), ElementsAre());
  const Circuit circuit = draft.narrow();
  EXPECT_EQ(circuit.broken_invariant(), "");
  EXPECT_EQ(circuit.gates.size(), 0U);
  EXPECT_EQ(circuit.roles[0].goals[0].literal, Goals::base(3));
}

TEST(WideDraft, NarrowsNewGates) {
  Goals game;
  game.maker.goal(1, game.maker.both({game.bases[0], game.bases[1]}));
  WideDraft draft(lowered(game.maker));
  const CircuitNode gate = draft.order().front();
  // goal: 0 and 1 and not (2 and 3)
  const CircuitNode inner = draft.add({Goals::base(2), Goals::base(3)});
  draft.leaves(gate).push_back({inner, true});
  EXPECT_THAT(draft.order(), ElementsAre(inner, gate));
  EXPECT_EQ(draft.cost(), 3U);
  const Circuit circuit = draft.narrow();
  EXPECT_EQ(circuit.broken_invariant(), "");
  EXPECT_EQ(circuit.gates.size(), 3U);
  CircuitValues values(circuit);
  for (std::uint64_t row = 0; row < 16; ++row) {
    values.set_state({row});
    values.evaluate_state();
    values.evaluate_moves();
    const bool goal = (values.value(circuit.roles[0].goals[0].literal) & 1U) != 0;
    EXPECT_EQ(goal, row == 0b0011 || row == 0b0111 || row == 0b1011) << row;
  }
}

TEST(WideDraft, ThereAndBackIsTheSameGame) {
  std::size_t loops = 0;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    const net::RandomNet original(seed);
    const Circuit before = lower(std::make_shared<net::PropNet>(original.net()));
    loops += before.loops.size();
    WideDraft draft(before);
    const std::size_t cost = draft.cost();
    const Circuit after = draft.narrow();
    ASSERT_EQ(after.broken_invariant(), "") << "seed " << seed;
    EXPECT_LE(after.gates.size(), cost) << "seed " << seed;
    ASSERT_EQ(CircuitBehaviour(after).lines(), net::Behaviour(original.net()).lines())
        << "seed " << seed << "\n"
        << net::dump(original.net());
  }
  EXPECT_GT(loops, 0U);  // recursive rules are among them
}

}  // namespace
}  // namespace palamedes::circuit::wide
