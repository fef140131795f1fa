// Circuits play the same games as the networks that they were made from.

#include "laws/circuits.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "base/file.h"
#include "circuit/lower.h"
#include "circuit/passes/passes.h"
#include "games/builtin.h"
#include "gdl/load.h"
#include "ground/grounder.h"
#include "laws/propnets.h"
#include "laws/random_rules.h"
#include "support/various_games.h"

namespace palamedes::laws {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> circuit_pass_sets = {
    "",
    "rewrite",
    "share",
    "sweep",
    "turns,select",
    "invariants,rewrite",
    circuit::passes::default_circuit_passes};

void expect_same_game(const std::string& text, const std::string& name, std::uint64_t walks,
                      std::size_t max_length) {
  const auto rules = gdl::load(text, name);
  ASSERT_TRUE(rules);
  auto ground_rules = ground::ground(*rules, {});
  ASSERT_TRUE(ground_rules);
  const net::PropNet net = net::build(std::move(*ground_rules));
  for (const std::string_view passes : {std::string_view(""), net::passes::default_passes}) {
    SCOPED_TRACE(fmt::format("{} with passes '{}'", name, passes));
    const auto optimised_net = optimised(net, passes);
    machine::propnet::PropnetMachine machine(optimised_net, {});
    const circuit::Circuit lowered = circuit::lower(optimised_net);
    for (const std::string_view circuit_passes : circuit_pass_sets) {
      // Each step by itself on the network that is used, all of them on the one as it was built.
      const bool all = circuit_passes == circuit::passes::default_circuit_passes;
      if (passes.empty() && !all && !circuit_passes.empty()) continue;
      SCOPED_TRACE(fmt::format("circuit passes '{}'", circuit_passes));
      circuit::Circuit circuit = lowered;
      circuit::passes::run_circuit_passes(
          circuit, circuit::passes::parse_circuit_passes(circuit_passes).value(),
          {.proof_seconds = 0.1});
      ASSERT_EQ(circuit.broken_invariant(), "");
      EXPECT_LE(circuit.gates.size(), lowered.gates.size());
      CircuitComparison comparison(circuit, machine);
      for (std::uint64_t seed = 0; seed < walks; ++seed) {
        ASSERT_EQ(comparison.run(seed, max_length), "") << "seed " << seed;
      }
    }
  }
}

class CircuitOfBuiltin : public testing::TestWithParam<games::Builtin> {};

TEST_P(CircuitOfBuiltin, PlaysTheSameGame) {
  expect_same_game(std::string(GetParam().text), std::string(GetParam().name), 10, 200);
}

INSTANTIATE_TEST_SUITE_P(Games, CircuitOfBuiltin, testing::ValuesIn(games::various_games()),
                         [](const auto& one) { return std::string(one.param.name); });

// The last two have recursive rules over the state: circles in the network.
const std::vector<std::string> public_sheets = {"battle",
                                                "blocker",
                                                "checkers_v1",
                                                "knightThrough",
                                                "reversi",
                                                "skirmish",
                                                "smallest_4player",
                                                "connectFour",
                                                "pentago",
                                                "breakthrough",
                                                "chineseCheckers2",
                                                "hex",
                                                "atariGoVariant_7x7",
                                                "AlexHex"};

class CircuitOfPublicSheet : public testing::TestWithParam<std::string> {};

TEST_P(CircuitOfPublicSheet, PlaysTheSameGame) {
  const fs::path path = fs::path(PALAMEDES_SHARED_DIR) / "games" / "gdl" / (GetParam() + ".kif");
  if (!fs::exists(path)) GTEST_SKIP() << path << " is absent";
  const auto text = read_text(path.string(), 64 << 20);
  ASSERT_TRUE(text);
  expect_same_game(*text, GetParam(), 3, 100);
}

INSTANTIATE_TEST_SUITE_P(Shared, CircuitOfPublicSheet, testing::ValuesIn(public_sheets),
                         [](const auto& one) { return one.param; });

void expect_same_game_of(const std::string& sheet) {
  const auto text = read_text(PALAMEDES_SOURCE_DIR "/tests/sheets/" + sheet + ".kif", 1 << 20);
  ASSERT_TRUE(text);
  expect_same_game(*text, sheet, 200, 20);
}

TEST(Circuits, WithLoopsPlayTheSameGame) { expect_same_game_of("power_lines"); }

TEST(Circuits, OfRolesThatMoveAtOncePlayTheSameGame) { expect_same_game_of("three_carters"); }

TEST(Circuits, OfRandomRulesPlayTheSameGames) {
  std::size_t valid = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const std::string text = random_rules(seed);
    if (!gdl::load(text, "random")) continue;
    ++valid;
    expect_same_game(text, fmt::format("random_{}", seed), 3, 10);
    if (HasFatalFailure()) FAIL() << text;
  }
  EXPECT_GT(valid, 50U);
}

// --- the same rules, the same circuit

circuit::Circuit circuit_of(std::string_view game, double proof_seconds) {
  const auto rules = gdl::load(games::find(game)->text, std::string(game));
  auto net = std::make_shared<net::PropNet>(net::build(ground::ground(*rules, {}).value()));
  net::passes::run_passes(*net, net::passes::parse_passes(net::passes::default_passes).value());
  circuit::Circuit circuit = circuit::lower(std::move(net));
  circuit::passes::run_circuit_passes(
      circuit,
      circuit::passes::parse_circuit_passes(circuit::passes::default_circuit_passes).value(),
      {.proof_seconds = proof_seconds});
  return circuit;
}

std::vector<circuit::Literal> outputs_of(const circuit::Circuit& circuit) {
  std::vector<circuit::Literal> outputs = circuit.next;
  outputs.push_back(circuit.terminal);
  for (const circuit::CircuitRole& role : circuit.roles) {
    for (const circuit::CircuitMove& move : role.moves) outputs.push_back(move.legal);
    for (const circuit::CircuitGoal& goal : role.goals) outputs.push_back(goal.literal);
  }
  return outputs;
}

class CircuitOnEveryRun : public testing::TestWithParam<std::string> {};

// Whether all proofs are made or some are left out in the middle.
TEST_P(CircuitOnEveryRun, IsTheSame) {
  for (const double proof_seconds : {0.5, 0.05, 0.01}) {
    const circuit::Circuit circuit = circuit_of(GetParam(), proof_seconds);
    const circuit::Circuit again = circuit_of(GetParam(), proof_seconds);
    EXPECT_EQ(circuit.gates, again.gates);
    EXPECT_EQ(outputs_of(circuit), outputs_of(again));
  }
}

INSTANTIATE_TEST_SUITE_P(Games, CircuitOnEveryRun,
                         testing::Values("breakthrough", "checkers", "othello"),
                         [](const auto& one) { return one.param; });

TEST(CircuitOnEveryRun, DependsOnHowMuchIsProved) {
  EXPECT_LT(circuit_of("checkers", 0.5).gates.size(), circuit_of("checkers", 0.01).gates.size());
}

}  // namespace
}  // namespace palamedes::laws
