#include "match/tally.h"

#include <algorithm>

#include "model/forward_model.h"

namespace palamedes::match {

bool is_fault(const GameRecord& record) {
  switch (record.end) {
    case GameEnd::dead_end:
    case GameEnd::fault:
    case GameEnd::bad_goals:
      return true;
    case GameEnd::interrupted:
      return false;
    default:  // records of older stores say nothing about goals
      return std::any_of(record.goals.begin(), record.goals.end(),
                         [](int goal) { return goal < 0; });
  }
}

Estimate AgentTally::win_rate() const {
  return wilson_estimate(points.mean, static_cast<double>(points.count));
}

Estimate AgentTally::goal() const {
  constexpr double best = 100;
  return wilson_estimate(goals.mean / best, static_cast<double>(points.count)).scaled(best);
}

void Tally::add(const GameRecord& record) {
  if (record.end == GameEnd::interrupted) return;
  if (is_fault(record)) {
    ++faults_;
    if (record.end == GameEnd::fault || record.end == GameEnd::dead_end) ++broken_;
    return;
  }
  ++games_;
  const std::vector<double> won = points(rule_, agents_.size(), record.assignment, record.goals);
  std::vector<bool> played(agents_.size(), false);
  for (std::size_t role = 0; role < record.assignment.size(); ++role) {
    AgentTally& agent = agents_[record.assignment[role]];
    played[record.assignment[role]] = true;
    agent.goals.add(record.goals[role]);
    const Effort& effort = record.efforts[role];
    agent.effort.simulations += effort.simulations;
    agent.effort.states += effort.states;
    agent.effort.decisions += effort.decisions;
    agent.effort.seconds += effort.seconds;
    agent.effort.nodes = std::max(agent.effort.nodes, effort.nodes);
    if (effort.simulations_per_second > 0) {
      agent.simulation_speed.add(effort.simulations_per_second);
      agent.state_speed.add(effort.states_per_second);
    }
    if (effort.statistics_per_node > 0) agent.statistics.add(effort.statistics_per_node);
  }
  for (std::size_t agent = 0; agent < agents_.size(); ++agent) {
    if (played[agent]) agents_[agent].points.add(won[agent]);
  }
}

}  // namespace palamedes::match
