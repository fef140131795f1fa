#include "match/tally.h"

#include <algorithm>

namespace palamedes::match {

void Tally::add(const GameRecord& record) {
  if (record.end == GameEnd::interrupted) return;
  if (record.end == GameEnd::fault || record.end == GameEnd::dead_end) {
    ++broken_;
    return;
  }
  ++games_;
  const std::vector<double> won = points(rule_, agents_.size(), record.assignment, record.goals);
  std::vector<bool> played(agents_.size(), false);
  for (std::size_t role = 0; role < record.assignment.size(); ++role) {
    AgentTally& agent = agents_[record.assignment[role]];
    played[record.assignment[role]] = true;
    agent.goals.add(std::max(0, record.goals[role]));
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
