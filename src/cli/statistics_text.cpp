#include "cli/statistics_text.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "cli/text.h"

namespace palamedes::cli {

using exercise::RoleStatistics;
using exercise::SimulationStatistics;
using exercise::Summary;

std::string labelled(std::string_view label, const std::string& text) {
  return fmt::format("{:<12}{}\n", label, text);
}

std::string playouts_text(const SimulationStatistics& s) {
  std::string text = fmt::format("{} finished", grouped(s.finished));
  if (s.truncated > 0) text += fmt::format(", {} too long", grouped(s.truncated));
  if (s.dead_ends > 0) text += fmt::format(", {} at a dead end", grouped(s.dead_ends));
  if (s.interrupted > 0) {
    text += fmt::format(", {} given up when the time was over", grouped(s.interrupted));
  }
  return text;
}

std::string range_text(const Summary& summary, std::string_view unit) {
  if (summary.count == 0) return "-";
  return fmt::format("{} {} on average, {} to {}", rounded(summary.mean()), unit,
                     grouped(fmt::format("{:.0f}", summary.min)),
                     grouped(fmt::format("{:.0f}", summary.max)));
}

std::string role_table(const Screen& screen, const SimulationStatistics& s) {
  Table table;
  table.column("Role", Table::Align::left);
  table.column("Avg. moves");
  table.column("Max. moves");
  table.column("Avg. goal");
  if (s.finished > 0) table.column("Wins");
  std::uint64_t undefined = 0;
  for (const RoleStatistics& role : s.roles) undefined += role.undefined_goals;
  if (undefined > 0) table.column("Goal undefined");
  for (const RoleStatistics& role : s.roles) {
    const bool counted_moves = role.branching.count > 0;
    table.row({role.name, counted_moves ? rounded(role.branching.mean()) : "-",
               counted_moves ? grouped(fmt::format("{:.0f}", role.branching.max)) : "-",
               role.goal.count == 0 ? "-" : rounded(role.goal.mean()),
               percent(role.wins, s.finished), percent(role.undefined_goals, s.finished)});
  }
  if (s.draws > 0) table.row({"(drawn)", "", "", "", percent(s.draws, s.finished)});
  return screen.bold(table.titles()) + table.rows();
}

std::string goal_table(const Screen& screen, const SimulationStatistics& s) {
  constexpr std::size_t shown = 10;
  std::map<int, std::uint64_t> totals;
  for (const RoleStatistics& role : s.roles) {
    for (const auto& [value, count] : role.goal_counts) totals[value] += count;
  }
  if (totals.empty()) return {};
  std::vector<std::pair<std::uint64_t, int>> frequent;
  for (const auto& [value, count] : totals) frequent.emplace_back(count, value);
  std::sort(frequent.rbegin(), frequent.rend());
  frequent.resize(std::min(shown, frequent.size()));
  std::set<int, std::greater<>> values;
  for (const auto& [count, value] : frequent) values.insert(value);

  Table table;
  table.column("Goal");
  for (const RoleStatistics& role : s.roles) table.column(role.name);
  for (const int value : values) {
    std::vector<std::string> row = {fmt::format("{}", value)};
    for (const RoleStatistics& role : s.roles) {
      const auto at = role.goal_counts.find(value);
      row.push_back(percent(at == role.goal_counts.end() ? 0 : at->second, s.finished));
    }
    table.row(std::move(row));
  }
  std::string text = "\n" + screen.bold(table.titles()) + table.rows();
  if (totals.size() > shown) {
    text += fmt::format("and {} that are less frequent\n",
                        counted(totals.size() - shown, "other value"));
  }
  return text;
}

Json summary_json(const Summary& summary) {
  if (summary.count == 0) return {};
  return Json::object({{"mean", summary.mean()}, {"min", summary.min}, {"max", summary.max}});
}

Json role_json(const RoleStatistics& role) {
  Json goals = Json::array();
  for (const auto& [value, count] : role.goal_counts) {
    goals.add(Json::object({{"value", value}, {"count", count}}));
  }
  return Json::object({{"name", role.name},
                       {"branching", summary_json(role.branching)},
                       {"goal", summary_json(role.goal)},
                       {"goals", std::move(goals)},
                       {"wins", role.wins},
                       {"undefined_goals", role.undefined_goals}});
}

}  // namespace palamedes::cli
