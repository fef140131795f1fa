// Gates that are pairs: the same games as without, and chosen where they save work.

#include "machine/scalar/pair_gates.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "games/builtin.h"
#include "machine/scalar/propagation_engine.h"
#include "unit/circuit/wide/wide_testing.h"
#include "unit/machine/scalar/scalar_testing.h"

namespace palamedes::machine::scalar {
namespace {

using circuit::wide::all_of;
using circuit::wide::base;
using circuit::wide::sources;
using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const KeptGates> gates_of(const net::PropNet& net) {
  return std::make_shared<const KeptGates>(*circuit::wide::widen(net), MovePart::kept);
}

std::vector<bool> every_possible_pair(const KeptGates& kept) {
  std::vector<bool> result;
  for (std::size_t gate = 0; gate < kept.gate_count(); ++gate) {
    result.push_back(kept.literals(gate).size() == 2);
  }
  return result;
}

// Plays the same games on both and compares all that an engine can be asked.
void play_together(PropagationEngine& counting, PropagationEngine& paired,
                   const std::vector<std::uint64_t>& initial, std::size_t roles) {
  std::vector<std::uint64_t> state = initial;
  std::vector<std::uint64_t> other = initial;
  std::vector<Move> joint_move(roles);
  Rng rng(7);
  Rng other_rng(7);
  for (int step = 0; step < 300; ++step) {
    counting.enter(state.data());
    paired.enter(other.data());
    ASSERT_EQ(counting.terminal(), paired.terminal());
    bool is_over = counting.terminal();
    for (std::size_t role = 0; role < roles; ++role) {
      if (is_over) {
        ASSERT_EQ(counting.goal(Role(role)), paired.goal(Role(role)));
      }
      const model::DrawnMove drawn = counting.draw_legal(Role(role), rng);
      const model::DrawnMove same = paired.draw_legal(Role(role), other_rng);
      ASSERT_EQ(drawn.count, same.count);
      ASSERT_EQ(drawn.move, same.move);
      joint_move[role] = drawn.move;
      is_over = is_over || drawn.count == 0;
    }
    if (is_over) {
      state = other = initial;
      continue;
    }
    counting.advance(joint_move, state.data());
    paired.advance(joint_move, other.data());
    ASSERT_EQ(state, other) << "step " << step;
  }
}

TEST(PairGates, PlayTheSameGames) {
  for (const char* name :
       {"tictactoe", "connect_four", "breakthrough", "blocker", "eight_puzzle"}) {
    SCOPED_TRACE(name);
    const Game game(games::find(name)->text);
    const auto kept = gates_of(game.net);
    const std::vector<bool> some = [&] {
      std::vector<bool> result(kept->end());
      for (std::size_t node = 0; node < result.size(); ++node) result[node] = node % 3 != 0;
      return result;
    }();
    for (const std::vector<bool>& gathered : {std::vector<bool>{}, some}) {
      const auto with_pairs =
          std::make_shared<const KeptGates>(kept->with_pairs(every_possible_pair(*kept), gathered));
      ASSERT_TRUE(with_pairs->has_pairs());
      PropagationEngine counting(kept);
      PropagationEngine paired(with_pairs);
      play_together(counting, paired, kept->circuit().initial, game.net.roles.size());
    }
  }
}

// Two nodes that are read together four times, with each sign.
TEST(PairGates, TheSameTwoNodesInSeveralGates) {
  WideCircuit wide = sources(2);
  const Literal x = base(wide, 0);
  const Literal y = base(wide, 1);
  const std::array<Literal, 4> gates = {all_of(wide, {x, y}), all_of(wide, {x, !y}),
                                        all_of(wide, {!x, y}), all_of(wide, {!x, !y})};
  WideCircuit::Role& role = wide.roles.emplace_back();
  for (const Literal gate : gates) {
    role.legal.push_back(gate);
    role.input.push_back(WideCircuit::no_input);
  }
  wide.next = {x, y};
  wide.initial.assign(1, 0);
  const KeptGates kept(wide, MovePart::kept);
  PropagationEngine engine(
      std::make_shared<const KeptGates>(kept.with_pairs(every_possible_pair(kept))));
  for (std::uint64_t state : {0, 1, 3, 2, 1, 2, 0, 3, 0}) {
    engine.enter(&state);
    model::MoveList moves;
    engine.legal(Role{0}, moves);
    const std::uint32_t expected = state == 3 ? 0 : state == 1 ? 1 : state == 2 ? 2 : 3;
    EXPECT_THAT(moves, ElementsAre(Move{expected})) << state;
  }
}

// x with 64 others, each in a word of its own: copies of them fill one.
TEST(PairGates, GatherOthersThatAreSpread) {
  constexpr std::size_t spread = 64 * 64;
  WideCircuit wide = sources(spread + 1);
  const Literal x = base(wide, spread);
  WideCircuit::Role& role = wide.roles.emplace_back();
  for (std::size_t i = 0; i < spread; i += 64) {
    role.legal.push_back(!all_of(wide, {x, !base(wide, i)}));
    role.input.push_back(WideCircuit::no_input);
  }
  wide.next.assign(spread + 1, false_literal);
  wide.initial.assign(65, 0);
  const KeptGates kept(wide, MovePart::kept);
  Activity activity{std::vector<double>(kept.end(), 0), std::vector<double>(kept.end(), 0)};
  activity.settling[spread] = 1;
  const PairChoice choice = choose_pairs(kept, activity);
  EXPECT_EQ(choice.gates, std::vector<bool>(64, true));
  EXPECT_TRUE(choice.gathered[spread]);
  EXPECT_FALSE(choice.gathered[0]);
  const KeptGates gathered = kept.with_pairs(choice.gates, choice.gathered);
  EXPECT_EQ(gathered.blocks(spread).size(), 1U);
  EXPECT_EQ(kept.with_pairs(choice.gates).blocks(spread).size(), 64U);
  // Not if the others change as often as x.
  for (std::size_t i = 0; i < spread; i += 64) activity.settling[i] = 1;
  EXPECT_THAT(choose_pairs(kept, activity).gates, IsEmpty());
}

// x with 64 others that stand in one word: 64 counts for each change of x, or one look.
TEST(PairGates, AreChosenWhereOthersFillAWord) {
  WideCircuit wide = sources(65);
  const Literal x = base(wide, 64);
  WideCircuit::Role& role = wide.roles.emplace_back();
  for (std::size_t i = 0; i < 64; ++i) {
    role.legal.push_back(!all_of(wide, {x, !base(wide, i)}));
    role.input.push_back(WideCircuit::no_input);
  }
  wide.next.assign(65, false_literal);
  wide.initial.assign(2, 0);
  const KeptGates kept(wide, MovePart::kept);
  ASSERT_EQ(kept.gate_count(), 64U);
  Activity activity{std::vector<double>(kept.end(), 0), std::vector<double>(kept.end(), 0)};
  activity.settling[64] = 1;
  EXPECT_EQ(choose_pairs(kept, activity).gates, std::vector<bool>(64, true));
  // If all gates change each time, nothing is saved.
  for (KeptNode node = kept.first_gate(); node < kept.end(); ++node) activity.settling[node] = 1;
  EXPECT_THAT(choose_pairs(kept, activity).gates, IsEmpty());
  // If the others change, each looks at its only partner, which costs more than its only count.
  activity.settling.assign(kept.end(), 0);
  for (KeptNode node = 0; node < 64; ++node) activity.settling[node] = 1;
  EXPECT_THAT(choose_pairs(kept, activity).gates, IsEmpty());
}

TEST(PairGates, ActivityCountsChangesInAStep) {
  const Game game(R"(
    (role r) (legal r go) (legal r stay) (goal r 50)
    (<= (next on) (not (true on)))
    (<= (next went) (does r go))
    (<= (next both) (true on) (true went))
    (<= terminal (true both)))");
  const auto kept = gates_of(game.net);
  const Activity activity =
      measure_activity(PropagationEngine(kept), kept->circuit().initial, /*seconds=*/0);
  // `on` changes in each step; what the move sets changes in some of them.
  EXPECT_EQ(activity.settling[game.bit("on")], 1);
  EXPECT_GT(activity.settling[game.bit("went")], 0);
  EXPECT_LT(activity.settling[game.bit("went")], 1);
  EXPECT_EQ(activity.moving[game.bit("on")], 0);
}

}  // namespace
}  // namespace palamedes::machine::scalar
