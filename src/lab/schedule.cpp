#include "lab/schedule.h"

#include <algorithm>
#include <set>

#include "base/digest.h"
#include "base/params.h"

namespace palamedes::lab {
namespace {

// Matches of a cell in a row: enough that a machine is not made for one match alone.
constexpr std::uint64_t least_block = 10;

// Keys of another kind of contents must not meet these.
constexpr std::string_view key_version = "palamedes match 1";

const std::string& agent_text(const Experiment& experiment, const Cell& cell, std::uint32_t agent) {
  return experiment.agents[cell.agents[agent]].resolved;
}

}  // namespace

std::vector<Cell> cells_of(const Experiment& experiment) {
  std::vector<Cell> cells;
  for (std::size_t game = 0; game < experiment.games.size(); ++game) {
    const ExperimentGame& each = experiment.games[game];
    const auto add = [&](Contest agents) {
      const std::size_t count = agents.size();
      const std::size_t roles = each.missing.empty() ? each.roles : count;
      cells.push_back({.game = game,
                       .agents = std::move(agents),
                       .assignments = match::assignments(count, roles),
                       .games = each.limits.games});
      if (!why_missing(experiment, cells.back()).empty()) cells.back().games = 0;
    };
    std::set<std::size_t> alone;
    for (const Contest& contest : experiment.contests) {
      if (each.roles > 1 || !each.missing.empty()) {
        add(contest);
        continue;
      }
      // whoever meets somebody elsewhere plays once for itself here
      for (const std::size_t agent : contest) {
        if (alone.insert(agent).second) add({agent});
      }
    }
  }
  return cells;
}

std::string why_missing(const Experiment& experiment, const Cell& cell) {
  for (const std::size_t agent : cell.agents) {
    if (!experiment.agents[agent].missing.empty()) return experiment.agents[agent].missing;
  }
  return experiment.games[cell.game].missing;
}

std::uint64_t seed_of(const Experiment& experiment, const Cell& cell, std::uint64_t number) {
  Digester digester;
  digester.add(experiment.seed).add(experiment.games[cell.game].rules_hash);
  for (std::uint32_t agent = 0; agent < cell.agents.size(); ++agent) {
    digester.add(agent_text(experiment, cell, agent));
  }
  return digester.add(number).digest().first;
}

std::string key_of(const Experiment& experiment, const Cell& cell, std::uint64_t number) {
  const ExperimentGame& game = experiment.games[cell.game];
  Digester digester;
  digester.add(key_version).add(game.rules_hash);
  for (const std::uint32_t agent : cell.assignment(number)) {
    digester.add(agent_text(experiment, cell, agent));
  }
  digester.add(game.limits.simulations.value_or(0))
      .add(game.limits.seconds ? params::to_text(*game.limits.seconds) : "")
      .add(game.limits.max_length)
      .add(seed_of(experiment, cell, number));
  // only where it is asked for, so that other matches keep their keys
  if (game.limits.ponder) digester.add("ponder");
  return digester.digest().hex();
}

std::uint64_t Schedule::block_of(std::size_t cell) const {
  const std::uint64_t round = cells_[cell].assignments.size();
  return (least_block + round - 1) / round * round;
}

std::optional<Match> Schedule::next() {
  for (;;) {
    if (cell_ == cells_.size()) {
      if (!any_in_block_) return std::nullopt;
      cell_ = 0;
      any_in_block_ = false;
      ++block_;
      continue;
    }
    const std::uint64_t block = block_of(cell_);
    const std::uint64_t number = block_ * block + in_block_;
    if (in_block_ < block && number < cells_[cell_].games) {
      ++in_block_;
      any_in_block_ = true;
      return Match{cell_, number};
    }
    ++cell_;
    in_block_ = 0;
  }
}

}  // namespace palamedes::lab
