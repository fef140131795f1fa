#include "machine/step_speed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/builtin.h"

namespace palamedes::machine {
namespace {

StepMachine machine_of(std::string_view name, std::string_view sheet) {
  static std::vector<std::unique_ptr<gdl::Loaded>> kept;  // machines refer to their rules
  kept.push_back(std::make_unique<gdl::Loaded>(*gdl::load(sheet, "test")));
  Factory factory(std::shared_ptr<const gdl::Loaded>(std::shared_ptr<void>(), kept.back().get()));
  return std::move(factory.make_step_machine(name)->machine);
}

// On this game the scalar machine is more than ten times as fast as the prover.
TEST(StepSpeed, TellsFastMachinesFromSlow) {
  const std::string_view sheet = games::find("connect_four")->text;
  StepMachine scalar = machine_of("scalar", sheet);
  StepMachine prover = machine_of("prover", sheet);
  const double slow = states_per_second(prover, 0.01);
  EXPECT_GT(slow, 0);
  EXPECT_GT(states_per_second(scalar, 0.01), 2 * slow);
}

TEST(StepSpeed, IsNoneWhereNoStateIsReached) {
  StepMachine over =
      machine_of("scalar",
                 "(role r) (legal r wait) (init (p)) (<= (next (p)) (true (p))) (goal r 0)"
                 "(<= terminal (true (p)))");
  EXPECT_EQ(states_per_second(over, 0.001), 0);
}

// After its second move the role has none, and the rules say of no end.
TEST(StepSpeed, GoesOnWhereGamesComeToADeadEnd) {
  const std::string_view sheet =
      "(role r) (init (at 0)) (succ 0 1) (succ 1 2) (goal r 0) (<= terminal (true never))"
      "(<= (legal r go) (true (at ?x)) (succ ?x ?y))"
      "(<= (next (at ?y)) (does r go) (true (at ?x)) (succ ?x ?y))"
      "(<= (next never) (true never))";
  for (const char* name : {"scalar", "propnet", "prover"}) {
    StepMachine steps = machine_of(name, sheet);
    EXPECT_GT(states_per_second(steps, 0.001), 0) << name;
  }
}

// 30^6 legal moves: the prover cannot list them, and is stopped.
TEST(StepSpeed, StopsAMachineThatMakesNoStep) {
  std::string sheet =
      "(role r) (init (p)) (<= (next (p)) (true (p))) (goal r 0)"
      "(<= terminal (not (true (p))))"
      "(<= (legal r (m ?a ?b ?c ?d ?e ?f)) (v ?a)(v ?b)(v ?c)(v ?d)(v ?e)(v ?f))";
  for (int i = 0; i < 30; ++i) sheet += "(v " + std::to_string(i) + ")";
  StepMachine prover = machine_of("prover", sheet);
  EXPECT_EQ(states_per_second(prover, 0.001), 0);
  // and answers again afterwards
  auto& steps = *std::get<std::unique_ptr<prover::Prover>>(prover);
  EXPECT_FALSE(steps.terminal(steps.initial()));
  EXPECT_EQ(steps.fault(), "");
}

// The prover keeps the last states, so the same game again would take it no time at all.
TEST(StepSpeed, CountsNoGameThatIsRemembered) {
  StepMachine prover = machine_of("prover", games::find("amazons")->text);
  const double first_step = states_per_second(prover, 1e-6);
  const double games = states_per_second(prover, 0.1);
  EXPECT_GT(first_step, 0);
  EXPECT_LT(first_step, 20 * games);
}

TEST(StepSpeed, TakesAnotherMachineOnlyIfItIsFaster) {
  constexpr double clearly = 1.1;
  const std::string_view sheet = games::find("tictactoe")->text;
  for (const auto& [first, other] :
       {std::pair{"prover", "scalar"}, std::pair{"scalar", "prover"}}) {
    std::vector<StepMachine> machines;
    for (const char* name : {first, other}) machines.push_back(machine_of(name, sheet));
    const SpeedComparison found = compare_speeds(machines, 0.002, clearly);
    ASSERT_EQ(found.speeds.size(), 2U);
    const std::size_t scalar = std::string_view(first) == "scalar" ? 0 : 1;
    EXPECT_EQ(found.taken, scalar);
    EXPECT_GT(found.speeds[scalar], 2 * found.speeds[1 - scalar]);
    EXPECT_GT(found.speeds[1 - scalar], 0);
  }
}

// One that cannot go on has no speed, and the first stays where no other has one either.
TEST(StepSpeed, KeepsTheFirstWhereNobodyMakesAStep) {
  const std::string_view over =
      "(role r) (legal r wait) (init (p)) (<= (next (p)) (true (p))) (goal r 0)"
      "(<= terminal (true (p)))";
  std::vector<StepMachine> machines;
  for (const char* name : {"scalar", "prover"}) machines.push_back(machine_of(name, over));
  const SpeedComparison found = compare_speeds(machines, 0.001, 1.1);
  EXPECT_EQ(found.taken, 0U);
  EXPECT_THAT(found.speeds, testing::Each(0.0));
}

// Of games that it never ends, another machine has to win the same part.
TEST(StepSpeed, ComparesLongGamesToo) {
  const std::string_view endless =
      "(role r) (legal r a) (legal r b) (init (p 0)) (n 0 1) (n 1 2) (n 2 0) (goal r 0)"
      "(<= (next (p ?y)) (true (p ?x)) (n ?x ?y) (does r a))"
      "(<= (next (p ?x)) (true (p ?x)) (does r b)) (<= terminal (true (p 3)))";
  std::vector<StepMachine> machines;
  for (const char* name : {"prover", "scalar"}) machines.push_back(machine_of(name, endless));
  EXPECT_EQ(compare_speeds(machines, 0.001, 1.1).taken, 1U);
}

// The machine that `auto` takes is not one that is far slower than another.
TEST(StepSpeed, DecidesWhatAutoTakes) {
  const auto game = gdl::load(games::find("connect_four")->text, "test");
  const auto chosen = make_machine(auto_machine, *game);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(name_of(chosen->machine), "scalar");
  EXPECT_EQ(chosen->notice, "");
}

}  // namespace
}  // namespace palamedes::machine
