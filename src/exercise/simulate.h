#pragma once
// What random playouts show of a game: length, branching, goals, speed, and defects of its
// rules.

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "base/stopwatch.h"
#include "exercise/playout.h"
#include "machine/machine.h"

namespace palamedes::exercise {

struct SimulateOptions {
  std::uint64_t max_playouts = std::numeric_limits<std::uint64_t>::max();
  std::optional<double> max_seconds;  // of wall time; a playout in progress is given up
  std::size_t max_length = 10'000;
  std::uint64_t seed = 1;
  std::function<bool()> stop;  // ends it early, as the time does; nothing: never

  [[nodiscard]] bool keeps_going(double seconds) const {
    return (!max_seconds || seconds < *max_seconds) && !(stop && stop());
  }
};

// Of a row of numbers.
struct Summary {
  std::uint64_t count = 0;
  double sum = 0;
  double min = 0;
  double max = 0;

  void add(double value);
  [[nodiscard]] double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

struct RoleStatistics {
  std::string name;
  Summary branching;                         // legal moves in the states that were left
  Summary goal;                              // defined goals of finished playouts
  std::map<int, std::uint64_t> goal_counts;  // how often each value
  std::uint64_t undefined_goals = 0;         // no value, or several
  std::uint64_t wins = 0;                    // alone the best; 100 where there is one role only
};

// A state before the end in which a role cannot move.
struct DeadEnd {
  std::string role;
  std::uint64_t playout = 0;  // counted from 1
  std::size_t step = 0;       // moves made before
  std::vector<std::string> facts;
};

struct SimulationStatistics {
  std::uint64_t finished = 0;
  std::uint64_t truncated = 0;
  std::uint64_t dead_ends = 0;
  std::uint64_t interrupted = 0;
  std::uint64_t draws = 0;  // finished, and the best goal is shared
  Summary length;           // of finished playouts
  Summary joint_branching;
  std::vector<RoleStatistics> roles;
  std::uint64_t states = 0;  // reached by a move, in all playouts
  // Two roles had a choice in the same state. Nothing if nobody looked.
  std::optional<bool> simultaneous = false;
  std::optional<DeadEnd> first_dead_end;
  double cpu_seconds = 0;  // of the thread
  double wall_seconds = 0;
  std::string fault;  // why the machine gave up; then the numbers are those up to there

  // All but those that were interrupted.
  [[nodiscard]] std::uint64_t playouts() const { return finished + truncated + dead_ends; }
  void add(const Playout& playout);

 private:
  void add_moves(const Playout& playout);
  void add_goals(const std::vector<int>& goals);
};

// From this state on. Playout number i depends on the seed and i alone, not on how many there are
// or how long they may take. `progress` is called after every playout.
template <machine::Machine M>
SimulationStatistics simulate_from(
    M& machine, const typename M::State& start, const SimulateOptions& options,
    const std::function<void(const SimulationStatistics&)>& progress = {}) {
  SimulationStatistics statistics;
  for (std::size_t role = 0; role < machine.role_count(); ++role) {
    statistics.roles.push_back({.name = machine.role_name(Role(role))});
  }
  PlayoutRunner<M> runner(machine, options.max_length);
  typename M::State state = start;
  const Stopwatch wall;
  const CpuStopwatch cpu;
  const auto in_time = [&] { return options.keeps_going(wall.seconds()); };
  for (std::uint64_t number = 0; number < options.max_playouts && in_time(); ++number) {
    Rng rng(options.seed, number);
    state = start;
    const Playout& playout = runner.run(state, rng, in_time);
    statistics.add(playout);
    if (playout.end == PlayoutEnd::dead_end && !statistics.first_dead_end) {
      statistics.first_dead_end = DeadEnd{.role = machine.role_name(*playout.stuck),
                                          .playout = number + 1,
                                          .step = playout.length,
                                          .facts = machine.facts(state)};
    }
    if (playout.end == PlayoutEnd::fault) {
      statistics.fault = machine.fault();
      break;
    }
    if (progress) progress(statistics);
  }
  statistics.cpu_seconds = cpu.seconds();
  statistics.wall_seconds = wall.seconds();
  return statistics;
}

// From the initial state on.
template <machine::Machine M>
SimulationStatistics simulate(
    M& machine, const SimulateOptions& options,
    const std::function<void(const SimulationStatistics&)>& progress = {}) {
  const typename M::State initial = machine.initial();
  return simulate_from(machine, initial, options, progress);
}

}  // namespace palamedes::exercise
