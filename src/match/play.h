#pragma once
// One game between agents, from the initial state to the end.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agent/agent.h"
#include "agent/spec.h"
#include "machine/game.h"
#include "match/assignment.h"

namespace palamedes::match {

struct PlayOptions {
  std::optional<std::uint64_t> simulations;  // of each decision
  std::optional<double> seconds;             // of each decision
  bool cpu_clock = false;                    // these are CPU time of the thread that thinks
  bool ponder = false;                       // agents think at every step, also without a choice
  std::size_t max_length = 10'000;           // steps; then the goals count as they stand
  std::function<void()> on_step;             // called after each one, from the thread that plays
  bool history = false;                      // whether it is written down in words
  bool turns = false;                        // whether each decision is measured by itself
};

// A state that was reached, and what was done there.
struct WrittenStep {
  std::chrono::system_clock::time_point reached;
  std::vector<std::string> facts;
  std::vector<std::string> moves;  // by role; none in the last state
};

// "1,000 simulations a move, at most 10,000 steps"
[[nodiscard]] std::string limit_text(const PlayOptions& options);

// One decision of an agent.
struct TurnEffort {
  std::uint64_t step = 0;  // of the game, the first one is 0
  std::uint64_t simulations = 0;
  std::uint64_t states = 0;
  double seconds = 0;
  std::size_t nodes = 0;
  std::uint32_t depth = 0;  // the longest way through the tree
  double branching = 0;     // effective: moves that were tried in a node, on average
};

// What one agent did in a game.
struct Effort {
  std::uint64_t simulations = 0;
  std::uint64_t states = 0;  // made by moves
  std::uint64_t decisions = 0;
  double seconds = 0;
  std::size_t nodes = 0;  // most at a time
  // Median over the decisions with any, as the papers give speeds; of one game only.
  double simulations_per_second = 0;
  double states_per_second = 0;
  // AMAF statistics in a node of the tree: the mean over the decisions with any; of one game only.
  double statistics_per_node = 0;
  std::vector<TurnEffort> turns;  // if asked for
  std::string remark;             // agent::Agent::remark()
};

enum class GameEnd : std::uint8_t {
  terminal,
  too_long,
  dead_end,     // a role had no move: the rules are broken
  fault,        // a machine gave up
  interrupted,  // somebody said so
  bad_goals,    // the rules give a role no goal at the end, or several
};

struct GameRecord {
  std::uint64_t number = 0;  // in its series
  Assignment assignment;
  std::uint64_t seed = 0;
  GameEnd end = GameEnd::terminal;
  std::string problem;                      // of a dead end, a fault or bad goals
  std::vector<std::vector<Move>> moves;     // joint moves
  std::vector<int> goals;                   // by role, -1 without a value
  std::vector<Effort> efforts;              // by role
  std::vector<WrittenStep> history;         // if asked for
  std::vector<std::vector<int>> all_goals;  // by role, ascending, if a history was asked for
};

// What agents think on, by agent: a game of their own with the same rules, or null for the one that
// is played. Empty: all think on that one.
using OwnGames = std::span<machine::Game* const>;

// `stop` ends the game early.
[[nodiscard]] GameRecord play_game(machine::Game& game, std::span<const agent::Spec> agents,
                                   const Assignment& assignment, const PlayOptions& options,
                                   std::uint64_t seed, const std::function<bool()>& stop = {},
                                   OwnGames own_games = {});

}  // namespace palamedes::match
