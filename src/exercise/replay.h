#pragma once
// Recorded matches played again: a machine must show the same roles, states, legal moves, ends and
// goals at every step.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "exercise/trace.h"
#include "machine/machine.h"

namespace palamedes::exercise {

// The first place where a machine and a recording disagree.
struct Difference {
  std::size_t match = 0;  // of the file, from 1
  std::size_t line = 0;
  std::size_t step = 0;  // from 1; 0: before the first state
  std::string what;
  std::vector<std::string> missing;   // recorded, but not with the machine
  std::vector<std::string> too_many;  // with the machine, but not recorded
  std::vector<std::string> history;   // the joint moves from the initial state, "a | b" each
};

struct ReplayReport {
  std::string file;
  std::size_t matches = 0;  // that agreed to their end
  std::size_t steps = 0;    // states that agreed
  std::optional<Difference> difference;
  Diagnostics problems = Diagnostics();  // the file could not be read to its end
  std::string fault;                     // the machine gave up

  [[nodiscard]] bool agrees() const {
    return !difference && !problems.has_errors() && fault.empty();
  }
};

// Both lists sorted. What only the first has is missing, what only the second has is too much.
[[nodiscard]] std::optional<Difference> compare_lists(const std::vector<std::string>& recorded,
                                                      const std::vector<std::string>& found,
                                                      std::string what);
[[nodiscard]] std::string goal_text(int goal);
[[nodiscard]] std::vector<std::string> moves_before(const TraceMatch& match, std::size_t step);

template <machine::Machine M>
class Replay {
 public:
  explicit Replay(M& machine) : machine_(machine) {}

  // Counts the steps that agree, and stops at the first difference or when the machine gives up.
  std::optional<Difference> check(const TraceMatch& match, std::size_t& steps) {
    if (auto difference = check_roles(match)) return located(std::move(*difference), match, 0);
    typename M::State state = machine_.initial();
    for (std::size_t i = 0; i < match.steps.size(); ++i) {
      auto difference = check_step(state, match, match.steps[i]);
      if (!machine_.fault().empty()) return std::nullopt;
      if (difference) return located(std::move(*difference), match, i + 1);
      ++steps;
      if (!match.steps[i].move.empty()) machine_.advance(state, joint_move_);
    }
    return std::nullopt;
  }

 private:
  static Difference located(Difference difference, const TraceMatch& match, std::size_t step) {
    difference.line = match.line;
    difference.step = step;
    difference.history = moves_before(match, step);
    return difference;
  }

  // Roles in their order, not as a set: moves and goals are by position.
  std::optional<Difference> check_roles(const TraceMatch& match) {
    std::vector<std::string> roles;
    for (std::size_t role = 0; role < machine_.role_count(); ++role) {
      roles.push_back(machine_.role_name(Role(role)));
    }
    if (roles == match.roles) return std::nullopt;
    return Difference{.what = "other roles, or another order of them",
                      .missing = match.roles,
                      .too_many = std::move(roles)};
  }

  std::optional<Difference> check_step(const typename M::State& state, const TraceMatch& match,
                                       const TraceStep& step) {
    if (auto difference = compare_lists(step.state, machine_.facts(state), "other facts")) {
      return difference;
    }
    if (!step.terminal) return std::nullopt;
    if (const bool terminal = machine_.terminal(state); terminal != *step.terminal) {
      return Difference{.what = terminal ? "terminal, but not in the recording"
                                         : "not terminal, but in the recording it is"};
    }
    for (std::size_t role = 0; role < match.roles.size(); ++role) {
      auto difference = *step.terminal ? check_goal(state, match, step, role)
                                       : check_legal(state, match, step, role);
      if (difference) return difference;
    }
    return std::nullopt;
  }

  std::optional<Difference> check_goal(const typename M::State& state, const TraceMatch& match,
                                       const TraceStep& step, std::size_t role) {
    const int goal = std::max(machine_.goal(state, Role(role)), model::undefined_goal);
    if (goal == step.goals[role]) return std::nullopt;
    return Difference{.what = "another goal of '" + match.roles[role] + "'",
                      .missing = {goal_text(step.goals[role])},
                      .too_many = {goal_text(goal)}};
  }

  // Also finds the id of the recorded move.
  std::optional<Difference> check_legal(const typename M::State& state, const TraceMatch& match,
                                        const TraceStep& step, std::size_t role) {
    moves_.clear();
    machine_.legal(state, Role(role), moves_);
    std::vector<std::string> texts;
    joint_move_.resize(match.roles.size());
    std::optional<Move> chosen;
    for (const Move move : moves_) {
      texts.push_back(machine_.move_text(Role(role), move));
      if (!step.move.empty() && texts.back() == step.move[role]) chosen = move;
    }
    std::sort(texts.begin(), texts.end());
    const bool recorded = !step.legal.empty();
    const auto& legal = recorded ? step.legal[role] : texts;
    auto difference =
        compare_lists(legal, texts, "other legal moves of '" + match.roles[role] + "'");
    if (difference || step.move.empty()) return difference;
    if (!chosen) {
      return Difference{.what = "a move of '" + match.roles[role] + "' that is not legal",
                        .missing = {step.move[role]}};
    }
    if (machine_.find_move(Role(role), step.move[role]) != chosen) {
      return Difference{
          .what = "a legal move of '" + match.roles[role] + "' is not found by its text",
          .missing = {step.move[role]}};
    }
    joint_move_[role] = *chosen;
    return std::nullopt;
  }

  M& machine_;
  model::MoveList moves_;
  std::vector<Move> joint_move_;
};

// Checks all matches of one file up to the first that differs. `progress` is called after each.
template <machine::Machine M>
ReplayReport replay_file(M& machine, const std::string& path, const TraceLimits& limits = {},
                         const std::function<void(const ReplayReport&)>& progress = {}) {
  ReplayReport report{.file = path};
  auto reader = TraceReader::open(path, limits);
  if (!reader) {
    report.problems = std::move(reader.error());
    return report;
  }
  Replay<M> replay(machine);
  for (;;) {
    auto match = reader->next();
    if (!match) {
      report.problems = std::move(match.error());
      return report;
    }
    if (!*match) break;
    report.difference = replay.check(**match, report.steps);
    report.fault = machine.fault();
    if (report.difference) report.difference->match = report.matches + 1;
    if (!report.agrees()) return report;
    ++report.matches;
    if (progress) progress(report);
  }
  if (report.matches == 0) {
    report.problems = Diagnostics(path);
    report.problems.error({}, "holds no match");
  }
  return report;
}

}  // namespace palamedes::exercise
