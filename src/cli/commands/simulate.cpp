#include "exercise/simulate.h"

#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/playout_limits.h"
#include "cli/results.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "cli/statistics_text.h"
#include "cli/text.h"
#include "exercise/simulate_swarm.h"

namespace palamedes::cli::commands {
namespace {

using exercise::RoleStatistics;
using exercise::SimulationStatistics;

constexpr double default_seconds = 1;

struct Settings {
  GameSettings game;
  exercise::SimulateOptions simulate;
  std::optional<std::uint64_t> playouts;
  bool json = false;
};

// What was asked for and how it went.
struct Session {
  std::string name;
  std::string_view machine;
  const exercise::SimulateOptions& options;
  bool interrupted = false;
};

double per_second(std::uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::string kind_of_play(const SimulationStatistics& s) {
  if (s.roles.size() == 1) return ", single player";
  if (!s.simultaneous) return {};
  return *s.simultaneous ? ", simultaneous moves" : ", turn-taking";
}

std::string dead_end_text(const exercise::DeadEnd& dead_end) {
  std::string text = fmt::format(
      "\nThe rules are broken: in playout {}, after {}, '{}' has no legal move although\n"
      "the game is not over. The state:\n",
      dead_end.playout, counted(dead_end.step, "move"), dead_end.role);
  for (const std::string& fact : dead_end.facts) text += fmt::format("  {}\n", fact);
  return text;
}

// Of playouts that reached the allowed length.
std::string too_long_text(const SimulationStatistics& s, std::size_t max_length) {
  const std::string limit =
      fmt::format("{} (--max-length allows more)", counted(max_length, "move"));
  if (s.truncated == s.playouts()) {
    return fmt::format("\nNo playout came to its end within {}: the game may never end.\n", limit);
  }
  return fmt::format(
      "\n{} did not end within {}; length, goals and wins are those of the others.\n",
      counted(s.truncated, "playout"), limit);
}

std::string to_text(const Screen& screen, const Session& run, const SimulationStatistics& s) {
  std::string text = fmt::format("{} ({}{}; machine {}, seed {}{})\n\n", screen.bold(run.name),
                                 counted(s.roles.size(), "role"), kind_of_play(s), run.machine,
                                 run.options.seed, run.interrupted ? "; interrupted" : "");
  text += labelled("Playouts", playouts_text(s));
  text += labelled("Length", range_text(s.length, "moves"));
  text += labelled("Branching", range_text(s.joint_branching, "joint moves"));
  text += labelled("Speed", fmt::format("{} states/s, {} playouts/s ({} in {} s CPU)",
                                        rounded(per_second(s.states, s.cpu_seconds)),
                                        rounded(per_second(s.playouts(), s.cpu_seconds)),
                                        counted(s.states, "state"), rounded(s.cpu_seconds)));
  text += "\n" + role_table(screen, s) + goal_table(screen, s);
  if (s.truncated > 0) text += too_long_text(s, run.options.max_length);
  if (s.first_dead_end) text += dead_end_text(*s.first_dead_end);
  return text;
}

Json to_json(const Session& run, const SimulationStatistics& s) {
  Json roles = Json::array();
  for (const RoleStatistics& role : s.roles) roles.add(role_json(role));
  Json json = Json::object({{"rules", run.name},
                            {"machine", run.machine},
                            {"seed", run.options.seed},
                            {"partial", run.interrupted},
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

template <machine::Machine M>
Exit simulate(Screen& screen, const Settings& settings, const std::string& name, M& machine) {
  const auto progress = [&](const SimulationStatistics& s) {
    if (!screen.wants_progress()) return;
    screen.progress(
        fmt::format("{} playouts, {} states", grouped(s.playouts()), grouped(s.states)));
  };
  const exercise::SimulateOptions options =
      with_limits(settings.simulate, settings.playouts, default_seconds);
  const SimulationStatistics statistics = exercise::simulate(machine, options, progress);
  const Session run{
      .name = name, .machine = M::name, .options = options, .interrupted = Interrupt::requested()};
  return show(screen, {.name = name,
                       .fault = [&] { return machine.fault(); },
                       .text =
                           [&] {
                             return settings.json ? to_json(run, statistics).text()
                                                  : to_text(screen, run, statistics);
                           },
                       .interrupted = run.interrupted,
                       .broken = statistics.dead_ends > 0});
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  declare_rules(options, settings->game.rules);
  options.number("playouts", "how many playouts", settings->playouts, 1);
  options.seconds("seconds", "stop after this time", settings->simulate.max_seconds);
  options.number("seed", "of the random moves", settings->simulate.seed);
  options.number("max-length", "give up a playout after this number of moves",
                 settings->simulate.max_length);
  settings->game.declare_machine(options);
  options.flag("json", "machine-readable output", settings->json);
  settings->game.declare_details(options);
  return [settings](Screen& screen) {
    const Interrupt interrupt;
    settings->game.end_when_interrupted();
    settings->simulate.stop = Interrupt::requested;
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
        "games at once and does not count the moves that there were to choose from.\n"
        "Ctrl-C ends the playouts and prints what is there. Broken rules give exit\n"
        "status 1.",
    .examples =
        "  palamedes simulate tictactoe\n"
        "  palamedes simulate my_game.kif --seconds 10 --json\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
