#include "match/points.h"

#include <algorithm>

namespace palamedes::match {
namespace {

// One point for the best of these, shared.
std::vector<double> shared_point(std::span<const int> goals) {
  const int best = *std::max_element(goals.begin(), goals.end());
  const auto sharing = static_cast<double>(std::count(goals.begin(), goals.end(), best));
  std::vector<double> shares;
  for (const int goal : goals) shares.push_back(goal == best ? 1 / sharing : 0);
  return shares;
}

}  // namespace

std::vector<double> points(PointRule rule, std::size_t agents, const Assignment& assignment,
                           std::span<const int> goals) {
  if (goals.size() == 1) {
    std::vector<double> alone(agents, 0);
    alone[assignment.front()] = goals.front() / 100.0;
    return alone;
  }
  constexpr int absent = -1;
  if (rule == PointRule::agents) {
    std::vector<int> best(agents, absent);
    for (std::size_t role = 0; role < goals.size(); ++role) {
      int& of_agent = best[assignment[role]];
      of_agent = std::max(of_agent, goals[role]);
    }
    return shared_point(best);
  }
  const std::vector<double> by_role = shared_point(goals);
  std::vector<double> by_agent(agents, 0);
  for (std::size_t role = 0; role < by_role.size(); ++role) {
    by_agent[assignment[role]] += by_role[role];
  }
  return by_agent;
}

}  // namespace palamedes::match
