#include "explore/simulate.h"

#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/json.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "cli/statistics_text.h"
#include "cli/text.h"
#include "explore/simulate_swarm.h"

namespace palamedes::cli {
namespace {

using explore::RoleStatistics;
using explore::SimulationStatistics;

constexpr std::uint64_t default_playouts = 1000;
constexpr double default_seconds = 1;

struct Settings {
  GameSettings game;
  explore::SimulateOptions simulate;
  std::optional<std::uint64_t> playouts;
  bool json = false;
};

double per_second(std::uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::string kind_of_play(const SimulationStatistics& s) {
  if (s.roles.size() == 1) return ", single player";
  if (!s.simultaneous) return {};
  return *s.simultaneous ? ", simultaneous moves" : ", turn-taking";
}

std::string dead_end_text(const explore::DeadEnd& dead_end) {
  std::string text = fmt::format(
      "\nThe rules are broken: in playout {}, after {}, '{}' has no legal move although\n"
      "the game is not over. The state:\n",
      dead_end.playout, counted(dead_end.step, "move"), dead_end.role);
  for (const std::string& fact : dead_end.facts) text += fmt::format("  {}\n", fact);
  return text;
}

std::string to_text(const Screen& screen, std::string_view machine, std::uint64_t seed,
                    const std::string& name, const SimulationStatistics& s) {
  std::string text = fmt::format("{} ({}{}; machine {}, seed {})\n\n", screen.bold(name),
                                 counted(s.roles.size(), "role"), kind_of_play(s), machine, seed);
  text += labelled("Playouts", playouts_text(s));
  text += labelled("Length", range_text(s.length, "moves"));
  text += labelled("Branching", range_text(s.joint_branching, "joint moves"));
  text += labelled("Speed", fmt::format("{} states/s, {} playouts/s ({} in {} s CPU)",
                                        rounded(per_second(s.states, s.cpu_seconds)),
                                        rounded(per_second(s.playouts(), s.cpu_seconds)),
                                        counted(s.states, "state"), rounded(s.cpu_seconds)));
  text += "\n" + role_table(screen, s) + goal_table(screen, s);
  if (s.first_dead_end) text += dead_end_text(*s.first_dead_end);
  return text;
}

Json to_json(std::string_view machine, std::uint64_t seed, const std::string& name,
             const SimulationStatistics& s) {
  Json roles = Json::array();
  for (const RoleStatistics& role : s.roles) roles.add(role_json(role));
  Json json = Json::object({{"rules", name},
                            {"machine", machine},
                            {"seed", seed},
                            {"playouts", s.playouts()},
                            {"finished", s.finished},
                            {"truncated", s.truncated},
                            {"dead_ends", s.dead_ends},
                            {"interrupted", s.interrupted},
                            {"draws", s.draws},
                            {"simultaneous", s.simultaneous ? Json(*s.simultaneous) : Json()},
                            {"length", summary_json(s.length)},
                            {"joint_branching", summary_json(s.joint_branching)},
                            {"roles", std::move(roles)},
                            {"states", s.states},
                            {"cpu_seconds", s.cpu_seconds},
                            {"wall_seconds", s.wall_seconds},
                            {"states_per_cpu_second", per_second(s.states, s.cpu_seconds)},
                            {"playouts_per_cpu_second", per_second(s.playouts(), s.cpu_seconds)}});
  if (s.first_dead_end) {
    json.add("first_dead_end", Json::object({{"role", s.first_dead_end->role},
                                             {"playout", s.first_dead_end->playout},
                                             {"step", s.first_dead_end->step},
                                             {"facts", s.first_dead_end->facts}}));
  }
  return json;
}

// One limit at least, and an answer within about a second unless another one is asked for.
explore::SimulateOptions with_defaults(const Settings& settings) {
  explore::SimulateOptions options = settings.simulate;
  if (settings.playouts) {
    options.max_playouts = *settings.playouts;
  } else if (!options.max_seconds) {
    options.max_playouts = default_playouts;
    options.max_seconds = default_seconds;
  }
  return options;
}

template <machine::Machine M>
Exit simulate(Screen& screen, const Settings& settings, const std::string& name, M& machine) {
  const auto progress = [&](const SimulationStatistics& s) {
    if (!screen.wants_progress()) return;
    screen.progress(
        fmt::format("{} playouts, {} states", grouped(s.playouts()), grouped(s.states)));
  };
  const SimulationStatistics statistics =
      explore::simulate(machine, with_defaults(settings), progress);
  if (!statistics.fault.empty()) {
    screen.complain(failure(name, statistics.fault).value());
    return Exit::failed;
  }
  const std::uint64_t seed = settings.simulate.seed;
  screen.print(settings.json ? to_json(M::name, seed, name, statistics).text()
                             : to_text(screen, M::name, seed, name, statistics));
  return Exit::success;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  declare_rules(options, settings->game.rules);
  options.number("playouts", "how many playouts", settings->playouts, 1);
  options.seconds("seconds", "stop after this time", settings->simulate.max_seconds);
  options.number("seed", "of the random moves", settings->simulate.seed);
  options.number("max-length", "give up a playout after so many moves",
                 settings->simulate.max_length);
  settings->game.declare_machine(options);
  options.flag("json", "machine-readable output", settings->json);
  settings->game.declare_details(options);
  return [settings](Screen& screen) {
    return with_machine(screen, settings->game, [&](const std::string& name, auto& machine) {
      return simulate(screen, *settings, name, machine);
    });
  };
}

}  // namespace

constinit const Command simulate_command = {
    .name = "simulate",
    .summary = "play random games: statistics and speed",
    .description =
        "Without --playouts and --seconds: 1000 playouts, or what one second allows. The\n"
        "same seed gives the same playouts with the same machine and program. Speed is\n"
        "per second of CPU time; states are those reached by a move. The swarm plays many\n"
        "games at once and does not count the moves that there were to choose from.",
    .examples =
        "  palamedes simulate tictactoe\n"
        "  palamedes simulate my_game.kif --seconds 10 --json\n",
    .setup = setup};

}  // namespace palamedes::cli
