#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agent/agent.h"
#include "base/file.h"
#include "base/suggest.h"
#include "cli/agent_game.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/move_table.h"
#include "cli/preparation.h"
#include "cli/results.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "cli/tuning_report.h"
#include "machine/notation.h"
#include "machine/position.h"

namespace palamedes::cli::commands {
namespace {

using agent::Agent;
using agent::Spec;
using machine::Game;
using machine::Position;
using search::MoveReport;
using search::Snapshot;

constexpr double default_seconds = 1;
constexpr double seconds_between_reports = 0.1;

struct Settings {
  GameSettings game;
  std::string agent = "palamedes";
  std::string tune;
  std::string plot;
  std::string plotted;  // parameter
  std::string moves;
  std::string role;
  std::optional<std::uint64_t> simulations;
  std::optional<double> seconds;
  std::uint64_t seed = 1;
  std::uint64_t top = 10;
  bool json = false;
};

// One analysis: what was asked and what came out.
struct Analysis {
  std::string name;
  Spec spec;
  std::uint64_t seed = 0;
  std::size_t steps = 0;  // made before
  Game& game;
  Snapshot snapshot;
  TuningHistory tuning;
  bool interrupted = false;
};

double per_second(std::uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::string to_text(const Screen& screen, const Analysis& analysis, const Position& position,
                    std::size_t top) {
  const Snapshot& s = analysis.snapshot;
  std::string text =
      fmt::format("{} after {} (agent {}, machine {}, seed {}{})\n", screen.bold(analysis.name),
                  counted(analysis.steps, "step"), analysis.spec.name, analysis.game.machine_name(),
                  analysis.seed, analysis.interrupted ? ", interrupted" : "");
  text += fmt::format("{} in {} s: {} simulations/s, {} states/s; {}, {} MB, depth {}\n",
                      counted(s.simulations, "simulation"), rounded(s.seconds),
                      rounded(per_second(s.simulations, s.seconds)),
                      rounded(per_second(s.states, s.seconds)), counted(s.nodes, "node"),
                      rounded(static_cast<double>(s.memory_bytes) / 1e6), s.deepest);
  bool choice = false;
  for (std::size_t role = 0; role < s.moves.size(); ++role) {
    if (s.moves[role].size() < 2) continue;
    text += "\n" + move_table(screen, analysis.game, Role(role), s.moves[role], top);
    choice = true;
  }
  if (!choice) text += "\nNobody has a choice.\n";
  const std::string line = machine::write_line(analysis.game, position, s.line, " & ", ", ");
  if (!line.empty()) text += "\n" + expected_text(line, screen.line_length());
  if (s.proven) {
    text += "\nProven goals:";
    for (std::size_t role = 0; role < s.payoffs.size(); ++role) {
      text += fmt::format(" {} {:.0f}", analysis.game.role_names()[role], s.payoffs[role] * 100);
    }
    text += "\n";
  }
  return text + tuning_text(screen, analysis.game.role_names(), analysis.tuning);
}

// Searches reckon from 0 to 1; people and rules from 0 to 100.
Json goal_json(double payoff) { return payoff * 100; }

Json to_json(const Analysis& analysis) {
  const Snapshot& s = analysis.snapshot;
  Json roles = Json::array();
  for (std::size_t role = 0; role < s.moves.size(); ++role) {
    Json moves = Json::array();
    for (const MoveReport& report : s.moves[role]) {
      moves.add(Json::object({{"move", analysis.game.move_text(Role(role), report.move)},
                              {"visits", report.visits},
                              {"value", report.visits > 0 ? goal_json(report.value) : Json()},
                              {"exact", report.exact ? goal_json(*report.exact) : Json()}}));
    }
    roles.add(
        Json::object({{"name", analysis.game.role_names()[role]},
                      {"value", role < s.payoffs.size() ? goal_json(s.payoffs[role]) : Json()},
                      {"moves", std::move(moves)}}));
  }
  Json line = Json::array();
  for (const std::vector<Move>& joint_move : s.line) {
    Json step = Json::array();
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      step.add(analysis.game.move_text(Role(role), joint_move[role]));
    }
    line.add(std::move(step));
  }
  Json json = Json::object({{"rules", analysis.name},
                            {"machine", analysis.game.machine_name()},
                            {"agent", analysis.spec.name},
                            {"parameters", analysis.spec.text},
                            {"seed", analysis.seed},
                            {"steps", analysis.steps},
                            {"partial", analysis.interrupted},
                            {"simulations", s.simulations},
                            {"states", s.states},
                            {"seconds", s.seconds},
                            {"simulations_per_s", per_second(s.simulations, s.seconds)},
                            {"states_per_s", per_second(s.states, s.seconds)},
                            {"nodes", s.nodes},
                            {"memory_bytes", s.memory_bytes},
                            {"depth", s.deepest},
                            {"proven", s.proven},
                            {"roles", std::move(roles)},
                            {"line", std::move(line)}});
  if (!analysis.tuning.empty()) {
    json.add("tuning", tuning_json(analysis.game.role_names(), analysis.tuning));
  }
  return json;
}

// The role whose move it is: the one asked for, or the first that has a choice.
Result<Role> role_to_think_for(const Settings& settings, const Game& game,
                               const Position& position) {
  if (!settings.role.empty()) return find_role(game, settings.game.rules, settings.role);
  for (std::size_t role = 0; role < game.role_count(); ++role) {
    if (position.legal(Role(role)).size() > 1) return Role(role);
  }
  return Role(0);
}

// In portions, to be able to report in between. Portions of simulations are whole batches, so that
// the result is that of all at once.
void think(Screen& screen, const Settings& settings, const Spec& spec, Game& game, Agent& agent,
           Role role, TuningHistory& tuning) {
  using Clock = std::chrono::steady_clock;
  const auto after = [](double seconds) {
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  };
  const bool by_time = settings.seconds || !settings.simulations;
  const auto end = after(settings.seconds.value_or(default_seconds));
  const std::uint64_t batch =
      std::uint64_t{spec.plan.batch.size.width} * search::playouts_of_leaf(spec.plan);
  const std::uint64_t portion = batch * std::max<std::uint64_t>(1, 1000 / batch);
  std::uint64_t left = settings.simulations.value_or(~std::uint64_t{0});
  while (left > 0 && !agent.is_sure() && (!by_time || Clock::now() < end) &&
         !Interrupt::requested()) {
    agent::Limit limit;
    limit.stop = Interrupt::requested;
    if (by_time) limit.deadline = std::min(end, after(seconds_between_reports));
    if (settings.simulations) limit.simulations = std::min(left, portion);
    limit.turn_simulations = settings.simulations;
    limit.turn_seconds = settings.seconds.value_or(default_seconds);
    agent.think(limit);
    if (spec.tuning) {
      const Snapshot snapshot = agent.snapshot();
      tuning.add(snapshot.simulations, snapshot.tuning);
    }
    if (settings.simulations) left -= *limit.simulations;
    show_thoughts(screen, game, agent, role);
  }
}

// It stands where the moves lead to. A swarm or a prelude takes its time.
std::unique_ptr<Agent> prepare_agent(Screen& screen, const Settings& settings, const Spec& spec,
                                     Game& game, Role role,
                                     const std::vector<std::vector<Move>>& made) {
  Preparation preparation(screen, settings.game.rules);
  preparation.begin(fmt::format("the agent {} gets ready", spec.name));
  std::unique_ptr<Agent> agent = agent::make_agent(game, spec, role, settings.seed);
  for (const std::vector<Move>& joint_move : made) agent->follow(joint_move);
  return agent;
}

Exit fail(Screen& screen, const Diagnostics& reasons) {
  screen.complain(reasons);
  return Exit::failed;
}

// Which of the tuned parameters the picture shows: the first one, if nobody says it.
Result<std::size_t> plotted_parameter(const Settings& settings, const Spec& spec) {
  if (settings.plot.empty() && settings.plotted.empty()) return 0;
  if (!spec.tuning) {
    return failure("--plot", fmt::format("the agent '{}' tunes nothing", spec.name),
                   "say what with --tune");
  }
  if (settings.plot.empty()) return failure("--plot-of", "needs --plot FILE as well");
  if (const auto possible = check_writable(settings.plot); !possible) {
    return tl::unexpected(possible.error());
  }
  if (settings.plotted.empty()) return 0;
  std::vector<std::string> names;
  for (const tune::Wanted& wanted : spec.tuning->parameters) names.push_back(wanted.name);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == settings.plotted || names[i].ends_with("." + settings.plotted)) return i;
  }
  std::string hint = did_you_mean(settings.plotted, names);
  if (hint.empty()) hint = fmt::format("it tunes {}", fmt::join(names, ", "));
  return failure("--plot-of", fmt::format("the agent does not tune {}", quote(settings.plotted)),
                 std::move(hint));
}

std::string picture_problem(const std::string& file) {
  if (file.ends_with(".svg")) return {};
  return fmt::format("needs a file that ends in .svg, not '{}'", file);
}

Exit analyse(Screen& screen, Settings settings) {
  const auto read = read_agent(settings.agent, settings.tune);
  if (!read) return fail(screen, read.error());
  const Spec& spec = *read;
  const auto parameter = plotted_parameter(settings, spec);
  if (!parameter) return fail(screen, parameter.error());
  const Interrupt interrupt;
  settings.game.end_when_interrupted();
  auto loaded = load_agent_game(screen, settings.game);
  if (!loaded) return complain_unloaded(screen, settings.game.rules, loaded.error());
  Game& game = *loaded->game;
  if (!game.notice().empty()) screen.complain(loaded->name + ": " + game.notice());
  Position position(game);
  std::vector<std::vector<Move>> made;
  const auto played =
      machine::play_line(game, position, settings.moves, [&](std::span<const Move> joint_move) {
        made.emplace_back(joint_move.begin(), joint_move.end());
      });
  if (!played) return complain_unloaded(screen, loaded->name, played.error());
  const bool over = position.terminal();
  if (!position.fault().empty()) {
    return complain_unloaded(screen, loaded->name, failure(loaded->name, position.fault()).value());
  }
  if (over) {
    screen.complain(failure(loaded->name, "the game is over after these moves").value());
    return Exit::failed;
  }
  const auto role = role_to_think_for(settings, game, position);
  if (!role) {
    screen.complain(role.error());
    return Exit::failed;
  }
  const std::unique_ptr<Agent> agent = prepare_agent(screen, settings, spec, game, *role, made);
  if (!agent->remark().empty()) screen.complain(loaded->name + ": " + agent->remark());
  TuningHistory tuning;
  think(screen, settings, spec, game, *agent, *role, tuning);
  if (!settings.plot.empty() && !tuning.empty()) {
    const std::string picture =
        tuning_plot(game.role_names()[index_of(*role)], index_of(*role), *parameter, tuning);
    if (const auto drawn = write_text(settings.plot, picture); !drawn) {
      return fail(screen, drawn.error());
    }
  }
  const Analysis analysis{.name = loaded->name,
                          .spec = spec,
                          .seed = settings.seed,
                          .steps = made.size(),
                          .game = game,
                          .snapshot = agent->snapshot(),
                          .tuning = std::move(tuning),
                          .interrupted = Interrupt::requested()};
  return show(screen,
              {.name = loaded->name,
               .fault = [&] { return agent->fault().empty() ? position.fault() : agent->fault(); },
               .text =
                   [&] {
                     return settings.json ? to_json(analysis).text()
                                          : to_text(screen, analysis, position, settings.top);
                   },
               .interrupted = analysis.interrupted});
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  declare_rules(options, settings->game.rules);
  declare_moves(options, settings->moves);
  declare_agent(options, "agent", "who thinks; 'palamedes agents' lists them", settings->agent);
  declare_tune(options, settings->tune);
  options.text("role", "ROLE", "for whom; default: the first one that has a choice", settings->role,
               [](const std::string&) { return std::string(); });
  options.offers(Completes::roles);
  options.number("simulations", "think so long", settings->simulations, 1);
  options.seconds("time", "think so long; default 1", settings->seconds);
  options.number("top", "moves shown of each role", settings->top, 1);
  options.number("seed", "of the random choices", settings->seed);
  settings->game.declare_machine(options);
  options.text("plot", "FILE", "draw how the shares of a tuned parameter's values moved, as .svg",
               settings->plot, picture_problem);
  options.text("plot-of", "PARAMETER", "the one to draw; default: the first that is tuned",
               settings->plotted, [](const std::string&) { return std::string(); });
  options.flag("json", "machine-readable output", settings->json);
  settings->game.declare_details(options);
  return [settings](Screen& screen) { return analyse(screen, *settings); };
}

}  // namespace

constinit const Command analyse_command = {
    .name = "analyse",
    .summary = "think about a position: best moves, values, expected line",
    .description =
        "Values are expected goals from 0 to 100 of the role that moves. With --moves the\n"
        "position is the one after these moves: at each step the moves of all roles that\n"
        "have a choice, in the order of the roles. With --simulations the same seed gives\n"
        "the same result. Ctrl-C ends the thinking and prints what is there.\n"
        "\n"
        "An agent that tunes parameters shows how often each value was tried: in all\n"
        "simulations, and lately, in the second half of them.",
    .examples =
        "  palamedes analyse connect_four --time 5\n"
        "  palamedes analyse tictactoe --moves '(mark 2 2) (mark 1 2)' --agent grave+nst\n"
        "  palamedes analyse connect_four --agent ap --tune ntbea:k,ref --plot k.svg\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
