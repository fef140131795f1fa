#include <algorithm>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "agent/presets.h"
#include "base/stopwatch.h"
#include "cli/agent_game.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "match/series.h"

namespace palamedes::cli {
namespace {

using agent::Spec;
using match::AgentTally;
using match::PointRule;
using match::Tally;

constexpr std::uint64_t games_if_until = 100'000;
constexpr double default_seconds = 1;

struct Settings {
  GameSettings game;
  std::string agents;
  std::optional<std::uint64_t> games;
  std::optional<double> until;
  std::optional<double> clock;
  std::optional<std::uint64_t> simulations;
  std::uint64_t jobs = 1;
  match::SeriesOptions series;
  bool json = false;

  [[nodiscard]] std::uint64_t games_asked() const {
    return games.value_or(until ? games_if_until : series.games);
  }
};

Result<std::vector<Spec>> read_agents(const std::string& text) {
  std::vector<Spec> specs;
  for (const std::string& name : split_agents(text)) {
    auto spec = agent::parse_spec(name);
    if (!spec) return tl::unexpected(std::move(spec.error()));
    specs.push_back(std::move(*spec));
  }
  return specs;
}

std::string rate_text(const AgentTally& agent) {
  if (agent.points.count == 0) return "-";
  return fmt::format("{:.1f} ± {:.1f}", 100 * agent.win_rate(), 100 * agent.interval());
}

double per_decision(const AgentTally& agent) {
  return agent.effort.decisions == 0 ? 0
                                     : static_cast<double>(agent.effort.simulations) /
                                           static_cast<double>(agent.effort.decisions);
}

struct Outcome {
  std::string name;
  std::vector<Spec> specs;
  Tally tally;
  double seconds = 0;
  bool interrupted = false;
};

std::string to_text(const Screen& screen, const Settings& settings, const Outcome& outcome) {
  const Tally& tally = outcome.tally;
  std::string text = fmt::format("{}: {} in {} s, seed {}{}\n\n", screen.bold(outcome.name),
                                 counted(tally.games(), "game"), rounded(outcome.seconds),
                                 settings.series.seed, outcome.interrupted ? " (interrupted)" : "");
  Table table;
  table.column("Agent", Table::Align::left);
  for (const char* title : {"Win rate %", "Avg. goal", "Games", "Simulations/move"}) {
    table.column(title);
  }
  for (std::size_t i = 0; i < outcome.specs.size(); ++i) {
    const AgentTally& agent = tally.agents()[i];
    table.row({outcome.specs[i].name, rate_text(agent),
               agent.goals.count == 0
                   ? "-"
                   : fmt::format("{:.1f} ± {:.1f}", agent.goals.mean, agent.goal_interval()),
               grouped(agent.points.count), rounded(per_decision(agent))});
  }
  text += screen.bold(table.titles()) + table.rows();
  if (tally.broken() > 0) {
    text += fmt::format("\n{} could not be played to an end.\n", counted(tally.broken(), "game"));
  }
  return text;
}

Json to_json(const Settings& settings, const Outcome& outcome) {
  Json agents = Json::array();
  for (std::size_t i = 0; i < outcome.specs.size(); ++i) {
    const AgentTally& agent = outcome.tally.agents()[i];
    const bool played = agent.points.count > 0;
    agents.add(Json::object(
        {{"name", outcome.specs[i].name},
         {"parameters", outcome.specs[i].text},
         {"games", agent.points.count},
         {"win_rate", played ? Json(agent.win_rate()) : Json()},
         {"interval", played ? Json(agent.interval()) : Json()},
         {"score", played ? Json(agent.goals.mean) : Json()},
         {"score_interval", played ? Json(agent.goal_interval()) : Json()},
         {"simulations_per_move", per_decision(agent)},
         {"simulations_per_s",
          agent.effort.seconds > 0
              ? Json(static_cast<double>(agent.effort.simulations) / agent.effort.seconds)
              : Json()}}));
  }
  return Json::object({{"rules", outcome.name},
                       {"games", outcome.tally.games()},
                       {"broken", outcome.tally.broken()},
                       {"interrupted", outcome.interrupted},
                       {"seed", settings.series.seed},
                       {"seconds", outcome.seconds},
                       {"agents", std::move(agents)}});
}

// "37 of 100 games (12 min left): nst 63.5 ± 11.2, uct 36.5 ± 11.2"
std::string progress_text(const Settings& settings, const std::vector<Spec>& specs,
                          const Tally& tally, double seconds) {
  std::string text = grouped(tally.games());
  if (!settings.until) {
    const std::uint64_t all = settings.games_asked();
    const double left = seconds / static_cast<double>(std::max<std::uint64_t>(1, tally.games())) *
                        static_cast<double>(all - std::min(all, tally.games()));
    text += fmt::format(" of {} games, {} left:", grouped(all), duration(left));
  } else {
    text += " games:";
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    text += fmt::format(" {} {}", specs[i].name, rate_text(tally.agents()[i]));
  }
  return text;
}

// One game per job.
Result<std::vector<std::unique_ptr<agent::Game>>> load_games(const Settings& settings,
                                                             std::string& name,
                                                             std::string& notice) {
  std::vector<std::unique_ptr<agent::Game>> games;
  const std::uint64_t jobs = std::min(settings.jobs, settings.games_asked());
  for (std::uint64_t i = 0; i < jobs; ++i) {
    auto loaded = load_agent_game(settings.game);
    if (!loaded) return tl::unexpected(std::move(loaded.error()));
    name = loaded->name;
    notice = loaded->game->notice();
    games.push_back(std::move(loaded->game));
  }
  return games;
}

Exit run_match(Screen& screen, const Settings& settings) {
  std::vector<Spec> specs = *read_agents(settings.agents);  // the command line was checked
  std::string name;
  std::string notice;
  auto games = load_games(settings, name, notice);
  if (!games) {
    screen.complain(games.error());
    return Exit::failed;
  }
  if (!notice.empty()) screen.complain(name + ": " + notice);
  match::SeriesOptions options = settings.series;
  options.games = settings.games_asked();
  options.until = settings.until;
  options.play.simulations = settings.simulations;
  if (settings.clock || !settings.simulations) {
    options.play.seconds = settings.clock.value_or(default_seconds);
  }
  const Interrupt interrupt;
  const Stopwatch watch;
  std::string problem;
  const Tally tally = match::play_series(
      *games, specs, options, [] { return Interrupt::requested(); },
      [&](const match::GameRecord& record, const Tally& so_far) {
        if (!record.problem.empty()) problem = record.problem;
        if (screen.wants_progress()) {
          screen.progress(progress_text(settings, specs, so_far, watch.seconds()));
        }
      });
  const Outcome outcome{.name = name,
                        .specs = std::move(specs),
                        .tally = tally,
                        .seconds = watch.seconds(),
                        .interrupted = Interrupt::requested()};
  screen.print(settings.json ? to_json(settings, outcome).text()
                             : to_text(screen, settings, outcome));
  if (tally.games() > 0 || problem.empty()) return Exit::success;
  screen.complain(failure(name, problem).value());
  return Exit::failed;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  settings->jobs = std::max(1U, std::thread::hardware_concurrency());
  declare_rules(options, settings->game.rules);
  options.text("agents", "LIST", "who plays, separated by commas; 'palamedes agents' lists them",
               settings->agents,
               [](const std::string& text) { return problem_with(text, read_agents(text)); });
  options.offers(Completes::list, agent::preset_names());
  options.required();
  options.number("games", fmt::format("how many; default {}", settings->series.games),
                 settings->games, 1);
  options.decimal("until", "play until all 95 % intervals of the win rates are at most this",
                  settings->until, 0.0001, 0.5);
  options.seconds("clock", "thinking time for each move; default 1", settings->clock);
  options.number("simulations", "thinking in simulations for each move", settings->simulations, 1);
  options.flag("ponder", "agents think at every step, also where they have no choice",
               settings->series.play.ponder);
  options.choice("points", "RULE", "a shared best goal splits the point between roles or agents",
                 settings->series.rule,
                 {{"roles", PointRule::roles}, {"agents", PointRule::agents}});
  options.number("jobs", "games at the same time", settings->jobs, 1, 1024);
  options.number("seed", "of all random choices", settings->series.seed);
  options.number("max-length", "a game that takes more steps counts as it stands",
                 settings->series.play.max_length, 1);
  settings->game.declare_machine(options);
  options.flag("json", "machine-readable output", settings->json);
  settings->game.declare_details(options);
  return [settings](Screen& screen) { return run_match(screen, *settings); };
}

}  // namespace

constinit const Command match_command = {
    .name = "match",
    .summary = "let agents play against each other and tell who is better",
    .description =
        "Every way to give the roles to the agents, except all roles to the same one, is\n"
        "played equally often. The win rate is the mean of the points: one for the best\n"
        "goal of a game, shared by those who have it. Ctrl-C ends the match and prints\n"
        "what is there. With --simulations the same seed gives the same result, whatever\n"
        "the number of jobs.",
    .examples =
        "  palamedes match breakthrough --agents nst,uct --simulations 1000\n"
        "  palamedes match othello --agents grave:select.k=500,uct --until 0.05 --clock 1\n",
    .setup = setup};

}  // namespace palamedes::cli
