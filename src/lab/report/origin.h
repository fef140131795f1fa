#pragma once
// Where a report's figures come from: what somebody needs who wants to have them again.
//
//   Origin ─┬─ seed, limits ── of all games, or by game
//           ├─ agents ──────── every parameter
//           └─ builds ──────── programs and computers that the results are from

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "lab/cells.h"
#include "lab/experiment.h"
#include "lab/store.h"

namespace palamedes::lab::report {

struct OriginAgent {
  std::string label;
  std::string spec;        // as on the command line
  std::string changed;     // what differs from the defaults
  std::string parameters;  // every one
};

struct OriginLimit {
  std::string text;                // "1,000 simulations a move, at most 10,000 steps"
  std::vector<std::string> games;  // that have it
};

struct OriginBuild {
  Build build;
  std::uint64_t results = 0;
};

struct Origin {
  std::uint64_t seed = 0;
  std::vector<OriginAgent> agents;
  std::vector<OriginLimit> limits;
  std::vector<OriginBuild> builds;

  // Of the agent with this label; empty if there is none.
  [[nodiscard]] std::string parameters_of(const std::string& label) const;
  // Of this game; empty if it is not played.
  [[nodiscard]] std::string limit_of(const std::string& game) const;
};

// As the file says; agents and games of these cells only. Builds are left open.
[[nodiscard]] Origin origin_of(const Experiment& experiment, std::span<const CellState> cells);
// The same of an experiment without matches.
[[nodiscard]] Origin origin_of(const Experiment& experiment);

// How many results are of which build, by id.
using BuildCounts = std::map<std::string, std::uint64_t>;
[[nodiscard]] BuildCounts build_counts(std::span<const CellState> cells);
[[nodiscard]] Result<std::vector<OriginBuild>> find_builds(const BuildCounts& counts, Store& store);

// "0.1.0 38f34b6"
[[nodiscard]] std::string build_text(const Build& build);
// "AMD EPYC, 2 cores (vm)"
[[nodiscard]] std::string computer_text(const Build& build);
// "Seed: 7", "Agent UCT: ...", "Limit: ...", "Build: ..." for whoever reads it beside the tables.
[[nodiscard]] std::vector<std::string> lines_of(const Origin& origin, bool all_parameters);

}  // namespace palamedes::lab::report
