#include "exercise/simulate.h"

#include <algorithm>

namespace palamedes::exercise {

void Summary::add(double value) {
  min = count == 0 ? value : std::min(min, value);
  max = count == 0 ? value : std::max(max, value);
  sum += value;
  ++count;
}

void SimulationStatistics::add(const Playout& playout) {
  states += playout.length;
  add_moves(playout);
  switch (playout.end) {
    case PlayoutEnd::terminal:
      ++finished;
      length.add(static_cast<double>(playout.length));
      add_goals(playout.goals);
      break;
    case PlayoutEnd::truncated:
      ++truncated;
      break;
    case PlayoutEnd::dead_end:
      ++dead_ends;
      break;
    case PlayoutEnd::interrupted:
      ++interrupted;
      break;
    case PlayoutEnd::fault:
      break;
  }
}

void SimulationStatistics::add_moves(const Playout& playout) {
  for (std::size_t row = 0; row < playout.branching.size(); row += roles.size()) {
    double joint = 1;
    std::size_t choosing = 0;
    for (std::size_t role = 0; role < roles.size(); ++role) {
      const std::uint32_t moves = playout.branching[row + role];
      roles[role].branching.add(moves);
      joint *= moves;
      if (moves > 1) ++choosing;
    }
    joint_branching.add(joint);
    if (choosing > 1) simultaneous = true;
  }
}

void SimulationStatistics::add_goals(const std::vector<int>& goals) {
  bool all_defined = true;
  for (std::size_t role = 0; role < goals.size(); ++role) {
    if (goals[role] < 0) {
      ++roles[role].undefined_goals;
      all_defined = false;
      continue;
    }
    roles[role].goal.add(goals[role]);
    ++roles[role].goal_counts[goals[role]];
  }
  if (!all_defined || goals.empty()) return;
  if (goals.size() == 1) {
    if (goals.front() == 100) ++roles.front().wins;
    return;
  }
  const auto best = std::max_element(goals.begin(), goals.end());
  if (std::count(goals.begin(), goals.end(), *best) > 1) {
    ++draws;
  } else {
    ++roles[static_cast<std::size_t>(best - goals.begin())].wins;
  }
}

}  // namespace palamedes::exercise
