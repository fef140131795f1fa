// Agents on machines that can, and cannot, share a tree between threads.

#include <memory>

#include <gtest/gtest.h>

#include "agent/agent.h"
#include "agent/spec.h"
#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/game.h"

namespace palamedes::agent {
namespace {

std::vector<double> visits_of(const std::string& spec) {
  machine::GameOptions options;
  options.machine = machine::prover::Prover::name;
  auto game = machine::Game::make(
      std::make_shared<const gdl::Loaded>(*gdl::load(games::find("tictactoe")->text, "tictactoe")),
      options);
  const auto agent = make_agent(**game, *parse_spec(spec), Role{0}, 7);
  agent->think({.simulations = 400});
  EXPECT_EQ(agent->fault(), "");
  std::vector<double> visits;
  const search::Snapshot snapshot = agent->snapshot();
  for (const search::MoveReport& report : snapshot.moves.at(0)) visits.push_back(report.visits);
  return visits;
}

// Each prover numbers terms in its own way: a state of one means nothing to another.
TEST(SearchAgent, ThinksWithOneThreadOnTheProver) {
  const std::vector<double> one = visits_of("uct:threads=1");
  ASSERT_EQ(one.size(), 9U);
  EXPECT_EQ(visits_of("uct:threads=4"), one);
}

}  // namespace
}  // namespace palamedes::agent
