#include "machine/step_speed.h"

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

TEST(StepSpeed, ComparesTheFirstWithOthers) {
  const std::string_view sheet = games::find("tictactoe")->text;
  std::vector<StepMachine> machines;
  for (const char* name : {"prover", "scalar"}) machines.push_back(machine_of(name, sheet));
  const std::vector<double> speeds = compare_speeds(machines, 0.005);
  ASSERT_EQ(speeds.size(), 2U);
  EXPECT_GT(speeds[1], 2 * speeds[0]);
  EXPECT_GT(speeds[0], 0);
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
