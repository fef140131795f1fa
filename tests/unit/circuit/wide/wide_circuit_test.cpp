// Gates of any width: numbers by hand, and random circuits before and after each step.

#include "circuit/wide/wide_circuit.h"

#include <set>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "circuit/lower.h"
#include "circuit/wide/reader_count.h"
#include "net/passes/passes.h"
#include "unit/circuit/wide/wide_testing.h"
#include "unit/net/random_net.h"

namespace palamedes::circuit::wide {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

// --- what is there

TEST(WideCircuit, NumbersTheConstantThenBasesInputsAndGates) {
  WideCircuit wide = sources(2, 3);
  const Literal gate = all_of(wide, {base(wide, 0), input(wide, 2)});
  EXPECT_EQ(wide.base(0), 1U);
  EXPECT_EQ(wide.first_input(), 3U);
  EXPECT_EQ(wide.first_gate(), 6U);
  EXPECT_EQ(gate, Literal(6, false));
  EXPECT_EQ(wide.node_count(), 7U);
  EXPECT_FALSE(wide.is_base(0) || wide.is_input(0) || wide.is_gate(0));
  EXPECT_TRUE(wide.is_base(2));
  EXPECT_TRUE(wide.is_input(3) && wide.is_input(5) && !wide.is_input(6));
  EXPECT_TRUE(wide.is_gate(6) && !wide.is_gate(5));
  EXPECT_THAT(inputs_of(wide, gate), ElementsAre(base(wide, 0), input(wide, 2)));
}

TEST(WideCircuit, HasAWordForEach64Bases) {
  EXPECT_EQ(sources(0).state_words(), 0U);
  EXPECT_EQ(sources(64).state_words(), 1U);
  EXPECT_EQ(sources(65).state_words(), 2U);
}

TEST(WideBuilder, MakesNothingTrivialAndNothingTwice) {
  WideCircuit wide = sources(3);
  const Literal a = base(wide, 0);
  const Literal b = base(wide, 1);
  EXPECT_EQ(all_of(wide, {}), true_literal);
  EXPECT_EQ(all_of(wide, {a}), a);
  EXPECT_EQ(all_of(wide, {a, true_literal, a}), a);
  EXPECT_EQ(all_of(wide, {a, b, !a}), false_literal);
  EXPECT_EQ(all_of(wide, {a, false_literal}), false_literal);
  const Literal both = all_of(wide, {b, a});
  EXPECT_EQ(all_of(wide, {a, b, b}), both);
  EXPECT_NE(all_of(wide, {a, !b}), both);
  EXPECT_EQ(gate_count(wide), 2U);
}

TEST(WideBuilder, KnowsTheGatesThatWereThereBefore) {
  WideCircuit wide = sources(2);
  std::vector<Literal> literals = {base(wide, 1), base(wide, 0)};
  const Literal first = WideBuilder(wide).conjunction(literals);
  EXPECT_EQ(WideBuilder(wide).conjunction(literals), first);
  EXPECT_EQ(gate_count(wide), 1U);
}

TEST(SimplifyConjunction, SortsAndDropsWhatSaysNothing) {
  const Literal a(1, false);
  const Literal b(2, false);
  std::vector<Literal> literals = {b, true_literal, a, b, a};
  EXPECT_TRUE(simplify_conjunction(literals));
  EXPECT_THAT(literals, ElementsAre(a, b));
  literals = {b, !a, a};
  EXPECT_FALSE(simplify_conjunction(literals));
  literals = {a, false_literal};
  EXPECT_FALSE(simplify_conjunction(literals));
  literals = {};
  EXPECT_TRUE(simplify_conjunction(literals));
}

TEST(ReaderCount, TakesInWhatOneGateReadsUncomplemented) {
  constexpr CircuitNode once = 1;
  constexpr CircuitNode twice = 2;
  constexpr CircuitNode complemented = 3;
  constexpr CircuitNode output = 4;
  constexpr CircuitNode never = 5;
  ReaderCount readers(6);
  readers.add_gate({once, false});
  readers.add_gate({twice, false});
  readers.add_gate({twice, false});
  readers.add_gate({complemented, true});
  readers.add_output({output, false});
  EXPECT_TRUE(readers.goes_into_reader(once));
  EXPECT_FALSE(readers.goes_into_reader(twice));
  EXPECT_FALSE(readers.goes_into_reader(complemented));
  EXPECT_FALSE(readers.goes_into_reader(output));
  EXPECT_FALSE(readers.goes_into_reader(never));
}

// --- collapse

TEST(Collapse, PutsAGateIntoItsOnlyReader) {
  WideCircuit wide = sources(5);
  const Literal inner = all_of(wide, {base(wide, 0), base(wide, 1)});
  const Literal shared = all_of(wide, {base(wide, 2), base(wide, 3)});
  const Literal outer = all_of(wide, {inner, shared, base(wide, 4)});
  wide.next = {outer, shared, false_literal, false_literal, false_literal};
  collapse(wide);
  EXPECT_EQ(gate_count(wide), 2U);
  EXPECT_THAT(inputs_of(wide, wide.next[0]),
              UnorderedElementsAre(base(wide, 0), base(wide, 1), wide.next[1], base(wide, 4)));
}

TEST(Collapse, GoesThroughSeveralLevels) {
  WideCircuit wide = sources(4);
  Literal chain = base(wide, 0);
  for (std::size_t i = 1; i < 4; ++i) chain = all_of(wide, {chain, base(wide, i)});
  wide.terminal = chain;
  ASSERT_EQ(gate_count(wide), 3U);
  collapse(wide);
  EXPECT_EQ(gate_count(wide), 1U);
  EXPECT_THAT(inputs_of(wide, wide.terminal),
              ElementsAre(base(wide, 0), base(wide, 1), base(wide, 2), base(wide, 3)));
}

TEST(Collapse, KeepsAnAndApartFromTheOrThatReadsIt) {
  WideCircuit wide = sources(3);
  const Literal inner = all_of(wide, {base(wide, 0), base(wide, 1)});
  wide.next = {any_of(wide, {inner, base(wide, 2)}), false_literal, false_literal};
  collapse(wide);
  EXPECT_EQ(gate_count(wide), 2U);
}

TEST(Collapse, DropsDeadGates) {
  WideCircuit wide = sources(3);
  const Literal wanted = all_of(wide, {base(wide, 0), base(wide, 1)});
  // Read by a dead gate only, which does not count as a reader.
  const Literal dead = all_of(wide, {wanted, base(wide, 2)});
  static_cast<void>(all_of(wide, {!dead, base(wide, 2)}));
  wide.terminal = all_of(wide, {wanted, !base(wide, 2)});
  collapse(wide);
  EXPECT_EQ(gate_count(wide), 1U);
  EXPECT_THAT(inputs_of(wide, wide.terminal),
              ElementsAre(base(wide, 0), base(wide, 1), !base(wide, 2)));
}

TEST(Collapse, SeesThatWhatWasTakenInContradicts) {
  WideCircuit wide = sources(2);
  const Literal inner = all_of(wide, {base(wide, 0), base(wide, 1)});
  wide.terminal = all_of(wide, {inner, !base(wide, 0)});
  collapse(wide);
  EXPECT_EQ(wide.terminal, false_literal);
  EXPECT_EQ(gate_count(wide), 0U);
}

// --- factor

// turn AND base 0, turn AND base 1, …: so many.
std::vector<Literal> moves_of_a_turn(WideCircuit& wide, Literal turn, std::size_t count) {
  std::vector<Literal> terms;
  for (std::size_t i = 0; i < count; ++i) terms.push_back(all_of(wide, {turn, base(wide, i)}));
  return terms;
}

TEST(Factor, TakesWhatAllTermsNeedOutOfAnOr) {
  constexpr std::size_t terms = 8;
  WideCircuit wide = sources(terms + 1);
  const Literal turn = base(wide, terms);
  wide.next.assign(terms + 1, false_literal);
  wide.next[0] = any_of(wide, moves_of_a_turn(wide, turn, terms));
  factor(wide);
  collapse(wide);
  // turn AND (0 OR 1 OR …): two gates, and the turn is read once.
  EXPECT_EQ(gate_count(wide), 2U);
  const std::vector<Literal> product = inputs_of(wide, wide.next[0]);
  EXPECT_FALSE(wide.next[0].is_complemented());
  ASSERT_EQ(product.size(), 2U);
  EXPECT_EQ(product[0], turn);
  EXPECT_EQ(inputs_of(wide, product[1]).size(), terms);
}

TEST(Factor, LeavesAFewTermsAlone) {
  constexpr std::size_t terms = 7;
  WideCircuit wide = sources(terms + 1);
  wide.terminal = any_of(wide, moves_of_a_turn(wide, base(wide, terms), terms));
  factor(wide);
  collapse(wide);
  EXPECT_EQ(gate_count(wide), terms + 1);
}

TEST(Factor, LeavesTermsWithoutTheFactorWhereTheyAre) {
  constexpr std::size_t terms = 8;
  WideCircuit wide = sources(terms + 2);
  const Literal turn = base(wide, terms);
  const Literal other = base(wide, terms + 1);
  std::vector<Literal> list = moves_of_a_turn(wide, turn, terms);
  list.push_back(all_of(wide, {other, base(wide, 0)}));
  list.push_back(!other);
  wide.terminal = any_of(wide, list);
  factor(wide);
  collapse(wide);
  // the OR, its product of the turn and the OR of the rest, and the other term
  EXPECT_EQ(gate_count(wide), 4U);
  EXPECT_TRUE(wide.terminal.is_complemented());
  EXPECT_EQ(inputs_of(wide, wide.terminal).size(), 3U);
}

TEST(Factor, FindsSeveralFactorsOfOneOr) {
  constexpr std::size_t terms = 8;
  WideCircuit wide = sources(terms + 2);
  std::vector<Literal> list = moves_of_a_turn(wide, base(wide, terms), terms);
  for (const Literal term : moves_of_a_turn(wide, base(wide, terms + 1), terms)) {
    list.push_back(term);
  }
  wide.terminal = any_of(wide, list);
  factor(wide);
  collapse(wide);
  // Both factors leave the same OR behind: it, a product of each factor, and the OR of the two.
  EXPECT_EQ(gate_count(wide), 4U);
  EXPECT_EQ(inputs_of(wide, wide.terminal).size(), 2U);
}

// --- answers without moves

TEST(CutMovesFromAnswers, AsksForAnswersWhenNobodyMoves) {
  WideCircuit wide = sources(2, 1);
  const Literal made = input(wide, 0);
  const Literal with_move = all_of(wide, {base(wide, 0), made});
  const Literal unless_made = all_of(wide, {base(wide, 1), !made});
  wide.next = {with_move, unless_made};
  WideCircuit::Role& role = wide.roles.emplace_back();
  role.legal = {with_move, !with_move, base(wide, 0)};
  role.input = {made.node(), WideCircuit::no_input, WideCircuit::no_input};
  role.goals = {{50, unless_made}};
  wide.terminal = all_of(wide, {unless_made, !with_move});
  ASSERT_TRUE(cut_moves_from_answers(wide));
  EXPECT_THAT(wide.next, ElementsAre(with_move, unless_made));
  EXPECT_THAT(wide.roles[0].legal, ElementsAre(false_literal, true_literal, base(wide, 0)));
  EXPECT_THAT(wide.roles[0].goals, ElementsAre(Pair(50, base(wide, 1))));
  EXPECT_EQ(wide.terminal, base(wide, 1));
}

TEST(CutMovesFromAnswers, ChangesNothingWhereNoAnswerReadsAMove) {
  WideCircuit wide = sources(1, 1);
  wide.next = {all_of(wide, {base(wide, 0), input(wide, 0)})};
  wide.terminal = base(wide, 0);
  ASSERT_TRUE(cut_moves_from_answers(wide));
  EXPECT_EQ(gate_count(wide), 1U);
  EXPECT_EQ(wide.terminal, base(wide, 0));
}

// Of a short list and a longer one that begins otherwise.
TEST(HashOfLiterals, DependsOnAllOfThem) {
  const auto hash = [](std::vector<std::uint32_t> codes) {
    std::vector<Literal> literals;
    for (const std::uint32_t code : codes) literals.push_back(Literal::from_code(code));
    return hash_of(literals);
  };
  std::set<std::uint64_t> seen;
  std::size_t lists = 0;
  for (std::uint32_t a = 2; a < 40; ++a) {
    for (std::uint32_t b = a + 1; b < 40; ++b) {
      seen.insert(hash({a, b}));
      ++lists;
      for (std::uint32_t c = b + 1; c < 40; ++c) {
        seen.insert(hash({a, b, c}));
        ++lists;
      }
    }
  }
  EXPECT_EQ(seen.size(), lists);
}

// --- laws

constexpr std::uint32_t circuits = 300;

TEST(RandomWide, CollapseAndFactorKeepEveryOutput) {
  std::size_t fewer = 0;
  std::size_t factored = 0;
  for (std::uint32_t seed = 1; seed <= circuits; ++seed) {
    WideCircuit wide = random_wide(seed);
    const Tables expected = tables_of(wide);
    ASSERT_EQ(broken_invariant(wide), "") << "seed " << seed;
    const std::size_t before = gate_count(wide);
    collapse(wide);
    ASSERT_EQ(broken_invariant(wide), "") << "seed " << seed;
    ASSERT_EQ(tables_of(wide), expected) << "collapse, seed " << seed;
    if (gate_count(wide) < before) ++fewer;
    const std::size_t literals = wide.literals.size();
    factor(wide);
    ASSERT_EQ(broken_invariant(wide), "") << "seed " << seed;
    ASSERT_EQ(tables_of(wide), expected) << "factor, seed " << seed;
    collapse(wide);
    ASSERT_EQ(tables_of(wide), expected) << "both, seed " << seed;
    if (wide.literals.size() < literals) ++factored;
  }
  EXPECT_GT(fewer, circuits / 2);
  EXPECT_GT(factored, circuits / 10);
}

TEST(RandomWide, AnswersWithoutMovesAreThoseOfNoMove) {
  for (std::uint32_t seed = 1; seed <= circuits; ++seed) {
    WideCircuit wide = random_wide(seed);
    const Tables expected = tables_of(wide);
    ASSERT_TRUE(cut_moves_from_answers(wide));
    const Tables now = tables_of(wide);
    ASSERT_EQ(broken_invariant(wide), "") << "seed " << seed;
    for (std::size_t output = 0; output < now.size(); ++output) {
      for (std::size_t row = 0; row < now[output].size(); ++row) {
        const std::size_t state = row % (std::size_t{1} << wide.base_count);
        const bool is_next = output < wide.next.size();
        ASSERT_EQ(now[output][row], expected[output][is_next ? row : state]) << "seed " << seed;
      }
    }
  }
}

std::string bits_of(const WideBehaviour::State& state) {
  std::string text;
  for (const bool bit : state) text += bit ? '1' : '0';
  return text;
}

// Fluents of which a pass found out that they never change have no bit in the wide circuit.
std::string fluents_of(const net::PropNet& net, const WideBehaviour::State& state) {
  WideBehaviour::State whole;
  std::size_t bit = 0;
  for (const net::BaseEntry& base : net.bases) {
    whole.push_back(base.transition == net::no_component ? base.proposition == net::true_component
                                                         : bool{state[bit++]});
  }
  return bits_of(whole);
}

TEST(RandomNets, PlayTheSameGameWhenWidened) {
  std::uint32_t widened = 0;
  std::uint32_t with_rules = 0;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    const net::RandomNet original(seed);
    net::PropNet net = original.net();
    for (const bool passed : {false, true}) {
      if (passed) {
        const auto passes = net::passes::parse_passes(net::passes::default_passes);
        net::passes::run_passes(net, passes.value());
      }
      const auto wide = widen(net);
      if (!wide) continue;  // answers depend on moves through recursive rules
      ++widened;
      if (!wide->rules.empty()) ++with_rules;
      const auto text = [&](const WideBehaviour::State& state) { return fluents_of(net, state); };
      ASSERT_EQ(broken_invariant(*wide), "") << "seed " << seed;
      ASSERT_EQ(WideBehaviour(*wide, net, text).lines(), net::Behaviour(original.net()).lines())
          << "seed " << seed << "\n"
          << net::dump(net);
    }
  }
  EXPECT_GT(widened, 200U);
  EXPECT_GT(with_rules, 20U);
}

TEST(RandomNets, PlayTheSameGameWhenLoweredAndWidened) {
  std::uint32_t widened = 0;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    const net::RandomNet original(seed);
    const auto net = std::make_shared<const net::PropNet>(original.net());
    const Circuit circuit = lower(net);
    const auto wide = widen(circuit);
    EXPECT_EQ(wide.has_value(), circuit.loops.empty());
    if (!wide) continue;
    ++widened;
    // The circuit has no bits for fluents that never change.
    const auto text = [&](const WideBehaviour::State& state) {
      std::map<gdl::TermId, bool> known;
      for (std::size_t i = 0; i < state.size(); ++i) known[circuit.bases[i].fluent] = state[i];
      for (const gdl::TermId fluent : circuit.always) known[fluent] = true;
      WideBehaviour::State whole;
      for (const net::BaseEntry& base : net->bases) whole.push_back(known[base.fluent]);
      return bits_of(whole);
    };
    ASSERT_EQ(broken_invariant(*wide), "") << "seed " << seed;
    ASSERT_EQ(WideBehaviour(*wide, *net, text).lines(), net::Behaviour(*net).lines())
        << "seed " << seed << "\n"
        << net::dump(*net);
  }
  EXPECT_GT(widened, 200U);
}

// (circle <= a) (circle <= circle b) (circle <= other b), (other <= circle)
TEST(Widen, TakesRecursiveRulesOutOfTheGates) {
  net::NetMaker maker;
  const net::ComponentId a = maker.changing_base();
  const net::ComponentId b = maker.changing_base();
  const net::ComponentId circle = maker.either({a});
  const net::ComponentId other = maker.either({maker.other(circle)});
  maker.feed(circle, maker.both({circle, b}));
  maker.feed(circle, maker.both({other, b}));
  maker.terminal(circle);
  const auto wide = widen(maker.net);
  ASSERT_TRUE(wide);
  EXPECT_THAT(wide->loop_of, ElementsAre(0, 0));
  EXPECT_EQ(gate_count(*wide), 0U);
  std::set<std::tuple<CircuitNode, Literal, std::vector<CircuitNode>>> rules;
  for (const WideCircuit::FeedbackRule& rule : wide->rules) {
    rules.insert({rule.head, rule.condition, rule.needs});
  }
  const CircuitNode first = wide->terminal.node();
  const CircuitNode second = 2 * wide->first_feedback() + 1 - first;
  EXPECT_EQ(rules, (decltype(rules){{first, base(*wide, 0), {}},
                                    {first, base(*wide, 1), {second}},
                                    {second, true_literal, {first}}}));
}

TEST(Widen, NumbersLoopsAfterThoseThatTheyRead) {
  net::NetMaker maker;
  const net::ComponentId a = maker.changing_base();
  const net::ComponentId later = maker.either({});
  const net::ComponentId sooner = maker.either({a});
  maker.feed(sooner, maker.both({sooner, a}));
  maker.feed(later, maker.negate(sooner));
  maker.feed(later, maker.both({later, a}));
  maker.terminal(later);
  const auto wide = widen(maker.net);
  ASSERT_TRUE(wide);
  EXPECT_THAT(wide->loop_of, ElementsAre(0, 1));
  EXPECT_EQ(wide->terminal, Literal(wide->first_feedback() + 1, false));
  ASSERT_EQ(wide->rules.size(), 2U);
  EXPECT_EQ(wide->rules[0].condition, base(*wide, 0));
  EXPECT_EQ(wide->rules[1].condition, Literal(wide->first_feedback(), true));
}

TEST(Widen, RefusesCirclesThatAreNoRecursion) {
  net::NetMaker negative;
  const net::ComponentId liar = negative.either({});
  negative.feed(liar, negative.negate(liar));
  negative.terminal(liar);
  EXPECT_FALSE(widen(negative.net));
  net::NetMaker without_or;
  const net::ComponentId both = without_or.both({without_or.changing_base()});
  without_or.feed(both, both);
  without_or.terminal(both);
  EXPECT_FALSE(widen(without_or.net));
}

TEST(Widen, RefusesAnswersThatDependOnMovesThroughRecursion) {
  net::NetMaker maker;
  const net::ComponentId a = maker.changing_base();
  maker.role();
  const net::ComponentId made = maker.move(a);
  const net::ComponentId circle = maker.either({made});
  maker.feed(circle, maker.both({circle, a}));
  maker.set_next(a, circle);
  EXPECT_TRUE(widen(maker.net));
  maker.terminal(circle);
  EXPECT_FALSE(widen(maker.net));
}

TEST(Widen, GivesInputsOnlyToMovesThatMatter) {
  net::NetMaker maker;
  const net::ComponentId p = maker.base(false);
  const net::ComponentId go = maker.move(net::true_component);
  maker.move(net::true_component);
  maker.set_next(p, maker.either({p, go}));
  maker.terminal(p);
  const auto circuit = lower(std::make_shared<net::PropNet>(maker.net));
  const auto wide = widen(circuit);
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->input_count, 1U);
  EXPECT_THAT(wide->roles[0].input, ElementsAre(wide->first_input(), WideCircuit::no_input));
  EXPECT_THAT(wide->roles[0].legal, ElementsAre(true_literal, true_literal));
  EXPECT_EQ(wide->terminal, base(*wide, 0));
}

}  // namespace
}  // namespace palamedes::circuit::wide
