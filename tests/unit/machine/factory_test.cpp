#include "machine/factory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::machine {
namespace {

using testing::HasSubstr;

constexpr std::string_view rules =
    "(role walker) (init (at 1)) (<= (legal walker go) (true (at 1)))"
    "(<= (next (at 2)) (does walker go)) (<= terminal (true (at 2)))"
    "(<= (goal walker 100) (true (at 2))) (<= (goal walker 0) (true (at 1)))";

TEST(Choose, MakesEveryMachineThatHasAName) {
  const auto game = gdl::load(rules, "test");
  ASSERT_TRUE(game);
  ASSERT_FALSE(machine_names().empty());
  EXPECT_EQ(machine_names().front(), default_machine);
  for (const std::string& name : machine_names()) {
    auto machine = make_machine(name, *game);
    ASSERT_TRUE(machine) << name;
    std::visit(
        [&](auto& chosen) {
          EXPECT_EQ(chosen->name, name == auto_machine ? scalar::ScalarMachine::name : name);
          EXPECT_EQ(chosen->name, name_of(machine->machine));
          EXPECT_EQ(chosen->role_count(), 1U);
        },
        machine->machine);
  }
}

// What each list of passes leaves of a circuit, up to which size it is run, and for which machine.
TEST(Choose, LargeCircuitsOfTheScalarMachineAreTakenAsTheyAre) {
  const auto game = gdl::load(
      "(role r) (init a) (init b) (legal r go) (goal r 0) (<= terminal (true c))"
      "(<= (next a) (true a) (true b)) (<= (next b) (true b)) (<= (next b) (true a) (true b))"
      "(<= (next c) (true a) (not (true a)) (does r go))",
      "test");
  ASSERT_TRUE(game);
  StageOptions options;
  options.passes = "";
  const auto net = make_net(*game, options);
  ASSERT_TRUE(net);
  const auto gates = [&](std::string_view default_passes) {
    const auto circuit = make_circuit(*net, default_passes, options);
    EXPECT_TRUE(circuit);
    return (*circuit)->node_count() - (*circuit)->first_gate();
  };
  const auto lowered = gates("");
  const auto reduced = gates(scalar::ScalarMachine::circuit_passes);
  ASSERT_LT(reduced, lowered);
  options.most_gates_for_passes = 0;
  EXPECT_EQ(gates(scalar::ScalarMachine::circuit_passes), lowered);
  EXPECT_EQ(gates(circuit::passes::default_circuit_passes), reduced);
  options.circuit_passes = scalar::ScalarMachine::circuit_passes;  // asked for
  EXPECT_EQ(gates(scalar::ScalarMachine::circuit_passes), reduced);
}

TEST(Choose, SuggestsANameAndListsAll) {
  const auto game = gdl::load(rules, "test");
  const auto machine = make_machine("prvoer", *game);
  ASSERT_FALSE(machine);
  EXPECT_EQ(to_string(machine.error().list().front()),
            "error: there is no machine 'prvoer' (did you mean 'prover'?; known: auto, "
            "prover, propnet, scalar, swarm)");
  EXPECT_THAT(to_string(make_machine("abacus", *game).error().list().front()),
              HasSubstr("(known: auto, prover, propnet, scalar, swarm)"));
}

TEST(Choose, AutoTakesWhatIsReadyInTime) {
  const auto game = gdl::load(rules, "test");
  MachineOptions no_rules;
  no_rules.ground.limits.max_rules = 0;
  const auto prover = make_machine(auto_machine, *game, no_rules);
  ASSERT_TRUE(prover);
  EXPECT_EQ(name_of(prover->machine), prover::Prover::name);
  EXPECT_THAT(prover->notice, HasSubstr("grounding stopped"));
  // The network of so small a game is there after a few milliseconds, but not after none.
  MachineOptions no_time;
  no_time.ready_seconds = 1e-9;
  no_time.ground.limits.seconds = 1;
  const auto hurried = make_machine(auto_machine, *game, no_time);
  ASSERT_TRUE(hurried);
  EXPECT_NE(name_of(hurried->machine), scalar::ScalarMachine::name);
  EXPECT_NE(hurried->notice, "");
}

TEST(Choose, AutoSharesTheTimeToGetReady) {
  MachineOptions options;
  options.ready_seconds = 4;
  options.ground.limits.seconds = 100;
  options.circuit.proof_seconds = 1;
  EXPECT_DOUBLE_EQ(within_ready_time(options).ground.limits.seconds, 2);
  EXPECT_DOUBLE_EQ(within_ready_time(options).circuit.proof_seconds, 0.04);
  options.ground.limits.seconds = 0.5;  // what was asked for counts if it is less
  EXPECT_DOUBLE_EQ(within_ready_time(options).ground.limits.seconds, 0.5);
}

TEST(Choose, FallsBackToTheProverWhenGroundingStops) {
  const auto game = gdl::load(rules, "test");
  MachineOptions options;
  options.ground.limits.seconds = 0;
  // Small games are over before anybody looks at the clock, so this one has to count far.
  std::string large = "(role r) (init (p 0 0 0 0)) (legal r a) (goal r 0) terminal (d 0)";
  for (int i = 1; i < 20; ++i) large += " (d " + std::to_string(i) + ")";
  large += "(<= (next (p ?a ?b ?c ?e)) (d ?a) (d ?b) (d ?c) (d ?e))";
  const auto large_game = gdl::load(large, "large");
  ASSERT_TRUE(large_game);
  const auto chosen = make_machine("propnet", *large_game, options);
  ASSERT_TRUE(chosen);
  EXPECT_TRUE(std::holds_alternative<std::unique_ptr<prover::Prover>>(chosen->machine));
  EXPECT_EQ(chosen->notice,
            "grounding stopped at 0 seconds, the limit of --time-limit; the prover machine will be "
            "used");
  MachineOptions hurried;
  hurried.ready_seconds = 0;
  const auto automatic = make_machine(auto_machine, *large_game, hurried);
  ASSERT_TRUE(automatic);
  EXPECT_THAT(automatic->notice, HasSubstr("the limit of --ready"));
}

TEST(Choose, WhoeverWantsNoMachineAnyMoreGetsNone) {
  const auto game = gdl::load(rules, "test");
  const std::atomic<bool> cancelled{true};
  MachineOptions options;
  options.ground.limits.cancelled = &cancelled;
  for (const char* machine : {"auto", "propnet", "scalar", "swarm"}) {
    EXPECT_FALSE(make_machine(machine, *game, options)) << machine;
  }
}

TEST(Choose, PassesLimitsOn) {
  const auto game = gdl::load(rules, "test");
  EXPECT_FALSE(make_machine("prover", *game, {.prover = {.max_terms = 1}}));
}

}  // namespace
}  // namespace palamedes::machine
