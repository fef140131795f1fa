#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>

#include <palamedes/palamedes.h>

#include "exercise/simulate.h"
#include "exercise/simulate_swarm.h"
#include "library/cores.h"
#include "library/problems.h"
#include "machine/bit_state.h"

namespace palamedes::library {
namespace {

using exercise::SimulateOptions;
using exercise::SimulationStatistics;
using machine::swarm::Swarm;

SimulateOptions inner(const PlayoutOptions& options) {
  SimulateOptions made;
  made.max_playouts = options.count;
  made.max_seconds = options.seconds;
  made.max_length = options.max_length;
  made.seed = options.seed;
  made.stop = options.stop;
  return made;
}

// Nothing where there is no circuit. The last one is kept: how long playouts may be is fixed when a
// swarm is made.
Swarm* swarm_for(GameCore& game, const SimulateOptions& options) {
  const auto wanted = exercise::swarm_options_for({}, options);
  if (game.swarm == nullptr || game.swarm->options().max_length != wanted.max_length) {
    game.swarm = game.game->make_swarm(wanted);
  }
  return game.swarm.get();
}

struct Played {
  std::string machine;
  SimulationStatistics statistics;
};

template <typename M>
Played play(M& steps, const StateCore& state, const SimulateOptions& options, bool side_by_side) {
  typename M::State start = steps.initial();
  for (const std::vector<Move>& joint_move : state.history()) steps.advance(start, joint_move);
  if constexpr (std::is_same_v<typename M::State, machine::BitState>) {
    // a lane of the swarm makes at least one move
    if (side_by_side && options.max_length > 0) {
      if (Swarm* const swarm = swarm_for(*state.game, options)) {
        const std::span<const std::uint64_t> bits(start.words.data(), start.words.size());
        return {std::string(Swarm::name),
                exercise::simulate_from(*swarm, bits, state.game->game->role_names(), options)};
      }
    }
  }
  return {std::string(M::name), exercise::simulate_from(steps, start, options)};
}

PlayoutResults outer(Played played) {
  const SimulationStatistics& s = played.statistics;
  PlayoutResults results;
  results.machine = std::move(played.machine);
  results.finished = s.finished;
  results.truncated = s.truncated;
  results.dead_ends = s.dead_ends;
  results.interrupted = s.interrupted;
  results.draws = s.draws;
  results.mean_length = s.length.mean();
  results.shortest = static_cast<std::size_t>(s.length.min);
  results.longest = static_cast<std::size_t>(s.length.max);
  for (const exercise::RoleStatistics& role : s.roles) {
    results.roles.push_back({.role = role.name,
                             .mean_goal = role.goal.mean(),
                             .lowest_goal = static_cast<int>(role.goal.min),
                             .highest_goal = static_cast<int>(role.goal.max),
                             .wins = role.wins,
                             .undefined_goals = role.undefined_goals});
  }
  results.states = s.states;
  results.cpu_seconds = s.cpu_seconds;
  results.wall_seconds = s.wall_seconds;
  return results;
}

}  // namespace
}  // namespace palamedes::library

namespace palamedes {
inline namespace v0 {

Outcome<PlayoutResults> State::playouts(const PlayoutOptions& options) const {
  const std::string& name = core_->game->rules.name();
  if (options.seconds && !(*options.seconds >= 0)) {
    return library::one_problem(name, "PlayoutOptions::seconds must be a number from 0 on");
  }
  library::Played played = std::visit(
      [&](auto& steps) {
        return library::play(*steps, *core_, library::inner(options), options.side_by_side);
      },
      core_->game->game->steps());
  if (!played.statistics.fault.empty()) {
    return library::one_problem(name, played.statistics.fault);
  }
  return library::outer(std::move(played));
}

}  // namespace v0
}  // namespace palamedes
