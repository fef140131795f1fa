// The parts of the incremental machines, on logics that are small enough to work out by hand.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "circuit/wide/wide_circuit.h"
#include "games/builtin.h"
#include "ground/grounder.h"
#include "machine/scalar/effect_engine.h"
#include "machine/scalar/expressions.h"
#include "machine/scalar/switches.h"
#include "net/build.h"
#include "net/passes/passes.h"

namespace palamedes::machine::scalar {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Bases and inputs without gates; the literals that tests talk about.
WideCircuit sources(std::size_t bases, std::size_t inputs = 0) {
  WideCircuit wide;
  wide.base_count = bases;
  wide.input_count = inputs;
  wide.initial.assign(wide.state_words(), 0);
  return wide;
}

Literal base(const WideCircuit& wide, std::size_t i) { return {wide.base(i), false}; }

Literal all_of(WideCircuit& wide, std::vector<Literal> literals) {
  return WideBuilder(wide).conjunction(literals);
}

Literal any_of(WideCircuit& wide, std::vector<Literal> literals) {
  for (Literal& literal : literals) literal = !literal;
  return !all_of(wide, std::move(literals));
}

std::vector<Literal> inputs_of(const WideCircuit& wide, Literal literal) {
  const auto inputs = wide.inputs(literal.node());
  return {inputs.begin(), inputs.end()};
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
  EXPECT_EQ(wide.node_count(), wide.first_gate() + 1);
}

TEST(Collapse, PutsAGateIntoItsOnlyReader) {
  WideCircuit wide = sources(5);
  const Literal inner = all_of(wide, {base(wide, 0), base(wide, 1)});
  const Literal shared = all_of(wide, {base(wide, 2), base(wide, 3)});
  const Literal outer = all_of(wide, {inner, shared, base(wide, 4)});
  wide.next = {outer, shared, false_literal, false_literal, false_literal};
  collapse(wide);
  EXPECT_EQ(wide.node_count(), wide.first_gate() + 2);
  EXPECT_THAT(inputs_of(wide, wide.next[0]),
              UnorderedElementsAre(base(wide, 0), base(wide, 1), wide.next[1], base(wide, 4)));
}

TEST(Collapse, KeepsAnAndApartFromTheOrThatReadsIt) {
  WideCircuit wide = sources(3);
  const Literal inner = all_of(wide, {base(wide, 0), base(wide, 1)});
  wide.next = {any_of(wide, {inner, base(wide, 2)}), false_literal, false_literal};
  collapse(wide);
  EXPECT_EQ(wide.node_count(), wide.first_gate() + 2);
}

TEST(Factor, TakesWhatAllTermsNeedOutOfAnOr) {
  constexpr std::size_t terms = 8;
  WideCircuit wide = sources(terms + 1);
  const Literal turn = base(wide, terms);
  std::vector<Literal> alternatives;
  for (std::size_t i = 0; i < terms; ++i) {
    alternatives.push_back(all_of(wide, {turn, base(wide, i)}));
  }
  wide.next.assign(terms + 1, false_literal);
  wide.next[0] = any_of(wide, alternatives);
  factor(wide);
  collapse(wide);
  // turn AND (0 OR 1 OR …): two gates, and the turn is read once.
  EXPECT_EQ(wide.node_count(), wide.first_gate() + 2);
  const std::vector<Literal> product = inputs_of(wide, wide.next[0]);
  EXPECT_FALSE(wide.next[0].is_complemented());
  ASSERT_EQ(product.size(), 2U);
  EXPECT_EQ(product[0], turn);
  EXPECT_EQ(inputs_of(wide, product[1]).size(), terms);
}

TEST(Expressions, SeeThroughOneLevel) {
  WideCircuit wide = sources(3);
  const Literal x = base(wide, 0);
  const Literal y = base(wide, 1);
  const Literal z = base(wide, 2);
  Expressions expressions(wide);
  const auto all = [&](std::vector<Literal> literals) { return expressions.conjunction(literals); };
  const auto any = [&](std::vector<Literal> literals) {
    for (Literal& literal : literals) literal = !literal;
    return !expressions.conjunction(literals);
  };
  EXPECT_EQ(all({x, any({x, y})}), x);
  EXPECT_EQ(any({x, all({x, y})}), x);
  EXPECT_EQ(any({all({x, y}), all({x, !y})}), x);
  EXPECT_EQ(any({all({x, y, z}), all({x, !y, z})}), all({x, z}));
  EXPECT_EQ(all({x, y, any({!x, !y})}), false_literal);
  EXPECT_EQ(all({x, any({!x, y})}), all({x, y}));
  EXPECT_EQ(all({all({x, y}), x}), all({x, y}));
  EXPECT_EQ(all({all({x, y}), !x}), false_literal);
}

TEST(Switches, LeaveTheCommonConditionOutOfEveryMove) {
  WideCircuit wide = sources(5);
  const Literal turn = base(wide, 4);
  WideCircuit::Role& role = wide.roles.emplace_back();
  for (std::size_t i = 0; i < 4; ++i) {
    role.legal.push_back(all_of(wide, {turn, base(wide, i)}));
    role.input.push_back(WideCircuit::no_input);
  }
  role.legal.push_back(!turn);
  role.input.push_back(WideCircuit::no_input);
  const std::vector<SwitchedRole> roles = take_switches(wide);
  ASSERT_EQ(roles.size(), 1U);
  EXPECT_THAT(roles[0].switches, ElementsAre(true_literal, turn));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(roles[0].moves[i].group, 1U);
    EXPECT_EQ(roles[0].moves[i].condition, base(wide, i));
  }
  EXPECT_EQ(roles[0].moves[4].group, 0U);
  EXPECT_EQ(roles[0].moves[4].condition, !turn);
}

// A game from its rules, with the names of its bases and moves.
struct Game {
  explicit Game(std::string_view text) {
    auto loaded = gdl::load(text, "test");
    EXPECT_TRUE(loaded);
    net = net::build(ground::ground(*loaded, {}).value());
    net::passes::run_passes(net, *net::passes::parse_passes(net::passes::default_passes));
    std::optional<WideCircuit> wide = circuit::wide::widen(net);
    EXPECT_TRUE(wide);
    no_moves =
        std::make_shared<const NoMoveValues>(std::make_shared<const KeptGates>(std::move(*wide)));
  }

  [[nodiscard]] std::string base_name(std::size_t bit) const {
    for (const net::BaseEntry& base : net.bases) {
      if (base.transition == net::no_component) continue;
      if (bit-- == 0) return net.pool.text(base.fluent, net.symbols);
    }
    return "?";
  }

  [[nodiscard]] Move move(std::size_t role, std::string_view text) const {
    const auto& moves = net.roles[role].moves;
    const auto found = std::find_if(moves.begin(), moves.end(), [&](const net::MoveEntry& entry) {
      return net.pool.text(entry.move, net.symbols) == text;
    });
    EXPECT_NE(found, moves.end()) << text;
    return Move(static_cast<std::uint32_t>(found - moves.begin()));
  }

  net::PropNet net;
  std::shared_ptr<const NoMoveValues> no_moves;
};

struct Described {
  std::vector<std::string> set;
  std::vector<std::string> cleared;
  std::vector<std::string> conditional;
};

Described describe(const Game& game, Effects& effects, std::span<const Move> joint_move) {
  Described result;
  for (const Effects::EffectNumber number : effects.of(joint_move)) {
    const Effects::Effect& effect = effects.effect(number);
    for (const Effects::Word& word : effects.words(effect)) {
      for (std::uint32_t bit = 0; bit < 64; ++bit) {
        if ((word.keep >> bit & 1U) != 0) continue;
        ((word.set >> bit & 1U) != 0 ? result.set : result.cleared)
            .push_back(game.base_name(word.word * 64 + bit));
      }
    }
    for (const Effects::Bit& bit : effects.bits(effect)) {
      result.conditional.push_back(game.base_name(bit.base));
    }
  }
  return result;
}

TEST(Effects, OfAMoveInTicTacToeAreItsMarkAlone) {
  const Game game(games::find("tictactoe")->text);
  Effects effects(game.no_moves, {});
  const std::vector<Move> joint_move{game.move(0, "(mark 1 3)"), game.move(1, "noop")};
  const Described described = describe(game, effects, joint_move);
  EXPECT_THAT(described.set, ElementsAre("(marked 1 3 xplayer)"));
  EXPECT_THAT(described.cleared, IsEmpty());
  EXPECT_THAT(described.conditional, IsEmpty());
}

// Two switches that are thrown at the same time; a lamp that both together light, and one that one
// alone puts out.
constexpr std::string_view two_hands =
    "(role a) (role b) (init (lamp 2)) (init go)"
    "(legal a throw) (legal a wait) (legal b throw) (legal b wait)"
    "(<= (next (lamp 1)) (does a throw) (does b throw))"
    "(<= (next (lamp 2)) (true (lamp 2)) (not somebody))"
    "(<= (next (lamp 3)) (does a throw) (true go))"
    "(<= somebody (does ?r throw)) (next go)"
    "(goal a 0) (goal b 0) (<= terminal (true (lamp 1)))";

TEST(Effects, OfMovesMadeTogetherDifferFromEachAlone) {
  const Game game(two_hands);
  for (const bool alone : {false, true}) {
    const EffectOptions options =
        alone ? EffectOptions{.joint_moves_before_factoring = 0, .whole_per_move = 0}
              : EffectOptions{};
    EffectEngine engine(game.no_moves, options);
    const auto after = [&](std::string_view a, std::string_view b) {
      std::vector<std::uint64_t> state = game.no_moves->kept().circuit().initial;
      engine.enter(state.data());
      const std::vector<Move> joint_move{game.move(0, a), game.move(1, b)};
      engine.advance(joint_move, state.data());
      std::vector<std::string> facts;
      for (std::size_t bit = 0; bit < game.no_moves->kept().base_count(); ++bit) {
        if ((state[bit / 64] >> (bit % 64) & 1U) != 0) facts.push_back(game.base_name(bit));
      }
      return facts;
    };
    // `go` holds always and is no bit; the third lamp depends on the first role alone.
    EXPECT_THAT(after("wait", "wait"), UnorderedElementsAre("(lamp 2)"));
    EXPECT_THAT(after("wait", "throw"), IsEmpty());
    EXPECT_THAT(after("throw", "wait"), UnorderedElementsAre("(lamp 3)"));
    EXPECT_THAT(after("throw", "throw"), UnorderedElementsAre("(lamp 1)", "(lamp 3)"));
  }
}

// A sheet that counts its lights with a relation of two numbers: the goals of all 64 states against
// counting by hand.
constexpr std::string_view counting =
    "(role r) (light 1) (light 2) (light 3) (light 4) (light 5) (light 6)"
    "(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)"
    "(<= (legal r (toggle ?l)) (light ?l))"
    "(<= (next (on ?l)) (does r (toggle ?l)) (not (true (on ?l))))"
    "(<= (next (on ?l)) (true (on ?l)) (not (does r (toggle ?l))))"
    "(count 0 0)"
    "(<= (count ?l ?n) (succ ?k ?l) (count ?k ?n) (not (true (on ?l))))"
    "(<= (count ?l ?n) (succ ?k ?l) (count ?k ?m) (succ ?m ?n) (true (on ?l)))"
    "(<= (goal r ?n) (count 6 ?n)) (<= terminal (count 6 6))";

TEST(OnDemand, CountsLikeAPerson) {
  const Game game(counting);
  EffectEngine engine(game.no_moves);
  ASSERT_EQ(game.no_moves->kept().base_count(), 6U);
  Rng rng(4);
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t state = rng.below(64);
    engine.enter(&state);
    EXPECT_EQ(engine.goal(Role(0)), std::popcount(state)) << state;
    EXPECT_EQ(engine.terminal(), state == 63) << state;
  }
}

TEST(EffectEngine, DrawsTheMoveThatTheListHolds) {
  const Game game(games::find("breakthrough")->text);
  EffectEngine engine(game.no_moves);
  model::MoveList moves;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (std::size_t role = 0; role < 2; ++role) {
      moves.clear();
      engine.legal(Role(role), moves);
      Rng from_list(seed);
      Rng from_words(seed);
      const model::DrawnMove expected = model::draw_from(moves, from_list);
      const model::DrawnMove drawn = engine.draw_legal(Role(role), from_words);
      EXPECT_EQ(drawn.count, expected.count);
      EXPECT_EQ(drawn.move, expected.move);
    }
  }
}

}  // namespace
}  // namespace palamedes::machine::scalar
