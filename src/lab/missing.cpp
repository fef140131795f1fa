#include "lab/missing.h"

#include <algorithm>

#include <fmt/format.h>

namespace palamedes::lab {
namespace {

void add(std::vector<Missing>& list, const std::string& reason, const std::string& name) {
  auto at = std::find_if(list.begin(), list.end(),
                         [&](const Missing& each) { return each.reason == reason; });
  if (at == list.end()) at = list.insert(at, {reason, {}});
  at->names.push_back(name);
}

}  // namespace

std::vector<Missing> missing_in(const Experiment& experiment, std::span<const Cell> cells) {
  std::vector<Missing> list;
  for (std::size_t agent = 0; agent < experiment.agents.size(); ++agent) {
    const ExperimentAgent& each = experiment.agents[agent];
    const bool meant = std::any_of(cells.begin(), cells.end(), [&](const Cell& cell) {
      return std::find(cell.agents.begin(), cell.agents.end(), agent) != cell.agents.end();
    });
    if (meant && !each.missing.empty()) add(list, each.missing, each.label);
  }
  for (std::size_t game = 0; game < experiment.games.size(); ++game) {
    const ExperimentGame& each = experiment.games[game];
    const bool meant = std::any_of(cells.begin(), cells.end(),
                                   [&](const Cell& cell) { return cell.game == game; });
    if (meant && !each.missing.empty()) add(list, each.missing, each.name);
  }
  return list;
}

std::string text_of(const std::vector<Missing>& list) {
  std::string text;
  for (const Missing& each : list) {
    text +=
        fmt::format("{}{}: {}", text.empty() ? "" : "; ", each.reason, fmt::join(each.names, ", "));
  }
  return text;
}

}  // namespace palamedes::lab
