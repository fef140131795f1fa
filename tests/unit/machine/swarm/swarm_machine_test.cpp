#include "machine/swarm/swarm_machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/builtin.h"
#include "unit/machine/swarm/swarm_testing.h"

namespace palamedes::machine::swarm {
namespace {

using testing::ElementsAre;

// A walker on three fields: from the first it may step or jump, from the second step only.
constexpr std::string_view walk =
    "(role walker) (init (at 1)) (succ 1 2) (succ 2 3)"
    "(<= (legal walker step) (true (at ?x)) (succ ?x ?y)) (<= (legal walker jump) (true (at 1)))"
    "(<= (next (at ?y)) (does walker step) (true (at ?x)) (succ ?x ?y))"
    "(<= (next (at 3)) (does walker jump)) (<= (next jumped) (does walker jump))"
    "(<= terminal (true (at 3))) (<= (goal walker 100) (true jumped))"
    "(<= (goal walker 40) (not (true jumped)) (true (at 3)))";

TEST(SwarmMachine, StepsStateByState) {
  for (const SwarmWidth width : all_widths) {
    for (const SwarmGates gates : all_gates) {
      SwarmMachine machine(circuit_of(walk), {.width = width, .gates = gates});
      const Move step = *machine.find_move(Role(0), "step");
      const Move jump = *machine.find_move(Role(0), "jump");
      model::MoveList moves;
      BitState first = machine.initial();
      EXPECT_THAT(machine.facts(first), ElementsAre("(at 1)"));
      // A question about goals uses up what a move needs: it must not change what the move does.
      EXPECT_EQ(machine.goal(first, Role(0)), model::undefined_goal);
      machine.legal(first, Role(0), moves);
      EXPECT_THAT(moves, testing::UnorderedElementsAre(step, jump));
      BitState second = first;
      machine.advance(second, std::vector{step});
      EXPECT_THAT(machine.facts(second), ElementsAre("(at 2)"));
      EXPECT_FALSE(machine.terminal(second));
      machine.legal(second, Role(0), moves);
      EXPECT_THAT(moves, ElementsAre(step));
      machine.advance(second, moves);
      EXPECT_THAT(machine.facts(second), ElementsAre("(at 3)"));
      EXPECT_TRUE(machine.terminal(second));
      EXPECT_EQ(machine.goal(second, Role(0)), 40);
      machine.advance(first, std::vector{jump});
      EXPECT_THAT(machine.facts(first), ElementsAre("(at 3)", "jumped"));
      EXPECT_EQ(machine.goal(first, Role(0)), 100);
    }
  }
}

TEST(SwarmMachine, LeavesPlayoutsUnderWayAlone) {
  const auto circuit = circuit_of(games::find("tictactoe")->text);
  SwarmMachine machine(circuit, {.seed = 4, .history = true});
  Swarm undisturbed(circuit, {.seed = 4, .history = true});
  machine.swarm().begin_endless();
  undisturbed.begin_endless();
  BitState state = machine.initial();
  model::MoveList moves;
  for (int i = 0; i < 20; ++i) {
    machine.swarm().run_steps(1);
    undisturbed.run_steps(1);
    std::vector<Move> joint_move;
    for (std::size_t role = 0; role < 2; ++role) {
      machine.legal(state, Role(role), moves);
      joint_move.push_back(moves.front());
    }
    machine.advance(state, joint_move);
    if (machine.terminal(state)) state = machine.initial();
    for (std::uint32_t lane = 0; lane < undisturbed.lanes(); ++lane) {
      ASSERT_EQ(machine.swarm().lane_state(lane), undisturbed.lane_state(lane));
    }
  }
}

TEST(Swarm, RestartsAsIfItWereNew) {
  const auto circuit = circuit_of(games::find("tictactoe")->text);
  Swarm fresh(circuit, {.seed = 8, .history = true});
  const std::vector<SwarmRecord> expected = play_from_start(fresh, 700);
  Swarm used(circuit, {.seed = 5, .history = true});
  EXPECT_NE(play_from_start(used, 700), expected);
  used.begin_endless();
  used.run_steps(3);
  used.restart(8);
  EXPECT_EQ(used.totals().playouts(), 0U);
  EXPECT_EQ(used.totals().states, 0U);
  EXPECT_EQ(play_from_start(used, 700), expected);
}

TEST(Swarm, StopsWhenItIsToldTo) {
  Swarm swarm(circuit_of("(role r) (init p) (legal r a) (<= (next p) (true p)) (goal r 0)"
                         "(<= terminal (not (true p)))"),
              {.max_length = SwarmOptions::most_moves});
  const auto initial = swarm.circuit().initial_state();
  const std::array<SwarmStart, 1> starts = {SwarmStart{initial, 1000}};
  int questions = 0;
  int playouts = 0;
  swarm.play_while(
      starts, [&] { return ++questions < 3; }, [&](const SwarmPlayout&) { ++playouts; });
  EXPECT_EQ(questions, 3);
  EXPECT_EQ(playouts, 0);
  EXPECT_TRUE(swarm.lane_active(0));
  EXPECT_GT(swarm.lane_length(0), 0U);
}

}  // namespace
}  // namespace palamedes::machine::swarm
