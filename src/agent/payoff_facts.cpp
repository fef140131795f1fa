#include "agent/payoff_facts.h"

#include <set>

namespace palamedes::agent {

namespace {

std::set<int> possible_goals(const net::RoleEntry& role) {
  std::set<int> goals;
  for (const net::GoalEntry& goal : role.goals) {
    if (goal.proposition == net::no_component) continue;
    if (goal.proposition == net::false_component) continue;
    goals.insert(goal.value);
  }
  return goals;
}

// What two roles share, if each goal of one leaves the other one of its own.
std::optional<int> mirrored_sum(const std::set<int>& first, const std::set<int>& second) {
  if (first.size() != second.size() || first.empty()) return std::nullopt;
  const int sum = *first.begin() + *second.rbegin();
  const bool all = std::all_of(first.begin(), first.end(),
                               [&](int goal) { return second.count(sum - goal) > 0; });
  return all ? std::optional(sum) : std::nullopt;
}

}  // namespace

search::tree::PayoffFacts payoff_facts(const net::PropNet& network) {
  search::tree::PayoffFacts facts;
  std::vector<std::set<int>> goals;
  for (const net::RoleEntry& role : network.roles) {
    goals.push_back(possible_goals(role));
    const std::set<int>& own = goals.back();
    if (own.empty()) {
      facts.ranges.push_back({});
    } else {
      facts.ranges.push_back(
          {search::tree::payoff_of(*own.begin()), search::tree::payoff_of(*own.rbegin())});
    }
  }
  if (goals.size() == 2) facts.sum = mirrored_sum(goals[0], goals[1]);
  return facts;
}

}  // namespace palamedes::agent
