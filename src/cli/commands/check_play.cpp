#include "cli/commands/check_play.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "cli/interrupt.h"
#include "cli/playout_limits.h"
#include "cli/statistics_text.h"
#include "cli/text.h"

namespace palamedes::cli::commands {
namespace {

using exercise::Finding;
using exercise::FindingKind;
using exercise::Incident;
using exercise::SimulationStatistics;

constexpr double default_seconds = 10;

// How to get there, for people who want to see it.
std::string way_text(const Incident& incident) {
  constexpr std::size_t longest = 2000;
  if (incident.step == 0) return "    in the initial state\n";
  if (incident.moves.empty()) {
    return fmt::format("    after {}\n", counted(incident.step, "forced move"));
  }
  if (incident.moves.size() > longest) {
    return fmt::format("    after {}, which --json prints\n", counted(incident.step, "move"));
  }
  return fmt::format("    --moves '{}'\n", incident.moves);
}

std::string state_text(const Incident& incident) {
  constexpr std::size_t width = 90;
  if (incident.facts.empty()) return "    state: empty\n";
  constexpr std::size_t most_lines = 6;
  std::vector<std::string> lines = wrapped(std::span<const std::string>(incident.facts), width);
  const bool more = lines.size() > most_lines;
  if (more) lines.resize(most_lines);
  return fmt::format("    state: {}{}\n", fmt::join(lines, "\n           "), more ? " ..." : "");
}

std::size_t count_moves(const std::vector<std::vector<std::string>>& moves) {
  std::size_t count = 0;
  for (const auto& of_role : moves) count += of_role.size();
  return count;
}

std::string seen_text(std::size_t seen, std::optional<std::size_t> possible,
                      std::string_view what) {
  if (!possible) return fmt::format("{} were {} at some time", grouped(seen), what);
  return fmt::format("{} of {} possible ones were {} at some time", grouped(seen),
                     grouped(*possible), what);
}

Json to_json(const PlayVerdict& verdict, const Finding& finding) {
  Json places = Json::array();
  for (const SourceLocation& place : finding.places) {
    places.add(Json::object({{"line", place.line}, {"column", place.column}}));
  }
  Json goals = Json::array();
  for (const int value : finding.values) {
    goals.add(value == model::undefined_goal ? Json() : Json(value));
  }
  const auto& incident = finding.incident;
  return Json::object({{"severity", finding.is_problem() ? "problem" : "remark"},
                       {"kind", exercise::name_of(finding.kind)},
                       {"proven", finding.proven},
                       {"message", message(verdict, finding)},
                       {"role", finding.role ? Json(role_name(verdict, finding.role)) : Json()},
                       {"subject", finding.subject.empty() ? Json() : Json(finding.subject)},
                       {"goals", std::move(goals)},
                       {"playouts", finding.count},
                       {"places", std::move(places)},
                       {"steps", incident ? Json(incident->step) : Json()},
                       {"moves", incident ? Json(incident->moves) : Json()},
                       {"facts", incident ? Json(incident->facts) : Json()}});
}

}  // namespace

void PlaySettings::declare(Options& options) {
  options.number("playouts", "with --play: how many playouts", playouts, 1);
  options.seconds("seconds", "with --play: stop after this time", simulate.max_seconds);
  options.number("seed", "of the random moves", simulate.seed);
  options.number("max-length", "give up a playout after this number of moves", simulate.max_length,
                 1);
}

Result<PlayVerdict> play(Screen& screen, const GameSettings& game, const PlaySettings& settings,
                         const std::string& name, const gdl::Loaded& rules) {
  const exercise::VerdictOptions options = {
      .machine = game.machine,
      .details = game.machine_options,
      .simulate = with_limits(settings.simulate, settings.playouts, default_seconds)};
  const Interrupt interrupt;
  return exercise::play_and_judge(rules, options, [&](const exercise::Playtest& seen) {
    if (screen.wants_progress()) {
      screen.progress(fmt::format("{}: {}, {} states", name,
                                  counted(seen.statistics.playouts(), "playout"),
                                  grouped(seen.statistics.states)));
    }
    return !Interrupt::requested();
  });
}

std::string to_text(const PlayVerdict& verdict, const Finding& finding, const std::string& name) {
  std::string place = name;
  if (!finding.places.empty()) {
    place += fmt::format(":{}:{}", finding.places.front().line, finding.places.front().column);
  }
  std::string text = fmt::format("{}: {}: {}", place, finding.is_problem() ? "problem" : "remark",
                                 message(verdict, finding));
  for (std::size_t i = 1; i < finding.places.size(); ++i) {
    text += fmt::format("{}{}:{}", i == 1 ? " (see also " : ", ", finding.places[i].line,
                        finding.places[i].column);
  }
  text += finding.places.size() > 1 ? ")\n" : "\n";
  if (!finding.incident) return text;
  text += way_text(*finding.incident);
  if (finding.kind == FindingKind::dead_end) text += state_text(*finding.incident);
  return text;
}

std::string summary_text(const Screen& screen, const PlayVerdict& verdict) {
  const exercise::Playtest& seen = verdict.seen;
  const SimulationStatistics& s = seen.statistics;
  const auto& possible = verdict.possible;
  std::string text = labelled("Playouts", fmt::format("{} (machine {}, seed {})", playouts_text(s),
                                                      verdict.machine, verdict.seed));
  text += labelled("Length", range_text(s.length, "moves"));
  text += labelled("Branching", range_text(s.joint_branching, "joint moves"));
  using Size = std::optional<std::size_t>;
  text += labelled("Facts", seen_text(seen.facts.size(),
                                      possible ? Size(possible->facts.size()) : Size(), "true"));
  text +=
      labelled("Moves", seen_text(count_moves(seen.moves),
                                  possible ? Size(count_moves(possible->moves)) : Size(), "legal"));
  return text + "\n" + role_table(screen, s) + goal_table(screen, s);
}

Json to_json(const PlayVerdict& verdict) {
  const exercise::Playtest& seen = verdict.seen;
  const SimulationStatistics& s = seen.statistics;
  const auto& possible = verdict.possible;
  Json findings = Json::array();
  for (const Finding& finding : verdict.findings) findings.add(to_json(verdict, finding));
  Json roles = Json::array();
  for (const exercise::RoleStatistics& role : s.roles) roles.add(role_json(role));
  return Json::object(
      {{"machine", verdict.machine},
       {"seed", verdict.seed},
       {"problems", verdict.problems()},
       {"remarks", verdict.remarks()},
       {"findings", std::move(findings)},
       {"playouts", s.playouts()},
       {"finished", s.finished},
       {"truncated", s.truncated},
       {"dead_ends", s.dead_ends},
       {"interrupted", s.interrupted},
       {"draws", s.draws},
       {"length", summary_json(s.length)},
       {"joint_branching", summary_json(s.joint_branching)},
       {"roles", std::move(roles)},
       {"facts", seen.facts.size()},
       {"possible_facts", possible ? Json(possible->facts.size()) : Json()},
       {"moves", count_moves(seen.moves)},
       {"possible_moves", possible ? Json(count_moves(possible->moves)) : Json()},
       {"first_to_move", seen.opener ? Json(role_name(verdict, seen.opener)) : Json()},
       {"cpu_seconds", s.cpu_seconds},
       {"wall_seconds", s.wall_seconds}});
}

}  // namespace palamedes::cli::commands
