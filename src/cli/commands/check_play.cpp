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

template <machine::Machine M>
std::optional<exercise::Possible> possible_for(const M& machine) {
  if constexpr (requires { machine.circuit(); }) {
    return exercise::possible_in(*machine.circuit()->source);
  } else if constexpr (requires { machine.net(); }) {
    return exercise::possible_in(*machine.net());
  } else {
    return std::nullopt;
  }
}

std::string role_name(const PlayVerdict& verdict, std::optional<Role> role) {
  return verdict.seen.statistics.roles[index_of(*role)].name;
}

std::string playouts(const PlayVerdict& verdict) {
  return counted(verdict.seen.statistics.playouts(), "playout");
}

std::string share(const PlayVerdict& verdict, const Finding& finding) {
  return fmt::format("{} of {}", grouped(finding.count), playouts(verdict));
}

// "0 and 100"
std::string goals_text(const std::vector<int>& values) {
  std::vector<std::string> texts;
  for (const int value : values) {
    texts.push_back(value == model::undefined_goal ? "one that is no number"
                                                   : fmt::format("{}", value));
  }
  const std::string last = texts.back();
  texts.pop_back();
  return texts.empty() ? last : fmt::format("{} and {}", fmt::join(texts, ", "), last);
}

std::string bad_goal_text(const PlayVerdict& verdict, const Finding& finding) {
  const std::string when = fmt::format("at the end of {}", share(verdict, finding));
  if (!finding.role) return fmt::format("a role has no goal, or several, {}", when);
  const std::string role = role_name(verdict, finding.role);
  if (finding.values.empty()) return fmt::format("{} has no goal {}", role, when);
  if (finding.values.size() > 1) {
    return fmt::format("{} has {} goals at the same time, {}, {}", role, finding.values.size(),
                       goals_text(finding.values), when);
  }
  const bool number = finding.values.front() != model::undefined_goal;
  return fmt::format(
      "{} has {} {}; goals are whole numbers from 0 to 100", role,
      number ? fmt::format("the goal {}", finding.values.front()) : "a goal that is no number",
      when);
}

std::string never_wins_text(const PlayVerdict& verdict, const Finding& finding) {
  const std::string role = role_name(verdict, finding.role);
  return finding.proven ? fmt::format("{} can never win: {} is the most that it can get", role,
                                      finding.values.front())
                        : fmt::format("{} did not win in {}: {} was the most that it got", role,
                                      playouts(verdict), finding.values.front());
}

std::string unseen_text(const PlayVerdict& verdict, const Finding& finding, std::string_view what) {
  return finding.proven ? fmt::format("{} can never be {}", quote(finding.subject), what)
                        : fmt::format("{} was never {} in {}", quote(finding.subject), what,
                                      playouts(verdict));
}

std::string unseen_goal_text(const PlayVerdict& verdict, const Finding& finding) {
  return finding.proven ? fmt::format("{} can never hold", quote(finding.subject))
                        : fmt::format("{} never held at the end of {}", quote(finding.subject),
                                      playouts(verdict));
}

std::string circle_text(const PlayVerdict& verdict, const Finding& finding) {
  return fmt::format("play can go on forever: a state came again after {} (seen in {})",
                     counted(verdict.seen.circle_length, "move"), share(verdict, finding));
}

std::string unbalanced_text(const PlayVerdict& verdict, const Finding& finding) {
  const SimulationStatistics& statistics = verdict.seen.statistics;
  std::vector<std::string> others;
  for (std::size_t role = 0; role < statistics.roles.size(); ++role) {
    if (Role(role) == *finding.role) continue;
    others.push_back(fmt::format("{} {}", statistics.roles[role].name,
                                 rounded(statistics.roles[role].goal.mean())));
  }
  const bool opens = verdict.seen.opener == finding.role;
  return fmt::format("{}{} has the better side in random play: {} on average, {}",
                     role_name(verdict, finding.role), opens ? ", who moves first," : "",
                     rounded(statistics.roles[index_of(*finding.role)].goal.mean()),
                     fmt::join(others, ", "));
}

std::string message(const PlayVerdict& verdict, const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::fault:
      return fmt::format("the rules cannot be evaluated: {}", finding.subject);
    case FindingKind::dead_end:
      return fmt::format("{} has no legal move and the game is not over, in {}",
                         role_name(verdict, finding.role), share(verdict, finding));
    case FindingKind::bad_goal:
      return bad_goal_text(verdict, finding);
    case FindingKind::never_ends:
      return finding.proven ? std::string("the game never ends: 'terminal' can never hold")
                            : fmt::format("none of {} came to an end within {}", playouts(verdict),
                                          counted(verdict.max_length, "move"));
    case FindingKind::long_play:
      return fmt::format("{} did not come to an end within {}", share(verdict, finding),
                         counted(verdict.max_length, "move"));
    case FindingKind::circle:
      return circle_text(verdict, finding);
    case FindingKind::never_wins:
      return never_wins_text(verdict, finding);
    case FindingKind::goal_not_seen:
      return unseen_goal_text(verdict, finding);
    case FindingKind::move_not_seen:
      return unseen_text(verdict, finding, "legal");
    case FindingKind::fact_not_seen:
      return unseen_text(verdict, finding, "true");
    case FindingKind::no_choice:
      return finding.proven ? fmt::format("{} never has a choice", role_name(verdict, finding.role))
                            : fmt::format("{} had no choice in {}",
                                          role_name(verdict, finding.role), playouts(verdict));
    case FindingKind::unbalanced:
      return unbalanced_text(verdict, finding);
  }
  return {};
}

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

std::size_t PlayVerdict::problems() const {
  return static_cast<std::size_t>(std::count_if(
      findings.begin(), findings.end(), [](const Finding& each) { return each.is_problem(); }));
}

Result<PlayVerdict> play(Screen& screen, const GameSettings& game, const PlaySettings& settings,
                         const std::string& name, const gdl::Loaded& rules) {
  auto chosen = machine::make_machine(game.machine, rules, game.machine_options);
  if (!chosen) return tl::unexpected(std::move(chosen.error()));
  std::optional<Result<exercise::GoalRules>> goals;  // made when they are in doubt
  const exercise::SimulateOptions options =
      with_limits(settings.simulate, settings.playouts, default_seconds);
  const Interrupt interrupt;
  const auto keep_going = [&](const exercise::Playtest& seen) {
    if (screen.wants_progress()) {
      screen.progress(fmt::format("{}: {}, {} states", name,
                                  counted(seen.statistics.playouts(), "playout"),
                                  grouped(seen.statistics.states)));
    }
    return !Interrupt::requested();
  };
  PlayVerdict verdict{.machine = std::string(machine::name_of(chosen->machine)),
                      .notice = std::move(chosen->notice),
                      .seed = options.seed,
                      .max_length = options.max_length};
  std::visit(
      [&](auto& machine) {
        using M = std::remove_cvref_t<decltype(*machine)>;
        const auto judge = [&](std::span<const std::string> facts, Role role) {
          if (!goals) goals = exercise::GoalRules::make(rules, game.machine_options.prover);
          return *goals ? (*goals)->values(facts, role) : std::nullopt;
        };
        verdict.seen = exercise::Playtester<M>(*machine, options, judge).run(keep_going);
        // What a sheet declares about itself proves nothing.
        if (!game.machine_options.ground.trust_declarations) {
          verdict.possible = possible_for(*machine);
        }
      },
      chosen->machine);
  verdict.findings = exercise::find_out(rules, verdict.seen, verdict.possible,
                                        goals && *goals ? &**goals : nullptr);
  return verdict;
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
