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

TEST(Factory, MakesEveryMachineThatHasAName) {
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
TEST(Factory, LargeCircuitsOfTheScalarMachineAreTakenAsTheyAre) {
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

TEST(Factory, SuggestsANameAndListsAll) {
  const auto game = gdl::load(rules, "test");
  const auto machine = make_machine("prvoer", *game);
  ASSERT_FALSE(machine);
  EXPECT_EQ(to_string(machine.error().list().front()),
            "error: there is no machine 'prvoer' (did you mean 'prover'?; known: auto, "
            "prover, propnet, scalar, swarm)");
  EXPECT_THAT(to_string(make_machine("abacus", *game).error().list().front()),
              HasSubstr("(known: auto, prover, propnet, scalar, swarm)"));
}

TEST(Factory, AutoTakesWhatIsReadyInTime) {
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
  no_time.measuring_seconds = 0;
  no_time.ground.limits.seconds = 1;
  const auto hurried = make_machine(auto_machine, *game, no_time);
  ASSERT_TRUE(hurried);
  EXPECT_THAT(hurried->notice, HasSubstr("there will be no circuit"));
  const auto* const scalar = std::get_if<std::unique_ptr<scalar::ScalarMachine>>(&hurried->machine);
  ASSERT_NE(scalar, nullptr);
  EXPECT_EQ((*scalar)->circuit(), nullptr);
}

std::string recursive_rules(const std::string& source) {
  return "(role r) (init (on a)) (link a b) (link b c) (link c b) (legal r flip) (legal r wait)"
         "(<= (next (on a)) (true (on a)) (does r wait))"
         "(<= (next (cut ?x)) (link ?x ?y) (does r flip))"
         "(<= (lit ?x) " +
         source +
         ")"
         "(<= (lit ?y) (link ?x ?y) (lit ?x) (not (true (cut ?x))))"
         "(<= terminal (not (lit c))) (goal r 0)";
}

// Without a circuit only the propnet can play rules whose end depends on moves through recursion.
TEST(Factory, AutoTakesThePropnetWhereTheScalarMachineNeedsACircuit) {
  const auto game = gdl::load(recursive_rules("(true (on ?x)) (not (does r flip))"), "test");
  ASSERT_TRUE(game);
  MachineOptions no_time;
  no_time.ready_seconds = 1e-9;
  no_time.measuring_seconds = 0;
  no_time.ground.limits.seconds = 1;
  const auto hurried = make_machine(auto_machine, *game, no_time);
  ASSERT_TRUE(hurried);
  EXPECT_EQ(name_of(hurried->machine), propnet::PropnetMachine::name);
  EXPECT_THAT(hurried->notice, HasSubstr("the propnet machine will be used"));
}

TEST(Factory, AutoTakesTheScalarMachineForRecursiveRulesThatAreLate) {
  const auto game = gdl::load(recursive_rules("(true (on ?x))"), "test");
  ASSERT_TRUE(game);
  MachineOptions no_time;
  no_time.ready_seconds = 1e-9;
  no_time.measuring_seconds = 0;
  no_time.ground.limits.seconds = 1;
  const auto hurried = make_machine(auto_machine, *game, no_time);
  ASSERT_TRUE(hurried);
  EXPECT_EQ(name_of(hurried->machine), scalar::ScalarMachine::name);
}

TEST(Factory, TreesGetTheSteppingMachineBesideASwarm) {
  auto game = gdl::load(rules, "test");
  ASSERT_TRUE(game);
  Factory factory(std::make_shared<const gdl::Loaded>(std::move(*game)));
  const auto steps = factory.make_step_machine("swarm");
  ASSERT_TRUE(steps);
  EXPECT_EQ(name_of(steps->machine), scalar::ScalarMachine::name);
  EXPECT_FALSE(factory.make_step_machine("sacral"));  // an unknown name is never scalar
}

TEST(Factory, FurtherMachinesShareThePartsOfTheFirst) {
  auto game = gdl::load(rules, "test");
  ASSERT_TRUE(game);
  Factory factory(std::make_shared<const gdl::Loaded>(std::move(*game)));
  auto first = factory.make_step_machine("scalar");
  ASSERT_TRUE(first);
  const auto network = factory.network();
  ASSERT_NE(network, nullptr);
  auto& scalar = std::get<std::unique_ptr<scalar::ScalarMachine>>(first->machine);
  StepMachine other = factory.another(first->machine);
  auto& second = std::get<std::unique_ptr<scalar::ScalarMachine>>(other);
  EXPECT_EQ(second->circuit(), scalar->circuit());
  EXPECT_EQ(second->evaluation(), scalar->evaluation());
  EXPECT_EQ(second->network(), network);
  auto propnet = factory.make_step_machine("propnet");
  ASSERT_TRUE(propnet);
  const auto& machine = std::get<std::unique_ptr<propnet::PropnetMachine>>(propnet->machine);
  EXPECT_EQ(machine->net(), network);
  const auto swarm = factory.make_swarm({.seed = 1});
  const auto another = factory.make_swarm({.seed = 2});
  ASSERT_NE(swarm, nullptr);
  ASSERT_NE(another, nullptr);
  EXPECT_EQ(swarm->shared(), another->shared());
  const auto narrow = factory.make_swarm({.width = swarm::SwarmWidth::lanes_64});
  EXPECT_EQ(narrow->lanes(), 64U);
}

TEST(Factory, TakesANetworkThatThereIs) {
  auto loaded = gdl::load(rules, "test");
  ASSERT_TRUE(loaded);
  const auto game = std::make_shared<const gdl::Loaded>(std::move(*loaded));
  Factory first(game);
  ASSERT_TRUE(first.make_step_machine("propnet"));
  MachineOptions no_rules;
  no_rules.ground.limits.max_rules = 0;  // so nothing can be grounded
  Factory second(game, no_rules, first.network());
  const auto made = second.make_step_machine("scalar");
  ASSERT_TRUE(made);
  EXPECT_EQ(name_of(made->machine), scalar::ScalarMachine::name);
  EXPECT_EQ(second.network(), first.network());
}

TEST(Factory, AutoSharesTheTimeToGetReady) {
  MachineOptions options;
  options.ready_seconds = 4;
  options.ground.limits.seconds = 100;
  options.circuit.proof_seconds = 1;
  EXPECT_DOUBLE_EQ(within_ready_time(options).ground.limits.seconds, 2);
  EXPECT_DOUBLE_EQ(within_ready_time(options).circuit.proof_seconds, 0.04);
  options.is_awaited = false;  // grounding has the time that was asked for
  EXPECT_DOUBLE_EQ(within_ready_time(options).ground.limits.seconds, 100);
  options.is_awaited = true;
  options.ground.limits.seconds = 0.5;  // what was asked for counts if it is less
  EXPECT_DOUBLE_EQ(within_ready_time(options).ground.limits.seconds, 0.5);
}

TEST(Factory, FallsBackToTheProverWhenGroundingStops) {
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

TEST(Factory, WhoeverWantsNoMachineAnyMoreGetsNone) {
  const auto game = gdl::load(rules, "test");
  const std::atomic<bool> cancelled{true};
  MachineOptions options;
  options.ground.limits.cancelled = &cancelled;
  for (const char* machine : {"auto", "propnet", "scalar", "swarm"}) {
    EXPECT_FALSE(make_machine(machine, *game, options)) << machine;
  }
}

TEST(Factory, PassesLimitsOn) {
  const auto game = gdl::load(rules, "test");
  EXPECT_FALSE(make_machine("prover", *game, {.prover = {.max_terms = 1}}));
}

}  // namespace
}  // namespace palamedes::machine
