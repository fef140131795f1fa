#include "lab/cells.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "base/suggest.h"
#include "lab/filter.h"
#include "match/interval.h"

namespace palamedes::lab {
namespace {

match::GameRecord record_of(const Cell& cell, std::uint64_t number, const MatchResult& result) {
  match::GameRecord record;
  record.number = number;
  record.assignment = cell.assignment(number);
  record.end = result.end;
  record.problem = result.problem;
  record.goals = result.goals;
  record.efforts = result.efforts;
  return record;
}

using Wanted = std::function<bool(const Cell&)>;

Result<Wanted> wanted_game(const Experiment& experiment, const Filter& filter) {
  const auto game = filter.find("game", filter.value, all_names(experiment.games));
  if (!game) return tl::unexpected(game.error());
  return Wanted([wanted = *game](const Cell& cell) { return cell.game == wanted; });
}

Result<Wanted> wanted_agents(const Experiment& experiment, const Filter& filter) {
  const std::string& names = filter.value;
  const std::size_t colon = names.find(':');
  std::vector<std::size_t> agents;
  for (const std::string& name :
       colon == std::string::npos
           ? std::vector<std::string>{names}
           : std::vector<std::string>{names.substr(0, colon), names.substr(colon + 1)}) {
    const auto agent = filter.find("agent", name, all_names(experiment.agents));
    if (!agent) return tl::unexpected(agent.error());
    agents.push_back(*agent);
  }
  return Wanted([agents = std::move(agents)](const Cell& cell) {
    return std::all_of(agents.begin(), agents.end(), [&](std::size_t agent) {
      return std::find(cell.agents.begin(), cell.agents.end(), agent) != cell.agents.end();
    });
  });
}

Result<Wanted> wanted_by(const Experiment& experiment, const Filter& filter) {
  const bool pair = filter.value.find(':') != std::string::npos;
  if (filter.key == "game" && !filter.value.empty()) return wanted_game(experiment, filter);
  if ((filter.key == "agent" && !filter.value.empty() && !pair) || (filter.key == "pair" && pair)) {
    return wanted_agents(experiment, filter);
  }
  return failure(
      "--only", fmt::format("needs game=NAME, agent=NAME or pair=A:B, not {}", quote(filter.text)));
}

}  // namespace

CellState::CellState(const Experiment& experiment, const Cell& of)
    : cell(of),
      until(experiment.games[of.game].limits.until),
      tally(of.agents.size(), experiment.points, of.assignments.size(), until),
      turns(of.agents.size()),
      remarks(of.agents.size()) {}

void TurnMoments::add(const match::TurnEffort& turn) {
  if (turn.simulations == 0) return;
  depth.add(turn.depth);
  if (turn.branching > 0) branching.add(turn.branching);
  if (turn.seconds <= 0) return;
  simulation_speed.add(static_cast<double>(turn.simulations) / turn.seconds);
  state_speed.add(static_cast<double>(turn.states) / turn.seconds);
}

void TurnMoments::add(const TurnMoments& other) {
  depth.add(other.depth);
  branching.add(other.branching);
  simulation_speed.add(other.simulation_speed);
  state_speed.add(other.state_speed);
}

void CellState::add(std::uint64_t number, const MatchResult& result) {
  const std::size_t roles = cell.assignment(number).size();
  if (result.goals.size() != roles || result.efforts.size() != roles) {
    return add_error(number, "the store has only a part of its result");
  }
  ++known;
  durations.add(result.seconds);
  ++builds[result.build];
  const match::Assignment& assignment = cell.assignment(number);
  for (std::size_t role = 0; role < roles; ++role) {
    const match::Effort& effort = result.efforts[role];
    for (const match::TurnEffort& turn : effort.turns) {
      turns[assignment[role]][turn.step].add(turn);
    }
    if (!effort.remark.empty()) remarks[assignment[role]].insert(effort.remark);
  }
  match::GameRecord record = record_of(cell, number, result);
  if (match::is_fault(record) && (!first_fault || number < first_fault->number)) {
    first_fault = {number,
                   fmt::format("match {}: {}", number + 1,
                               result.problem.empty() ? "the rules give a role no goal, or several"
                                                      : result.problem)};
  }
  tally.add(std::move(record));
}

void CellState::add_error(std::uint64_t number, const std::string& message) {
  ++known;
  ++errors;
  last_error = message;
  tally.skip(number);
}

double CellState::left() const {
  if (is_over()) return 0;
  const double all = static_cast<double>(cell.games - known);
  const std::uint64_t games = tally.tally().games();
  if (!until || games < 2) return all;
  double needed = 0;
  for (const match::AgentTally& agent : tally.tally().agents()) {
    needed = std::max(needed, match::games_for(agent.win_rate().value, *until));
  }
  return std::clamp(needed - static_cast<double>(games), 1.0, all);
}

Result<std::vector<CellState>> load_cells(const Experiment& experiment,
                                          const std::vector<Cell>& cells, Store* store,
                                          bool retry_errors) {
  std::vector<CellState> states;
  for (const Cell& cell : cells) {
    CellState& state = states.emplace_back(experiment, cell);
    for (std::uint64_t number = 0; store != nullptr && number < cell.games; ++number) {
      const std::string key = key_of(experiment, cell, number);
      auto result = store->find(key);
      if (!result) return tl::unexpected(result.error());
      if (*result) {
        if (experiment.turns) {
          const auto found = store->find_turns(key, **result);
          if (!found) return tl::unexpected(found.error());
        }
        state.add(number, **result);
        continue;
      }
      if (retry_errors) continue;
      const auto error = store->find_error(key);
      if (!error) return tl::unexpected(error.error());
      if (*error) state.add_error(number, **error);
    }
  }
  return states;
}

std::optional<double> seconds_left(std::span<const CellState> cells, std::size_t jobs) {
  Moments overall;
  for (const CellState& state : cells) {
    if (state.durations.count > 0) overall.add(state.durations.mean);
  }
  if (overall.count == 0) return std::nullopt;
  double sum = 0;
  for (const CellState& state : cells) {
    sum += state.left() * (state.durations.count > 0 ? state.durations.mean : overall.mean);
  }
  return sum / static_cast<double>(std::max<std::size_t>(1, jobs));
}

Result<std::vector<Cell>> select_cells(const Experiment& experiment, std::vector<Cell> cells,
                                       std::span<const std::string> only) {
  for (const std::string& filter : only) {
    const auto wanted = wanted_by(experiment, Filter(filter));
    if (!wanted) return tl::unexpected(wanted.error());
    std::erase_if(cells, [&](const Cell& cell) { return !(*wanted)(cell); });
  }
  if (cells.empty()) return failure("--only", "nothing of the experiment is left");
  return cells;
}

}  // namespace palamedes::lab
