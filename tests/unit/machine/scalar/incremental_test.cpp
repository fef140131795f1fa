// The parts of the incremental machines, on logics that are small enough to work out by hand.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "games/builtin.h"
#include "machine/scalar/effect_engine.h"
#include "machine/scalar/expressions.h"
#include "machine/scalar/switches.h"
#include "unit/circuit/wide/wide_testing.h"
#include "unit/machine/scalar/scalar_testing.h"

namespace palamedes::machine::scalar {
namespace {

using circuit::wide::all_of;
using circuit::wide::base;
using circuit::wide::sources;
using testing::ElementsAre;

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
