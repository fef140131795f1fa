#include "lab/report/origin.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/numbers.h"
#include "lab/video.h"

namespace palamedes::lab::report {
namespace {

OriginAgent described(const ExperimentAgent& agent) {
  OriginAgent origin{.label = agent.label,
                     .spec = text_of(agent),
                     .changed = resolved_text_of(agent),
                     .parameters = full_text_of(agent)};
  if (agent.machine) {
    const std::string machine = "machine=" + agent.machine->name;
    origin.changed += (origin.changed.empty() ? "" : ",") + machine;
    origin.parameters += "," + machine;
  }
  return origin;
}

void add_limit(Origin& origin, const std::string& text, const std::string& game) {
  const auto known = std::find_if(origin.limits.begin(), origin.limits.end(),
                                  [&](const OriginLimit& each) { return each.text == text; });
  if (known == origin.limits.end()) {
    origin.limits.push_back({text, {game}});
  } else {
    known->games.push_back(game);
  }
}

}  // namespace

std::string Origin::parameters_of(const std::string& label) const {
  const auto agent = std::find_if(agents.begin(), agents.end(),
                                  [&](const OriginAgent& each) { return each.label == label; });
  return agent == agents.end() ? "" : agent->parameters;
}

std::string Origin::limit_of(const std::string& game) const {
  for (const OriginLimit& limit : limits) {
    if (std::find(limit.games.begin(), limit.games.end(), game) != limit.games.end()) {
      return limit.text;
    }
  }
  return {};
}

Origin origin_of(const Experiment& experiment, std::span<const CellState> cells) {
  std::set<std::size_t> agents;
  std::set<std::size_t> games;
  for (const CellState& state : cells) {
    if (state.cell.games == 0) continue;
    agents.insert(state.cell.agents.begin(), state.cell.agents.end());
    games.insert(state.cell.game);
  }
  Origin origin;
  origin.seed = experiment.seed;
  for (const std::size_t agent : agents) {
    origin.agents.push_back(described(experiment.agents[agent]));
  }
  for (const std::size_t game : games) {
    const ExperimentGame& played = experiment.games[game];
    add_limit(origin, match::limit_text(played.limits.play_options()), played.name);
  }
  return origin;
}

Origin origin_of(const Experiment& experiment) {
  Origin origin;
  origin.seed = experiment.seed;
  if (experiment.kind == Kind::position) {
    for (const ExperimentAgent& agent : experiment.agents) {
      if (agent.missing.empty()) origin.agents.push_back(described(agent));
    }
  }
  if (experiment.kind != Kind::speed) return origin;
  for (const ExperimentGame& game : experiment.games) {
    if (!game.missing.empty()) continue;
    add_limit(origin, fmt::format("{} s for each machine", experiment.measured_seconds), game.name);
  }
  return origin;
}

BuildCounts build_counts(std::span<const CellState> cells) {
  BuildCounts counts;
  for (const CellState& state : cells) {
    for (const auto& [build, results] : state.builds) counts[build] += results;
  }
  return counts;
}

Result<std::vector<OriginBuild>> find_builds(const BuildCounts& counts, Store& store) {
  std::vector<OriginBuild> builds;
  for (const auto& [id, results] : counts) {
    auto build = store.find_build(id);
    if (!build) return tl::unexpected(std::move(build.error()));
    if (*build) builds.push_back({std::move(**build), results});
  }
  std::stable_sort(builds.begin(), builds.end(), [](const OriginBuild& a, const OriginBuild& b) {
    return a.results > b.results;
  });
  return builds;
}

std::string build_text(const Build& build) {
  return fmt::format("{} {}", build.version, build.revision);
}

std::string computer_text(const Build& build) {
  const std::string computer = fmt::format("{}, {}", build.processor, counted(build.cores, "core"));
  return build.host.empty() ? computer : fmt::format("{} ({})", computer, build.host);
}

std::vector<std::string> lines_of(const Origin& origin, bool all_parameters) {
  std::vector<std::string> lines = {fmt::format("Seed: {}", origin.seed)};
  for (const OriginLimit& limit : origin.limits) {
    std::string line = "Limit: " + limit.text;
    if (origin.limits.size() > 1) line += fmt::format(" ({})", fmt::join(limit.games, ", "));
    lines.push_back(std::move(line));
  }
  for (const OriginAgent& agent : origin.agents) {
    const std::string& told = all_parameters ? agent.parameters : agent.changed;
    lines.push_back(
        fmt::format("Agent {}: {}", agent.label, told.empty() ? "the default parameters" : told));
  }
  for (const OriginBuild& each : origin.builds) {
    lines.push_back(fmt::format("Build: {} on {}: {}", build_text(each.build),
                                computer_text(each.build), counted(each.results, "result")));
  }
  std::set<std::string> programs;
  for (const OriginBuild& each : origin.builds) programs.insert(build_text(each.build));
  if (programs.size() > 1) {
    lines.push_back(fmt::format("These are results of {} different programs.", programs.size()));
  }
  return lines;
}

}  // namespace palamedes::lab::report
