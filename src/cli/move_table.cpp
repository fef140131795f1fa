#include "cli/move_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/text.h"

namespace palamedes::cli {
namespace {

using search::MoveReport;

std::string value_text(double payoff) { return fmt::format("{:.1f}", payoff * 100); }

std::string verdict(const MoveReport& report) {
  if (!report.exact) return {};
  if (*report.exact >= 1) return "proven win";
  if (*report.exact <= 0) return "proven loss";
  return "proven";
}

}  // namespace

std::string move_table(const Screen& screen, machine::Game& game, Role role,
                       const std::vector<MoveReport>& reports, std::size_t top) {
  double visits = 0;
  for (const MoveReport& report : reports) visits += report.visits;
  Table table;
  table.column("Move of " + game.role_names()[index_of(role)], Table::Align::left);
  for (const char* title : {"Visits", "Share", "Value"}) table.column(title);
  table.column("", Table::Align::left);
  const std::size_t shown = std::min(top, reports.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const MoveReport& report = reports[i];
    const bool tried = report.visits > 0 || report.exact;
    table.row({game.move_text(role, report.move), grouped(fmt::format("{:.0f}", report.visits)),
               visits > 0 ? fmt::format("{:.1f}%", 100 * report.visits / visits) : "-",
               tried ? value_text(report.exact.value_or(report.value)) : "-", verdict(report)});
  }
  std::string text = screen.bold(table.titles()) + table.rows();
  if (shown < reports.size()) {
    text += fmt::format("and {} more\n", grouped(reports.size() - shown));
  }
  return text;
}

std::string expected_text(const std::string& line, std::size_t columns) {
  if (line.empty()) return {};
  const std::string title = "Expected: ";
  std::vector<std::string> moves;
  for (std::size_t first = 0; first < line.size();) {
    const std::size_t comma = line.find(", ", first);
    const std::size_t end = comma == std::string::npos ? line.size() : comma + 1;
    // moves of several roles at the same time: each is kept whole
    std::string step = line.substr(first, end - first);
    for (std::size_t also = step.find(" & "); also != std::string::npos; also = step.find(" & ")) {
      moves.push_back(step.substr(0, also + 2));
      step.erase(0, also + 3);
    }
    moves.push_back(std::move(step));
    first = end + 1;
  }
  std::string text;
  for (const std::string& part : wrapped(moves, columns - std::min(columns, title.size()))) {
    text += (text.empty() ? title : std::string(title.size(), ' ')) + part + "\n";
  }
  return text;
}

void show_thoughts(Screen& screen, machine::Game& game, agent::Agent& agent, Role role) {
  if (!screen.wants_progress()) return;
  const search::Snapshot s = agent.snapshot();
  if (s.moves.empty() || s.moves[index_of(role)].empty()) return;
  const MoveReport& best = s.moves[index_of(role)].front();
  screen.progress(fmt::format("{} simulations, depth {}: {} {}", grouped(s.simulations), s.deepest,
                              game.move_text(role, best.move), value_text(best.value)));
}

}  // namespace palamedes::cli
