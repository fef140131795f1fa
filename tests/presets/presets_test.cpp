// Every preset plays the beginning of every built-in game, on the scalar machine and with the
// swarm. What they do there is checked by other tests; here all code paths meet all rules, which
// the sanitizers watch.

#include "agent/presets.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "games/builtin.h"
#include "machine/position.h"
#include "match/play.h"
#include "support/agent_spec.h"
#include "support/builtin_game.h"
#include "support/legal_record.h"

namespace palamedes::agent {
namespace {

// Where roles have very many moves a simulation takes long.
struct Length {
  std::size_t steps = 6;
  std::uint64_t simulations = 4;
};

Length length_in(machine::Game& game) {
  machine::Position position(game);
  std::size_t moves = 0;
  for (std::size_t role = 0; role < game.role_count(); ++role) {
    moves += position.legal(Role(role)).size();
  }
  return moves > 500 ? Length{.steps = 1, .simulations = 1} : Length{};
}

class InGame : public testing::TestWithParam<std::string> {
 protected:
  static void play(machine::Game& game, const std::string& agent, const Length& length) {
    SCOPED_TRACE(agent);
    const std::vector<Spec> agents = {spec(agent)};
    match::PlayOptions options;
    options.simulations = length.simulations;
    options.max_length = length.steps;
    options.ponder = true;
    const match::Assignment roles(game.role_count(), 0);
    const match::GameRecord record = match::play_game(game, agents, roles, options, 1);
    // rules need not give goals where the game is cut off
    EXPECT_TRUE(record.end == match::GameEnd::terminal || record.moves.size() == length.steps)
        << record.problem;
    EXPECT_FALSE(record.moves.empty());
    match::expect_legal(game, record);
  }
};

std::vector<std::string> all_games() {
  std::vector<std::string> names;
  for (const games::Builtin& game : games::builtins()) names.emplace_back(game.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Games, InGame, testing::ValuesIn(all_games()),
                         [](const auto& test) { return test.param; });

TEST_P(InGame, EveryPresetPlays) {
  machine::GameOptions options;
  options.machine = "scalar";
  options.details.swarm.gates =
      machine::swarm::SwarmGates::interpreted;  // no sanitizer sees others
  const auto game = machine::builtin_game(GetParam(), options);
  ASSERT_NE(game, nullptr);
  const Length length = length_in(*game);
  for (const Preset& preset : presets()) {
    const std::string name(preset.name);
    play(*game, name, length);
    if (!preset.random) play(*game, name + "+swarm", length);
  }
  // of those that tune themselves one with each way to choose values
  for (const char* name : {"sp-ntbea", "ap-cma-es-6", "ap-lsi-4", "ap-state-rnd-6"}) {
    play(*game, name, length);
    play(*game, std::string(name) + "+swarm", length);
  }
}

}  // namespace
}  // namespace palamedes::agent
