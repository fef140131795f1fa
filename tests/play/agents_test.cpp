// Agents on real games, on every machine: what must hold however they search.

#include <algorithm>
#include <cstdio>

#include <gtest/gtest.h>

#include "agent/agent.h"
#include "agent/presets.h"
#include "machine/position.h"
#include "match/play.h"
#include "support/agent_spec.h"
#include "support/builtin_game.h"
#include "support/legal_record.h"

namespace palamedes::agent {
namespace {

using match::GameEnd;
using match::GameRecord;
using match::play_game;

const std::vector<std::string> machines = {"prover", "propnet", "scalar"};

// Every move was legal, and the game is over after the last.
void expect_whole(machine::Game& game, const GameRecord& record) {
  EXPECT_EQ(record.end, GameEnd::terminal);
  match::expect_legal(game, record);
}

GameRecord play(machine::Game& game, const std::vector<Spec>& agents,
                const match::Assignment& assignment, std::uint64_t simulations,
                std::uint64_t seed) {
  match::PlayOptions options;
  options.simulations = simulations;
  return play_game(game, agents, assignment, options, seed);
}

class OnMachine : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Machines, OnMachine, testing::ValuesIn(machines),
                         [](const auto& test) { return test.param; });

TEST_P(OnMachine, UctNeverLosesTicTacToe) {
  const auto game = machine::builtin_game("tictactoe", GetParam());
  const std::vector<Spec> agents = {spec("uct"), spec("random")};
  int wins = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const match::Assignment assignment =
        seed % 2 == 0 ? match::Assignment{0, 1} : match::Assignment{1, 0};
    const GameRecord record = play(*game, agents, assignment, 2000, seed);
    expect_whole(*game, record);
    const int goal = record.goals[assignment[0] == 0 ? 0 : 1];
    EXPECT_GE(goal, 50) << "seed " << seed;
    wins += goal == 100 ? 1 : 0;
  }
  EXPECT_GE(wins, 6);  // random moves lose most games
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const GameRecord record = play(*game, agents, {0, 0}, 2000, seed);
    EXPECT_EQ(record.goals, (std::vector{50, 50})) << "against itself, seed " << seed;
  }
}

// The first player of the built-in game can win, and whoever can, leaves heaps whose binary digits
// cancel out (Bouton 1901).
int heaps_xor(const machine::Position& position) {
  int result = 0;
  for (const std::string& fact : position.facts()) {
    char heap = 0;
    int stones = 0;
    if (std::sscanf(fact.c_str(), "(heap %c %d)", &heap, &stones) == 2) result ^= stones;
  }
  return result;
}

TEST_P(OnMachine, TheSolverPlaysNimPerfectly) {
  const auto game = machine::builtin_game("nim", GetParam());
  ASSERT_EQ(heaps_xor(machine::Position(*game)), 1 ^ 5 ^ 4 ^ 2);
  const std::vector<Spec> agents = {spec("uct+solver"), spec("random")};
  int perfect_moves = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const std::size_t solver = seed % 2;
    const match::Assignment assignment =
        solver == 0 ? match::Assignment{0, 1} : match::Assignment{1, 0};
    const GameRecord record = play(*game, agents, assignment, 20'000, seed);
    expect_whole(*game, record);
    bool won = false;
    machine::Position position(*game);
    for (std::size_t step = 0; step < record.moves.size(); ++step) {
      const bool can_win = step % 2 == solver && heaps_xor(position) != 0;
      position.advance(record.moves[step]);
      if (!can_win) continue;
      won = true;
      EXPECT_EQ(heaps_xor(position), 0) << "seed " << seed << ", step " << step;
      ++perfect_moves;
    }
    EXPECT_EQ(record.goals[solver], won ? 100 : 0);
    EXPECT_TRUE(won || solver == 1);
  }
  EXPECT_GT(perfect_moves, 10);
  EXPECT_EQ(play(*game, agents, {0, 0}, 20'000, 1).goals, (std::vector{100, 0}));
}

TEST_P(OnMachine, TicTacToeIsADraw) {
  const auto game = machine::builtin_game("tictactoe", GetParam());
  const auto solver = make_agent(*game, spec("uct+solver"), Role{0}, 1);
  Limit limit;
  limit.simulations = 300'000;
  solver->think(limit);
  ASSERT_TRUE(solver->is_sure());
  EXPECT_TRUE(solver->snapshot().proven);
  EXPECT_EQ(solver->snapshot().payoffs, (std::vector{0.5, 0.5}));
}

TEST_P(OnMachine, EveryPresetPlaysToTheEnd) {
  for (const std::string name : {"tictactoe", "runners"}) {
    const auto game = machine::builtin_game(name, GetParam());
    for (const Preset& preset : presets()) {
      SCOPED_TRACE(std::string(preset.name) + " plays " + name);
      const std::vector<Spec> agents = {spec(preset.name)};
      expect_whole(*game, play(*game, agents, {0, 0}, 20, 1));
    }
  }
}

TEST(Swarm, EveryPresetPlaysToTheEnd) {
  for (const std::string name : {"tictactoe", "runners"}) {
    const auto game = machine::builtin_game(name);
    ASSERT_TRUE(game->can_swarm());
    for (const Preset& preset : presets()) {
      if (preset.random) continue;
      SCOPED_TRACE(std::string(preset.name) + " plays " + name);
      const std::vector<Spec> agents = {spec(std::string(preset.name) + "+swarm")};
      expect_whole(*game, play(*game, agents, {0, 0}, 600, 1));
    }
  }
}

TEST(Swarm, NeverLosesTicTacToe) {
  const auto game = machine::builtin_game("tictactoe");
  const std::vector<Spec> agents = {spec("uct+swarm:width=32"), spec("random")};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const GameRecord record = play(*game, agents, {0, 0}, 4000, seed);
    EXPECT_EQ(record.goals, (std::vector{50, 50})) << seed;
  }
}

TEST(Swarm, SolvesNimAsWell) {
  const auto game = machine::builtin_game("nim");
  const std::vector<Spec> agents = {spec("palamedes+swarm+solver")};
  EXPECT_EQ(play(*game, agents, {0, 0}, 50'000, 1).goals, (std::vector{100, 0}));
}

// Leaves without a node of their own are played out as well, also where they are terminal.
TEST(Swarm, PlaysWithLittleMemory) {
  const auto game = machine::builtin_game("connect_four");
  for (const std::string text : {"uct+swarm:megabytes=1", "grave+nst+swarm:megabytes=1"}) {
    const GameRecord record = play(*game, {spec(text)}, {0, 0}, 3000, 1);
    expect_whole(*game, record);
  }
}

TEST(OpenLoop, PlaysTicTacToe) {
  const auto game = machine::builtin_game("tictactoe");
  const std::vector<Spec> agents = {spec("uct:memory.loop=open")};
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_EQ(play(*game, agents, {0, 0}, 3000, seed).goals, (std::vector{50, 50})) << seed;
  }
}

TEST(Backups, PlayTicTacToe) {
  const auto game = machine::builtin_game("tictactoe");
  for (const std::string text :
       {"uct:backup=uct2", "uct:backup=uct3", "uct:backup=uct3,solver=true"}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      EXPECT_EQ(play(*game, {spec(text)}, {0, 0}, 3000, seed).goals, (std::vector{50, 50})) << text;
    }
  }
}

TEST(Threads, PlayTicTacToe) {
  const auto game = machine::builtin_game("tictactoe");
  const std::vector<Spec> agents = {spec("uct:threads=3")};
  const GameRecord record = play(*game, agents, {0, 0}, 6000, 1);
  expect_whole(*game, record);
  EXPECT_EQ(record.goals, (std::vector{50, 50}));
}

TEST(Agents, MoveWithoutThinkingAndThinkOnceAsTwice) {
  const auto game = machine::builtin_game("tictactoe");
  const auto agent = make_agent(*game, spec("uct"), Role{0}, 1);
  const std::vector<Move> legal = machine::Position(*game).legal(Role{0});
  EXPECT_TRUE(std::find(legal.begin(), legal.end(), agent->move()) != legal.end());
  const auto other = make_agent(*game, spec("uct"), Role{0}, 1);
  Limit limit;
  limit.simulations = 100;
  agent->think(limit);
  agent->think(limit);
  limit.simulations = 200;
  other->think(limit);
  EXPECT_EQ(agent->snapshot().simulations, 200U);
  const auto visits = [](Agent& each) {
    std::vector<double> result;
    const search::Snapshot snapshot = each.snapshot();
    for (const search::MoveReport& report : snapshot.moves[0]) result.push_back(report.visits);
    return result;
  };
  EXPECT_EQ(visits(*agent), visits(*other));
}

TEST(Agents, StopWhenTheyAreTold) {
  const auto game = machine::builtin_game("connect_four");
  const auto agent = make_agent(*game, spec("uct"), Role{0}, 1);
  int left = 50;
  Limit limit;
  limit.stop = [&] { return left-- <= 0; };
  agent->think(limit);
  EXPECT_EQ(agent->snapshot().simulations, 50U);
}

}  // namespace
}  // namespace palamedes::agent
