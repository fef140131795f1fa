#include "exercise/verdict.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/numbers.h"

namespace palamedes::exercise {
namespace {

template <machine::Machine M>
std::optional<Possible> possible_for(const M& machine) {
  if constexpr (requires { machine.circuit(); }) {
    return possible_in(*machine.circuit()->source);
  } else if constexpr (requires { machine.net(); }) {
    return possible_in(*machine.net());
  } else {
    return std::nullopt;
  }
}

std::string playouts(const Verdict& verdict) {
  return counted(verdict.seen.statistics.playouts(), "playout");
}

std::string share(const Verdict& verdict, const Finding& finding) {
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

std::string bad_goal_text(const Verdict& verdict, const Finding& finding) {
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

std::string never_wins_text(const Verdict& verdict, const Finding& finding) {
  const std::string role = role_name(verdict, finding.role);
  return finding.proven ? fmt::format("{} can never win: {} is the most that it can get", role,
                                      finding.values.front())
                        : fmt::format("{} did not win in {}: {} was the most that it got", role,
                                      playouts(verdict), finding.values.front());
}

std::string unseen_text(const Verdict& verdict, const Finding& finding, std::string_view what) {
  return finding.proven ? fmt::format("{} can never be {}", quote(finding.subject), what)
                        : fmt::format("{} was never {} in {}", quote(finding.subject), what,
                                      playouts(verdict));
}

std::string unseen_goal_text(const Verdict& verdict, const Finding& finding) {
  return finding.proven ? fmt::format("{} can never hold", quote(finding.subject))
                        : fmt::format("{} never held at the end of {}", quote(finding.subject),
                                      playouts(verdict));
}

std::string circle_text(const Verdict& verdict, const Finding& finding) {
  return fmt::format("play can go on forever: a state came again after {} (seen in {})",
                     counted(verdict.seen.circle_length, "move"), share(verdict, finding));
}

std::string unbalanced_text(const Verdict& verdict, const Finding& finding) {
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

}  // namespace

std::string role_name(const Verdict& verdict, std::optional<Role> role) {
  return verdict.seen.statistics.roles[index_of(*role)].name;
}

std::string message(const Verdict& verdict, const Finding& finding) {
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

std::size_t Verdict::problems() const {
  return static_cast<std::size_t>(std::count_if(
      findings.begin(), findings.end(), [](const Finding& each) { return each.is_problem(); }));
}

Result<Verdict> play_and_judge(const gdl::Loaded& rules, const VerdictOptions& options,
                               const std::function<bool(const Playtest&)>& keep_going) {
  auto chosen = machine::make_machine(options.machine, rules, options.details);
  if (!chosen) return tl::unexpected(std::move(chosen.error()));
  std::optional<Result<GoalRules>> goals;  // made when they are in doubt
  Verdict verdict{.machine = std::string(machine::name_of(chosen->machine)),
                  .notice = std::move(chosen->notice),
                  .seed = options.simulate.seed,
                  .max_length = options.simulate.max_length};
  std::visit(
      [&](auto& machine) {
        using M = std::remove_cvref_t<decltype(*machine)>;
        const auto judge = [&](std::span<const std::string> facts, Role role) {
          if (!goals) goals = GoalRules::make(rules, options.details.prover);
          return *goals ? (*goals)->values(facts, role) : std::nullopt;
        };
        verdict.seen = Playtester<M>(*machine, options.simulate, judge).run(keep_going);
        // What a sheet declares about itself proves nothing.
        if (!options.details.ground.trust_declarations) {
          verdict.possible = possible_for(*machine);
        }
      },
      chosen->machine);
  verdict.findings =
      find_out(rules, verdict.seen, verdict.possible, goals && *goals ? &**goals : nullptr);
  return verdict;
}

}  // namespace palamedes::exercise
