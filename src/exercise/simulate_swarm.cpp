#include "exercise/simulate_swarm.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

namespace palamedes::exercise {
namespace {

using machine::swarm::Swarm;
using machine::swarm::SwarmEnd;
using machine::swarm::SwarmMachine;
using machine::swarm::SwarmOptions;
using machine::swarm::SwarmPlayout;
using machine::swarm::SwarmStart;

PlayoutEnd end_of(SwarmEnd end) {
  switch (end) {
    case SwarmEnd::truncated:
      return PlayoutEnd::truncated;
    case SwarmEnd::dead_end:
      return PlayoutEnd::dead_end;
    case SwarmEnd::terminal:
      break;
  }
  return PlayoutEnd::terminal;
}

// A start may be played so often at most; more of them are more playouts.
std::vector<SwarmStart> starts_for(std::span<const std::uint64_t> state, std::uint64_t playouts) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  constexpr std::uint64_t most_starts = 1024;  // nobody waits for more playouts
  std::vector<SwarmStart> starts;
  for (; playouts > 0 && starts.size() < most_starts; playouts -= starts.back().times) {
    starts.push_back({state, static_cast<std::uint32_t>(std::min(playouts, most))});
  }
  return starts;
}

// The first playout that gets stuck, found by playing the same ones again with their moves.
std::optional<DeadEnd> find_dead_end(SwarmMachine& machine, SwarmOptions options,
                                     std::span<const SwarmStart> starts) {
  options.history = true;
  Swarm swarm(machine.circuit(), options);
  std::uint64_t number = 0;
  std::optional<DeadEnd> found;
  const std::size_t roles = machine.role_count();
  swarm.play_while(
      starts, [&] { return !found; },
      [&](const SwarmPlayout& playout) {
        ++number;
        if (found || playout.end != SwarmEnd::dead_end) return;
        machine::BitState state = machine.initial();
        for (std::size_t i = 0; i < playout.length; ++i) {
          machine.advance(state, playout.moves.subspan(i * roles, roles));
        }
        model::MoveList moves;
        std::size_t stuck = 0;
        for (; stuck + 1 < roles; ++stuck) {
          machine.legal(state, Role(stuck), moves);
          if (moves.empty()) break;
        }
        found = DeadEnd{.role = machine.role_name(Role(stuck)),
                        .playout = number,
                        .step = playout.length,
                        .facts = machine.facts(state)};
      });
  return found;
}

// Playouts that were given up, and the states in them.
void add_interrupted(SimulationStatistics& statistics, const Swarm& swarm) {
  for (std::uint32_t lane = 0; lane < swarm.lanes(); ++lane) {
    if (!swarm.lane_active(lane)) continue;
    ++statistics.interrupted;
    statistics.states += swarm.lane_length(lane);
  }
}

}  // namespace

SwarmOptions swarm_options_for(SwarmOptions options, const SimulateOptions& wanted) {
  options.seed = wanted.seed;
  options.max_length = static_cast<std::uint32_t>(
      std::min<std::size_t>(wanted.max_length, SwarmOptions::most_moves));
  return options;
}

SimulationStatistics simulate_from(
    Swarm& swarm, std::span<const std::uint64_t> start, const std::vector<std::string>& role_names,
    const SimulateOptions& options,
    const std::function<void(const SimulationStatistics&)>& progress) {
  swarm.restart(options.seed);
  SimulationStatistics statistics;
  statistics.simultaneous.reset();
  for (const std::string& name : role_names) statistics.roles.push_back({.name = name});
  const std::vector<SwarmStart> starts = starts_for(start, options.max_playouts);
  const Stopwatch wall;
  const CpuStopwatch cpu;
  Playout playout;
  swarm.play_while(
      starts, [&] { return options.keeps_going(wall.seconds()); },
      [&](const SwarmPlayout& one) {
        playout.end = end_of(one.end);
        playout.length = one.length;
        playout.goals.assign(one.goals.begin(), one.goals.end());
        statistics.add(playout);
        if (progress) progress(statistics);
      });
  add_interrupted(statistics, swarm);
  statistics.cpu_seconds = cpu.seconds();
  statistics.wall_seconds = wall.seconds();
  return statistics;
}

SimulationStatistics simulate(SwarmMachine& machine, const SimulateOptions& options,
                              const std::function<void(const SimulationStatistics&)>& progress) {
  // A lane makes at least one move.
  if (options.max_length == 0) return simulate<SwarmMachine>(machine, options, progress);
  const SwarmOptions wanted = swarm_options_for(machine.swarm().options(), options);
  std::unique_ptr<Swarm> other;
  if (wanted.max_length != machine.swarm().options().max_length) {
    other = std::make_unique<Swarm>(machine.circuit(), wanted);
  }
  Swarm& swarm = other ? *other : machine.swarm();
  std::vector<std::string> role_names;
  for (std::size_t role = 0; role < machine.role_count(); ++role) {
    role_names.push_back(machine.role_name(Role(role)));
  }
  const std::vector<std::uint64_t> initial = machine.circuit()->initial_state();
  SimulationStatistics statistics = simulate_from(swarm, initial, role_names, options, progress);
  if (statistics.dead_ends > 0) {
    const std::vector<SwarmStart> starts = starts_for(initial, options.max_playouts);
    statistics.first_dead_end = find_dead_end(machine, wanted, starts);
  }
  return statistics;
}

}  // namespace palamedes::exercise
