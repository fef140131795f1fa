// The steps that make circuits smaller: numbers by hand, and random networks before and after.

#include "circuit/passes/passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "circuit/lower.h"
#include "circuit/playouts.h"
#include "circuit/turns.h"
#include "unit/circuit/circuit_testing.h"
#include "unit/net/net_testing.h"
#include "unit/net/random_net.h"

namespace palamedes::circuit::passes {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

Circuit lowered(const net::NetMaker& maker) {
  return lower(std::make_shared<net::PropNet>(maker.net));
}

Circuit after(Circuit circuit, std::string_view passes) {
  run_circuit_passes(circuit, parse_circuit_passes(passes).value());
  return circuit;
}

// --- rewrite

TEST(CircuitRewrite, DropsWhatAnotherConditionImplies) {
  net::NetMaker maker;
  const net::ComponentId a = maker.changing_base();
  const net::ComponentId b = maker.changing_base();
  const net::ComponentId c = maker.changing_base();
  // a AND (a OR b) is a; a AND (NOT a OR b) is a AND b; a AND NOT (a AND c) is a AND NOT c.
  maker.goal(1, maker.both({a, maker.either({a, b})}));
  maker.goal(2, maker.both({a, maker.either({maker.negate(a), b})}));
  maker.goal(3, maker.both({a, maker.negate(maker.both({a, c}))}));
  const Circuit circuit = rewrite(lowered(maker), {});
  EXPECT_EQ(circuit.broken_invariant(), "");
  EXPECT_EQ(circuit.roles[0].goals[0].literal, Literal(1, false));
  EXPECT_EQ(circuit.gates.size(), 2U);
}

TEST(CircuitRewrite, TakesOutCommonFactors) {
  net::NetMaker maker;
  const net::ComponentId a = maker.changing_base();
  std::vector<net::ComponentId> others;
  for (int i = 0; i < 5; ++i) others.push_back(maker.changing_base());
  const net::ComponentId any = maker.either({});
  for (const net::ComponentId other : others) maker.feed(any, maker.both({a, other}));
  maker.terminal(any);
  EXPECT_EQ(lowered(maker).gates.size(), 9U);
  // Four to join the others, one for a.
  EXPECT_EQ(rewrite(lowered(maker), {}).gates.size(), 5U);
}

TEST(CircuitRewrite, AMoveThatIsMadeIsLegal) {
  net::NetMaker maker;
  const net::ComponentId p = maker.changing_base();
  const net::ComponentId q = maker.base(false);
  const net::ComponentId go = maker.move(p);
  maker.move(maker.negate(p));
  maker.set_next(q, maker.both({go, p}));
  const Circuit circuit = rewrite(lowered(maker), {});
  EXPECT_EQ(circuit.gates.size(), 0U);
  EXPECT_EQ(circuit.next[1], Literal(circuit.roles[0].moves[0].input, false));
}

TEST(CircuitRewrite, NoneOfMostMovesIsOneOfTheOthers) {
  net::NetMaker maker;
  const net::ComponentId p = maker.base(false);
  std::vector<net::ComponentId> moves;
  for (int i = 0; i < 6; ++i) moves.push_back(maker.move(net::true_component));
  maker.set_next(p, maker.either({moves[0], moves[1], moves[2], moves[3], moves[4]}));
  EXPECT_EQ(lowered(maker).gates.size(), 4U);
  const Circuit circuit = rewrite(lowered(maker), {});
  EXPECT_EQ(circuit.broken_invariant(), "");
  EXPECT_EQ(circuit.gates.size(), 0U);
  // The move that nothing depended on is read now, the others are not.
  EXPECT_EQ(circuit.input_count, 1U);
  EXPECT_EQ(circuit.next[0], Literal(circuit.roles[0].moves[5].input, true));
  EXPECT_EQ(circuit.roles[0].moves[0].input, CircuitMove::no_input);
}

// --- share

TEST(CircuitShare, JoinsThePairThatMostGatesHaveInCommon) {
  net::NetMaker maker;
  std::vector<net::ComponentId> bases;
  for (int i = 0; i < 8; ++i) bases.push_back(maker.changing_base());
  // b and g are in all four; their neighbours in number differ.
  for (const int other : {0, 2, 4, 7}) {
    maker.goal(other, maker.both({bases[1], bases[6], bases[static_cast<std::size_t>(other)]}));
  }
  EXPECT_EQ(share(lowered(maker), {}).gates.size(), 5U);
}

// --- select

// Six pieces on six squares; a move takes what is on a square to another.
TEST(CircuitSelect, LooksUpWhatMovesOnce) {
  constexpr std::size_t squares = 6;
  constexpr std::size_t pieces = 6;
  net::NetMaker maker;
  std::vector<std::vector<net::ComponentId>> at(squares);
  for (auto& row : at) {
    for (std::size_t piece = 0; piece < pieces; ++piece) row.push_back(maker.base(piece == 0));
  }
  std::vector<std::vector<net::ComponentId>> go(squares);
  for (auto& row : go) {
    for (std::size_t to = 0; to < squares; ++to) row.push_back(maker.move(net::true_component));
  }
  for (std::size_t to = 0; to < squares; ++to) {
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      const net::ComponentId any = maker.either({});
      for (std::size_t from = 0; from < squares; ++from) {
        maker.feed(any, maker.both({go[from][to], at[from][piece]}));
      }
      maker.set_next(at[to][piece], any);
    }
  }
  const Circuit before = lowered(maker);
  EXPECT_EQ(before.gates.size(), squares * pieces * (2 * squares - 1));
  const Circuit circuit = select(before, {});
  EXPECT_EQ(circuit.broken_invariant(), "");
  // ORs of moves by where they go and where they come from; per piece one AND for each square and
  // their OR; one AND for each piece and square.
  EXPECT_EQ(circuit.gates.size(),
            2 * squares * (squares - 1) + pieces * (2 * squares - 1) + squares * pieces);
}

// Two pieces on four squares that come and go by themselves; moves take what is on a square to a
// square elsewhere.
struct Board {
  using Row = std::vector<net::ComponentId>;
  static constexpr std::size_t squares = 4;
  static constexpr std::size_t pieces = 2;

  Board() {
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      for (std::size_t from = 0; from < squares; ++from) {
        const net::ComponentId base = at[piece].emplace_back(maker.base((from >> piece) % 2 == 0));
        maker.set_next(base, maker.negate(base));
      }
    }
  }

  // Moves of the last role: for each piece and square, whether the piece comes there. A move takes
  // the piece under the condition for the piece and where it begins.
  std::array<Row, pieces> add_moves(const std::array<Row, pieces>& conditions) {
    std::array<Row, pieces> result;
    for (std::size_t to = 0; to < squares; ++to) {
      Row moves;
      for (std::size_t from = 0; from < squares; ++from)
        moves.push_back(maker.move(net::true_component));
      for (std::size_t piece = 0; piece < pieces; ++piece) {
        const net::ComponentId any = result[piece].emplace_back(maker.either({}));
        for (std::size_t from = 0; from < squares; ++from) {
          maker.feed(any, maker.both({moves[from], conditions[piece][from]}));
        }
        maker.set_next(maker.base(false), any);
      }
    }
    return result;
  }

  void expect_smaller_and_the_same_game() {
    const Circuit before = lowered(maker);
    const Circuit circuit = select(before, {});
    EXPECT_EQ(circuit.broken_invariant(), "");
    EXPECT_LT(circuit.gates.size(), before.gates.size());
    EXPECT_EQ(CircuitBehaviour(circuit).lines(), net::Behaviour(maker.net).lines());
  }

  net::NetMaker maker;
  std::array<Row, pieces> at;
};

TEST(CircuitSelect, KeepsRolesThatMoveAtOnceApart) {
  Board board;
  for (int role = 0; role < 2; ++role) {
    board.maker.role();
    board.add_moves(board.at);
  }
  board.expect_smaller_and_the_same_game();
}

// The condition of a move depends on a gate that is looked up for the same role, under conditions
// that both have.
TEST(CircuitSelect, KeepsConditionsThatDependOnMovesApart) {
  Board board;
  board.maker.role();
  const auto first = board.add_moves(board.at);
  auto conditions = board.at;
  for (std::size_t piece = 0; piece < Board::pieces; ++piece) {
    conditions[piece].back() = first[piece].front();
  }
  board.add_moves(conditions);
  board.maker.role();
  for (const auto& row : first)
    board.maker.feed(row.front(), board.maker.move(net::true_component));
  board.maker.move(net::true_component);
  board.expect_smaller_and_the_same_game();
}

// --- invariants

// A token on one of three fields goes round; the rules say where it is not, too.
struct Ring {
  Ring() {
    for (int i = 0; i < 3; ++i) fields.push_back(maker.base(i == 0));
    const net::ComponentId go = maker.move(net::true_component);
    const net::ComponentId stay = maker.move(net::true_component);
    for (std::size_t i = 0; i < 3; ++i) {
      maker.set_next(fields[i], maker.either({maker.both({go, fields[(i + 2) % 3]}),
                                              maker.both({stay, fields[i]})}));
    }
    twin = maker.base(false);
    maker.set_next(twin, maker.either({maker.both({go, fields[0]}), maker.both({stay, twin})}));
    maker.goal(1, maker.both({fields[0], fields[1]}));
    maker.goal(2, maker.either({fields[0], fields[1], fields[2]}));
    maker.goal(3, maker.negate(maker.both({maker.negate(fields[0]), maker.negate(twin)})));
  }
  net::NetMaker maker;
  std::vector<net::ComponentId> fields;
  net::ComponentId twin;
};

TEST(CircuitInvariants, FindGroupsAndEqualFacts) {
  Ring ring;
  const Circuit circuit = find_invariants(lowered(ring.maker), {});
  EXPECT_EQ(circuit.broken_invariant(), "");
  // The twin is the second field: it moves on with the token, and stays with it. As the fluents
  // have no arguments, all are one candidate, which fails because the twin is true as well.
  EXPECT_EQ(circuit.next[3], circuit.next[1]);
}

TEST(CircuitInvariants, OfFactsThatDifferInAnArgument) {
  net::NetMaker maker;
  std::vector<net::ComponentId> fields;
  for (int i = 0; i < 3; ++i) {
    fields.push_back(maker.base(i == 0));
    const gdl::TermId number =
        maker.net.pool.intern(maker.net.symbols.intern(std::to_string(i)), {});
    maker.net.bases.back().fluent =
        maker.net.pool.intern(maker.net.symbols.intern("at"), std::vector{number});
  }
  const net::ComponentId go = maker.move(net::true_component);
  const net::ComponentId stay = maker.move(net::true_component);
  for (std::size_t i = 0; i < 3; ++i) {
    maker.set_next(fields[i], maker.either({maker.both({go, fields[(i + 2) % 3]}),
                                            maker.both({stay, fields[i]})}));
  }
  maker.goal(1, maker.both({fields[0], fields[1]}));
  maker.goal(2, maker.either({fields[0], fields[1], fields[2]}));
  maker.goal(3, maker.either({fields[0], fields[1]}));
  const Circuit circuit = find_invariants(lowered(maker), {});
  ASSERT_THAT(circuit.groups, SizeIs(1));
  EXPECT_THAT(circuit.groups[0].nodes, ElementsAre(1, 2, 3));
  EXPECT_TRUE(circuit.groups[0].exactly_one);
  const Circuit small = rewrite(circuit, {});
  EXPECT_EQ(small.roles[0].goals[0].literal, false_literal);
  EXPECT_EQ(small.roles[0].goals[1].literal, true_literal);
  EXPECT_EQ(small.roles[0].goals[2].literal, Literal(3, true));
}

// What only seems to hold: the end comes after more steps than any game of the sample has.
TEST(CircuitInvariants, AreNotBelievedWithoutProof) {
  net::NetMaker maker;
  std::vector<net::ComponentId> digits;
  net::ComponentId carry = net::true_component;
  for (int i = 0; i < 12; ++i) {  // counts to 4096
    const net::ComponentId digit = maker.base(false);
    maker.set_next(digit, maker.either({maker.both({carry, maker.negate(digit)}),
                                        maker.both({maker.negate(carry), digit})}));
    carry = maker.both({carry, digit});
    digits.push_back(digit);
  }
  const net::ComponentId late = maker.base(false);
  maker.set_next(late, maker.either({late, carry}));
  maker.move(net::true_component);
  maker.terminal(late);
  const Circuit circuit = after(lowered(maker), default_circuit_passes);
  EXPECT_NE(circuit.terminal, false_literal);
  CircuitValues values(circuit);
  values.set_state(circuit.initial_state());
  std::size_t steps = 0;
  for (; steps < 5000; ++steps) {
    values.evaluate_state();
    if (values.value(circuit.terminal) != 0) break;
    values.evaluate_moves();
    values.step();
  }
  EXPECT_EQ(steps, 4096U);
}

// --- turns

TEST(CircuitTurns, MovesOfDifferentRolesExcludeEachOther) {
  net::NetMaker maker;
  const net::ComponentId first = maker.changing_base();
  const net::ComponentId not_first = maker.negate(first);
  const net::ComponentId p = maker.base(false);
  maker.role();
  const net::ComponentId a = maker.move(first);
  const net::ComponentId b = maker.move(maker.both({first, p}));
  const net::ComponentId wait = maker.move(not_first);
  maker.role();
  const net::ComponentId c = maker.move(not_first);
  const net::ComponentId wait_too = maker.move(first);
  maker.set_next(p, maker.either({a, b, c, maker.both({wait, wait_too})}));
  const Circuit circuit = find_turn_taking(lowered(maker), {});
  ASSERT_THAT(circuit.groups, SizeIs(1));
  const auto input = [&](std::size_t role, std::size_t move) {
    return circuit.roles[role].moves[move].input;
  };
  EXPECT_THAT(circuit.groups[0].nodes, ElementsAre(input(0, 0), input(0, 1), input(1, 0)));
}

// --- sweep

TEST(CircuitSweep, MergesWhatIsEqualForAReason) {
  net::NetMaker maker;
  const net::ComponentId a = maker.changing_base();
  const net::ComponentId b = maker.base(true);
  maker.set_next(b, maker.either({a, b}));
  // Exclusive or, said twice.
  const net::ComponentId one =
      maker.either({maker.both({a, maker.negate(b)}), maker.both({maker.negate(a), b})});
  const net::ComponentId two = maker.both({maker.either({a, b}), maker.negate(maker.both({a, b}))});
  maker.goal(1, one);
  maker.goal(2, two);
  const Circuit circuit = sweep(lowered(maker), {});
  EXPECT_EQ(circuit.broken_invariant(), "");
  EXPECT_EQ(circuit.roles[0].goals[0].literal, circuit.roles[0].goals[1].literal);
}

// --- all of them

TEST(CircuitPasses, KeepRandomNetworksAsTheyAre) {
  constexpr std::array sets = {std::string_view("rewrite"), std::string_view("share"),
                               std::string_view("select"),  std::string_view("turns,select"),
                               std::string_view("sweep"),   std::string_view("invariants,sweep"),
                               default_circuit_passes};
  std::vector<std::size_t> removed(sets.size(), 0);
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const net::PropNet net = net::RandomNet(seed).net();
    const auto expected = net::Behaviour(net, net::AtTheEnd::stop).lines();
    const Circuit circuit = lower(std::make_shared<net::PropNet>(net));
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const Circuit changed = after(circuit, sets[i]);
      ASSERT_EQ(changed.broken_invariant(), "") << sets[i] << ", seed " << seed;
      ASSERT_EQ(CircuitBehaviour(changed, net::AtTheEnd::stop).lines(), expected)
          << sets[i] << ", seed " << seed;
      ASSERT_LE(changed.gates.size(), circuit.gates.size()) << sets[i] << ", seed " << seed;
      removed[i] += circuit.gates.size() - changed.gates.size();
    }
  }
  EXPECT_GT(removed.back(), 0U);
  EXPECT_GT(removed.front(), 0U);
}

TEST(CircuitPasses, AreKnownByTheirNames) {
  const auto passes = parse_circuit_passes("share,dead");
  ASSERT_TRUE(passes);
  ASSERT_THAT(*passes, SizeIs(2));
  EXPECT_EQ((*passes)[0].name, "share");
  EXPECT_TRUE(parse_circuit_passes("")->empty());
  EXPECT_EQ(parse_circuit_passes("default")->size(),
            parse_circuit_passes(default_circuit_passes)->size());
  const auto wrong = parse_circuit_passes("rewrite,shar");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().list().front().message, testing::HasSubstr("'shar'"));
  EXPECT_THAT(wrong.error().list().front().hint, testing::HasSubstr("share"));
}

TEST(CircuitPasses, ReportSizes) {
  Ring ring;
  Circuit circuit = lowered(ring.maker);
  const CircuitCensus before = census_of(circuit);
  EXPECT_EQ(before.bases, 4U);
  EXPECT_EQ(before.inputs, 2U);
  EXPECT_EQ(before.gates(), circuit.gates.size());
  const auto reports = run_circuit_passes(circuit, parse_circuit_passes("dead,rewrite").value());
  ASSERT_THAT(reports, SizeIs(2));
  EXPECT_EQ(reports[0].name, "dead");
  EXPECT_EQ(reports[0].before, before);
  EXPECT_EQ(reports[1].before, reports[0].after);
  EXPECT_EQ(reports[1].after, census_of(circuit));
}

TEST(CircuitPlayouts, DrawEveryLegalMoveEquallyOften) {
  net::NetMaker maker;
  std::vector<net::ComponentId> seen;
  for (int i = 0; i < 3; ++i) seen.push_back(maker.base(false));
  for (const net::ComponentId base : seen) maker.set_next(base, maker.move(net::true_component));
  maker.move(net::false_component);
  const Circuit circuit = lowered(maker);
  CircuitPlayouts playouts(circuit, 7);
  std::array<std::size_t, 3> count{};
  constexpr std::size_t steps = 1000;
  for (std::size_t step = 0; step <= steps; ++step) {
    playouts.step();
    EXPECT_EQ(playouts.going_on(), ~CircuitPlayouts::Word{0});
    CircuitPlayouts::Word once = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto word = playouts.values().base(i);
      EXPECT_EQ(once & word, 0U);
      once |= word;
      count[i] += static_cast<std::size_t>(std::popcount(word));
    }
  }
  // 64,000 draws: the standard deviation of each count is 119.
  for (const std::size_t number : count) EXPECT_NEAR(static_cast<double>(number), 64000.0 / 3, 600);
}

}  // namespace
}  // namespace palamedes::circuit::passes
