#include <algorithm>
#include <atomic>
#include <memory>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "agent/presets.h"
#include "base/computer.h"
#include "base/stopwatch.h"
#include "base/version.h"
#include "cli/agent_game.h"
#include "cli/agent_json.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/match_records.h"
#include "cli/results.h"
#include "cli/screen.h"
#include "cli/series_progress.h"
#include "cli/text.h"
#include "cli/ticker.h"
#include "exercise/simulate.h"
#include "match/series.h"

namespace palamedes::cli::commands {
namespace {

using agent::Spec;
using match::AgentTally;
using match::PointRule;
using match::Tally;

constexpr std::uint64_t games_if_until = 100'000;
constexpr double default_seconds = 1;
constexpr std::size_t most_faults = 5;  // that are reported one by one

struct Settings {
  GameSettings game;
  std::string agents;
  std::optional<std::uint64_t> games;
  std::optional<double> until;
  std::optional<double> clock;
  std::optional<std::uint64_t> simulations;
  std::uint64_t jobs = 1;
  std::string records;
  match::SeriesOptions series;
  bool json = false;

  [[nodiscard]] std::uint64_t games_asked() const {
    return games.value_or(until ? games_if_until : series.games);
  }
};

// A match compares.
Result<std::vector<Spec>> read_agents(const std::string& text) {
  std::vector<Spec> specs;
  for (const std::string& name : split_agents(text)) {
    auto spec = agent::parse_spec(name);
    if (!spec) return tl::unexpected(std::move(spec.error()));
    specs.push_back(std::move(*spec));
  }
  if (specs.size() < 2) return failure("agents", "a match needs two agents or more");
  return specs;
}

std::string figure_text(const AgentTally& agent, const match::Estimate& figure) {
  if (agent.points.count == 0) return "-";
  return fmt::format("{:.1f} ± {:.1f}", figure.value, figure.half());
}

// Against others it is the win rate in percent that shows who is better, alone the goal.
std::string result_text(const AgentTally& agent, bool alone) {
  return figure_text(agent, alone ? agent.goal() : agent.win_rate().scaled(100));
}

double per_decision(const AgentTally& agent) {
  return agent.effort.decisions == 0 ? 0
                                     : static_cast<double>(agent.effort.simulations) /
                                           static_cast<double>(agent.effort.decisions);
}

// A game that does not count.
struct Fault {
  std::uint64_t game = 0;  // its number, from 1 on
  std::string problem;
};

struct Outcome {
  std::string name;
  std::string machine;
  bool alone = false;  // a game for one role
  std::vector<Spec> specs;
  match::PlayOptions limit;
  Tally tally;
  std::vector<Fault> faults;  // the first ones
  double seconds = 0;
  bool interrupted = false;
};

// What the figures depend on.
std::string origin_text(const Outcome& outcome) {
  std::string text = fmt::format("\nLimit      {}\n", limit_text(outcome.limit));
  for (const Spec& spec : outcome.specs) {
    std::string parameters = spec.random ? "any legal move" : resolved_text(spec);
    if (parameters.empty()) parameters = "the default parameters";
    text += fmt::format("Agent      {}: {}\n", spec.name, parameters);
  }
  return text + fmt::format("Build      {} {}, machine {}\nProcessor  {}\n", version, build_id(),
                            outcome.machine, processor_name());
}

std::string to_text(const Screen& screen, const Settings& settings, const Outcome& outcome) {
  const Tally& tally = outcome.tally;
  std::string text = fmt::format("{}: {} in {} s, seed {}{}\n\n", screen.bold(outcome.name),
                                 counted(tally.games(), "game"), rounded(outcome.seconds),
                                 settings.series.seed, outcome.interrupted ? " (interrupted)" : "");
  Table table;
  table.column("Agent", Table::Align::left);
  if (!outcome.alone) table.column("Win rate %");
  for (const char* title : {"Avg. goal", "Games", "Simulations/move"}) table.column(title);
  for (std::size_t i = 0; i < outcome.specs.size(); ++i) {
    const AgentTally& agent = tally.agents()[i];
    std::vector<std::string> row = {outcome.specs[i].name};
    if (!outcome.alone) row.push_back(result_text(agent, false));
    row.push_back(result_text(agent, true));
    row.push_back(grouped(agent.points.count));
    row.push_back(rounded(per_decision(agent)));
    table.row(std::move(row));
  }
  text += screen.bold(table.titles()) + table.rows();
  if (tally.faults() > 0) {
    text += fmt::format("\n{} not count because of a fault.\n",
                        counted(tally.faults(), "game does", "games do"));
  }
  return text + origin_text(outcome);
}

template <typename Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json to_json(const Settings& settings, const Outcome& outcome) {
  Json agents = Json::array();
  for (std::size_t i = 0; i < outcome.specs.size(); ++i) {
    const AgentTally& agent = outcome.tally.agents()[i];
    const bool played = agent.points.count > 0;
    const auto figure = [&](double value) { return played ? Json(value) : Json(); };
    const match::Estimate rate = agent.win_rate();
    const match::Estimate goal = agent.goal();
    agents.add(Json::object(
        {{"name", outcome.specs[i].name},
         {"parameters", outcome.specs[i].text},
         {"values", values_json(outcome.specs[i])},
         {"games", agent.points.count},
         {"win_rate", figure(rate.value)},
         {"interval", figure(rate.half())},
         {"low", figure(rate.low)},
         {"high", figure(rate.high)},
         {"score", figure(goal.value)},
         {"score_interval", figure(goal.half())},
         {"score_low", figure(goal.low)},
         {"score_high", figure(goal.high)},
         {"simulations_per_move", per_decision(agent)},
         {"simulations_per_s",
          agent.effort.seconds > 0
              ? Json(static_cast<double>(agent.effort.simulations) / agent.effort.seconds)
              : Json()}}));
  }
  const match::PlayOptions& limit = outcome.limit;
  Json faults = Json::array();
  for (const Fault& fault : outcome.faults) {
    faults.add(Json::object({{"game", fault.game}, {"problem", fault.problem}}));
  }
  return Json::object({{"rules", outcome.name},
                       {"games", outcome.tally.games()},
                       {"faults", outcome.tally.faults()},
                       {"broken", outcome.tally.broken()},
                       {"problems", std::move(faults)},
                       {"interrupted", outcome.interrupted},
                       {"seed", settings.series.seed},
                       {"limit", Json::object({{"simulations", optional_json(limit.simulations)},
                                               {"seconds", optional_json(limit.seconds)},
                                               {"cpu_clock", limit.cpu_clock},
                                               {"max_length", limit.max_length},
                                               {"ponder", limit.ponder}})},
                       {"machine", outcome.machine},
                       {"version", version},
                       {"build", build_id()},
                       {"processor", processor_name()},
                       {"seconds", outcome.seconds},
                       {"agents", std::move(agents)}});
}

// "nst 63.5 ± 11.2, uct 36.5 ± 11.2"
std::string rates_text(const std::vector<Spec>& specs, const Tally& tally, bool alone) {
  std::string text;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", specs[i].name,
                        result_text(tally.agents()[i], alone));
  }
  return text;
}

double widest_interval(const Tally& tally) {
  double widest = 0;
  for (const AgentTally& agent : tally.agents()) widest = std::max(widest, agent.win_rate().half());
  return widest;
}

// What is known about the time before the first game: how long random games are, and the clock.
SeriesSoFar first_guess(const Settings& settings, const match::SeriesOptions& options,
                        machine::Game& game, std::size_t jobs) {
  SeriesSoFar guess{.games_asked = options.games, .until = options.until};
  // A machine that gives up does so for good: not for a guess.
  if (game.machine_name() == machine::prover::Prover::name) return guess;
  const exercise::SimulateOptions moment{.max_playouts = 20, .max_seconds = 0.1};
  const exercise::SimulationStatistics random =
      std::visit([&](auto& steps) { return exercise::simulate(*steps, moment); }, game.steps());
  guess.expected_steps = random.length.mean();
  const bool all_think = options.play.ponder || random.simultaneous.value_or(false);
  if (options.play.seconds && !settings.simulations) {
    guess.step_seconds = *options.play.seconds *
                         static_cast<double>(all_think ? game.role_count() : 1) /
                         static_cast<double>(jobs);
  }
  return guess;
}

// One game per job.
Result<std::vector<std::unique_ptr<machine::Game>>> load_games(Screen& screen,
                                                               const Settings& settings,
                                                               std::string& name,
                                                               std::string& notice) {
  std::vector<std::unique_ptr<machine::Game>> games;
  const std::uint64_t jobs = std::min(settings.jobs, settings.games_asked());
  for (std::uint64_t i = 0; i < jobs; ++i) {
    auto loaded = load_agent_game(screen, settings.game,
                                  jobs > 1 ? fmt::format("for job {} of {}", i + 1, jobs) : "");
    if (!loaded) return tl::unexpected(std::move(loaded.error()));
    name = loaded->name;
    notice = loaded->game->notice();
    games.push_back(std::move(loaded->game));
  }
  return games;
}

// Nothing where no records are wanted.
Result<std::optional<MatchRecords>> open_records(const Settings& settings,
                                                 MatchRecords::Series series) {
  if (settings.records.empty()) return std::nullopt;
  auto opened = MatchRecords::open(settings.records, std::move(series));
  if (!opened) return tl::unexpected(std::move(opened.error()));
  return std::optional(std::move(*opened));
}

void complain_of_faults(Screen& screen, const Outcome& outcome) {
  for (const Fault& fault : outcome.faults) {
    screen.complain(
        failure(outcome.name, fmt::format("game {}: {}", fault.game, fault.problem)).value());
  }
  if (outcome.tally.faults() > outcome.faults.size()) {
    screen.complain(fmt::format("{}: {} more with a fault", outcome.name,
                                counted(outcome.tally.faults() - outcome.faults.size(), "game")));
  }
}

Exit run_match(Screen& screen, Settings settings) {
  const Interrupt interrupt;
  settings.game.end_when_interrupted();
  std::vector<Spec> specs = *read_agents(settings.agents);  // the command line was checked
  std::string name;
  std::string notice;
  auto games = load_games(screen, settings, name, notice);
  if (!games) return complain_unloaded(screen, settings.game.rules, games.error());
  if (!notice.empty()) screen.complain(name + ": " + notice);
  match::SeriesOptions options = settings.series;
  options.games = settings.games_asked();
  options.until = settings.until;
  options.play.simulations = settings.simulations;
  if (settings.clock || !settings.simulations) {
    options.play.seconds = settings.clock.value_or(default_seconds);
  }
  auto records = open_records(settings, {.game = game_name(name),
                                         .roles = games->front()->role_names(),
                                         .agents = specs,
                                         .play_clock = options.play.seconds.value_or(0)});
  if (!records) {
    screen.complain(records.error());
    return Exit::failed;
  }
  options.play.history = records->has_value();
  SeriesProgress progress(first_guess(settings, options, *games->front(), games->size()), {});
  options.play.on_step = [&] { progress.made_step(); };
  const Stopwatch watch;
  const bool alone = games->front()->role_count() == 1;
  std::string problem;  // of a machine that gave up
  std::vector<Fault> faults;
  std::set<std::string> remarks;  // of agents
  std::atomic<bool> gave_up{false};
  std::atomic<bool> unrecorded{false};
  Result<void> recorded;  // what cannot be recorded need not be played
  const Tally tally = [&] {
    const Ticker ticker(screen, [&](double seconds) { return progress.text(seconds); });
    return match::play_series(
        *games, specs, options, [&] { return Interrupt::requested() || gave_up || unrecorded; },
        [&](const match::GameRecord& record, const Tally& so_far) {
          if (*records && recorded) {
            recorded = (*records)->write(record);
            if (!recorded) unrecorded.store(true);
          }
          if (record.end == match::GameEnd::fault && !gave_up.exchange(true)) {
            problem = record.problem;
          }
          for (std::size_t role = 0; role < record.efforts.size(); ++role) {
            const std::string& remark = record.efforts[role].remark;
            if (remark.empty()) continue;
            remarks.insert(
                fmt::format("{}: {}: {}", name, specs[record.assignment[role]].name, remark));
          }
          if (is_fault(record) && faults.size() < most_faults) {
            faults.push_back({record.number + 1, record.problem});
          }
          progress.ended_game(so_far.games(), record.moves.size(), widest_interval(so_far),
                              rates_text(specs, so_far, alone));
        });
  }();
  for (const std::string& remark : remarks) screen.complain(remark);
  const Outcome outcome{.name = name,
                        .machine = std::string(games->front()->machine_name()),
                        .alone = alone,
                        .specs = std::move(specs),
                        .limit = options.play,
                        .tally = tally,
                        .faults = std::move(faults),
                        .seconds = watch.seconds(),
                        .interrupted = Interrupt::requested()};
  const Exit exit = show(screen, {.name = name,
                                  .fault = [&] { return gave_up.load() ? problem : ""; },
                                  .text =
                                      [&] {
                                        return settings.json ? to_json(settings, outcome).text()
                                                             : to_text(screen, settings, outcome);
                                      },
                                  .interrupted = outcome.interrupted});
  if (!recorded) {
    screen.complain(recorded.error());
    return Exit::failed;
  }
  if (gave_up.load()) return exit;
  complain_of_faults(screen, outcome);
  return tally.faults() > 0 ? Exit::failed : exit;
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
  options.decimal("until", "play until all 95 % intervals of the win rates are at most ± this",
                  settings->until, 0.0001, 0.5);
  options.seconds("clock", "thinking time for each move; default 1", settings->clock);
  options.flag("cpu-clock",
               "the clock counts CPU time, so that other work on the machine does not matter",
               settings->series.play.cpu_clock);
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
  options.text("records", "DIR", "where each game is written, as JSON; made if it is not there",
               settings->records, [](const std::string&) { return std::string(); });
  options.flag("json", "machine-readable output", settings->json);
  settings->game.declare_details(options);
  return [settings](Screen& screen) { return run_match(screen, *settings); };
}

}  // namespace

constinit const Command match_command = {
    .name = "match",
    .summary = "let agents play against each other and show who is better",
    .description =
        "Every way to give the roles to the agents, except all roles to the same one, is\n"
        "played equally often. The win rate is the mean of the points: one for the best\n"
        "goal of a game, shared by those who have it. A game for one role is played by\n"
        "each agent alone with the same seeds, and the average goal shows who is better.\n"
        "± is the larger half of a 95 % interval. Ctrl-C ends the match and prints what\n"
        "is there. With --simulations the same seed gives the same result, whatever the\n"
        "number of jobs.",
    .examples =
        "  palamedes match breakthrough --agents nst,uct --simulations 1000\n"
        "  palamedes match othello --agents grave:select.k=500,uct --until 0.05 --clock 1\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
