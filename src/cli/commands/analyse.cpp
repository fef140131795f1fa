#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "agent/agent.h"
#include "agent/line.h"
#include "agent/position.h"
#include "base/suggest.h"
#include "cli/agent_game.h"
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/screen.h"
#include "cli/text.h"

namespace palamedes::cli {
namespace {

using agent::Agent;
using agent::Game;
using agent::Position;
using agent::Spec;
using search::MoveReport;
using search::Snapshot;

constexpr double default_seconds = 1;
constexpr double seconds_between_reports = 0.1;

struct Settings {
  GameSettings game;
  std::string agent = "palamedes";
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
};

std::string move_text(Game& game, std::size_t role, Move move) {
  return game.move_text(Role(role), move);
}

// The moves of those who had a choice; of all if nobody had.
std::string step_text(const Analysis& analysis, const std::vector<Move>& joint_move,
                      const std::vector<char>& chooses) {
  std::string text;
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    if (chooses[role] == 0) continue;
    if (!text.empty()) text += " & ";
    text += move_text(analysis.game, role, joint_move[role]);
  }
  return text;
}

std::string line_text(const Analysis& analysis, Position position) {
  std::string text;
  for (const std::vector<Move>& joint_move : analysis.snapshot.line) {
    std::vector<char> chooses;
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      chooses.push_back(position.legal(Role(role)).size() > 1 ? 1 : 0);
    }
    const std::string step = step_text(analysis, joint_move, chooses);
    if (!step.empty()) text += (text.empty() ? "" : ", ") + step;
    position.advance(joint_move);
  }
  return text;
}

std::string value_text(double payoff) { return fmt::format("{:.1f}", payoff * 100); }

std::string verdict(const MoveReport& report) {
  if (!report.exact) return {};
  if (*report.exact >= 1) return "proven win";
  if (*report.exact <= 0) return "proven loss";
  return "proven";
}

std::string move_table(const Screen& screen, const Analysis& analysis, std::size_t role,
                       std::size_t top) {
  const std::vector<MoveReport>& reports = analysis.snapshot.moves[role];
  double visits = 0;
  for (const MoveReport& report : reports) visits += report.visits;
  Table table;
  table.column("Move of " + analysis.game.role_names()[role], Table::Align::left);
  for (const char* title : {"Visits", "Share", "Value"}) table.column(title);
  table.column("", Table::Align::left);
  const std::size_t shown = std::min(top, reports.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const MoveReport& report = reports[i];
    const bool tried = report.visits > 0 || report.exact;
    table.row({move_text(analysis.game, role, report.move),
               grouped(fmt::format("{:.0f}", report.visits)),
               visits > 0 ? fmt::format("{:.1f}%", 100 * report.visits / visits) : "-",
               tried ? value_text(report.exact.value_or(report.value)) : "-", verdict(report)});
  }
  std::string text = "\n" + screen.bold(table.titles()) + table.rows();
  if (shown < reports.size()) {
    text += fmt::format("and {} more\n", grouped(reports.size() - shown));
  }
  return text;
}

double per_second(std::uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::string to_text(const Screen& screen, const Analysis& analysis, const Position& position,
                    std::size_t top) {
  const Snapshot& s = analysis.snapshot;
  std::string text = fmt::format("{} after {} (agent {}, machine {}, seed {})\n",
                                 screen.bold(analysis.name), counted(analysis.steps, "step"),
                                 analysis.spec.name, analysis.game.machine_name(), analysis.seed);
  text += fmt::format("{} in {} s: {} simulations/s, {} states/s; {}, {} MB, depth {}\n",
                      counted(s.simulations, "simulation"), rounded(s.seconds),
                      rounded(per_second(s.simulations, s.seconds)),
                      rounded(per_second(s.states, s.seconds)), counted(s.nodes, "node"),
                      rounded(static_cast<double>(s.memory_bytes) / 1e6), s.deepest);
  bool choice = false;
  for (std::size_t role = 0; role < s.moves.size(); ++role) {
    if (s.moves[role].size() < 2) continue;
    text += move_table(screen, analysis, role, top);
    choice = true;
  }
  if (!choice) text += "\nNobody has a choice.\n";
  const std::string line = line_text(analysis, position);
  if (!line.empty()) text += "\nExpected: " + line + "\n";
  if (s.proven) {
    text += "\nProven goals:";
    for (std::size_t role = 0; role < s.payoffs.size(); ++role) {
      text += fmt::format(" {} {:.0f}", analysis.game.role_names()[role], s.payoffs[role] * 100);
    }
    text += "\n";
  }
  return text;
}

Json to_json(const Analysis& analysis) {
  const Snapshot& s = analysis.snapshot;
  Json roles = Json::array();
  for (std::size_t role = 0; role < s.moves.size(); ++role) {
    Json moves = Json::array();
    for (const MoveReport& report : s.moves[role]) {
      moves.add(Json::object({{"move", move_text(analysis.game, role, report.move)},
                              {"visits", report.visits},
                              {"value", report.visits > 0 ? Json(report.value) : Json()},
                              {"exact", report.exact ? Json(*report.exact) : Json()}}));
    }
    roles.add(Json::object({{"name", analysis.game.role_names()[role]},
                            {"value", role < s.payoffs.size() ? Json(s.payoffs[role]) : Json()},
                            {"moves", std::move(moves)}}));
  }
  Json line = Json::array();
  for (const std::vector<Move>& joint_move : s.line) {
    Json step = Json::array();
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      step.add(move_text(analysis.game, role, joint_move[role]));
    }
    line.add(std::move(step));
  }
  return Json::object({{"rules", analysis.name},
                       {"machine", analysis.game.machine_name()},
                       {"agent", analysis.spec.name},
                       {"parameters", analysis.spec.text},
                       {"seed", analysis.seed},
                       {"steps", analysis.steps},
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
}

// The role whose move it is: the one asked for, or the first that has a choice.
Result<Role> role_to_think_for(const Settings& settings, const Game& game,
                               const Position& position) {
  const std::vector<std::string>& names = game.role_names();
  if (!settings.role.empty()) {
    const auto at = std::find(names.begin(), names.end(), settings.role);
    if (at != names.end()) return Role(at - names.begin());
    std::string hint = did_you_mean(settings.role, names);
    if (hint.empty()) hint = fmt::format("roles are {}", fmt::join(names, ", "));
    return failure(settings.game.rules, fmt::format("there is no role '{}'", settings.role),
                   std::move(hint));
  }
  for (std::size_t role = 0; role < names.size(); ++role) {
    if (position.legal(Role(role)).size() > 1) return Role(role);
  }
  return Role(0);
}

void report(Screen& screen, Game& game, Agent& agent, Role role) {
  if (!screen.wants_progress()) return;
  const Snapshot s = agent.snapshot();
  if (s.moves.empty() || s.moves[index_of(role)].empty()) return;
  const MoveReport& best = s.moves[index_of(role)].front();
  screen.progress(fmt::format("{} simulations, depth {}: {} {}", grouped(s.simulations), s.deepest,
                              game.move_text(role, best.move), value_text(best.value)));
}

// In portions, to be able to report in between. Portions of simulations are whole batches, so that
// the result is that of all at once.
void think(Screen& screen, const Settings& settings, const Spec& spec, Game& game, Agent& agent,
           Role role) {
  using Clock = std::chrono::steady_clock;
  const auto after = [](double seconds) {
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  };
  const bool by_time = settings.seconds || !settings.simulations;
  const auto end = after(settings.seconds.value_or(default_seconds));
  const std::uint64_t batch = std::uint64_t{spec.plan.batch.width} * spec.plan.batch.playouts;
  const std::uint64_t portion = batch * std::max<std::uint64_t>(1, 1000 / batch);
  std::uint64_t left = settings.simulations.value_or(~std::uint64_t{0});
  while (left > 0 && !agent.is_sure() && (!by_time || Clock::now() < end)) {
    agent::Limit limit;
    if (by_time) limit.deadline = std::min(end, after(seconds_between_reports));
    if (settings.simulations) limit.simulations = std::min(left, portion);
    agent.think(limit);
    if (settings.simulations) left -= *limit.simulations;
    report(screen, game, agent, role);
  }
}

Exit analyse(Screen& screen, const Settings& settings) {
  const Spec spec = *agent::parse_spec(settings.agent);  // the command line was checked
  auto loaded = load_agent_game(settings.game);
  if (!loaded) {
    screen.complain(loaded.error());
    return Exit::failed;
  }
  Game& game = *loaded->game;
  if (!game.notice().empty()) screen.complain(loaded->name + ": " + game.notice());
  Position position(game);
  std::vector<std::vector<Move>> made;
  const auto played =
      agent::play_line(game, position, settings.moves, [&](std::span<const Move> joint_move) {
        made.emplace_back(joint_move.begin(), joint_move.end());
      });
  if (!played) {
    screen.complain(played.error());
    return Exit::failed;
  }
  if (position.terminal()) {
    screen.complain(failure(loaded->name, "the game is over after these moves").value());
    return Exit::failed;
  }
  const auto role = role_to_think_for(settings, game, position);
  if (!role) {
    screen.complain(role.error());
    return Exit::failed;
  }
  const std::unique_ptr<Agent> agent = agent::make_agent(game, spec, *role, settings.seed);
  for (const std::vector<Move>& joint_move : made) agent->follow(joint_move);
  think(screen, settings, spec, game, *agent, *role);
  const Analysis analysis{.name = loaded->name,
                          .spec = spec,
                          .seed = settings.seed,
                          .steps = made.size(),
                          .game = game,
                          .snapshot = agent->snapshot()};
  screen.print(settings.json ? to_json(analysis).text()
                             : to_text(screen, analysis, position, settings.top));
  return Exit::success;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  declare_rules(options, settings->game.rules);
  options.text("moves", "MOVES", "made before, as KIF terms", settings->moves,
               [](const std::string& text) { return problem_with(text, agent::read_terms(text)); });
  declare_agent(options, "agent", "who thinks; 'palamedes agents' lists them", settings->agent);
  options.text("role", "ROLE", "for whom; default: the first one that has a choice", settings->role,
               [](const std::string&) { return std::string(); });
  options.number("simulations", "think so long", settings->simulations, 1);
  options.seconds("time", "think so long; default 1", settings->seconds);
  options.number("top", "moves shown of each role", settings->top, 1);
  options.number("seed", "of the random choices", settings->seed);
  settings->game.declare_machine(options);
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
        "the same result.",
    .examples =
        "  palamedes analyse connect_four --time 5\n"
        "  palamedes analyse tictactoe --moves '(mark 2 2) (mark 1 2)' --agent grave+nst\n",
    .setup = setup};

}  // namespace palamedes::cli
