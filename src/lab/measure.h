#pragma once
// Experiments without matches: speeds of machines, bandits, and positions. Each figure, or set of
// curves, is one task for a worker and one row of the store.

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "lab/experiment.h"
#include "lab/report/report.h"
#include "lab/run.h"
#include "lab/store.h"

namespace palamedes::lab {

struct Measurement {
  std::string key;                // of rules, machine and time, or of the bandit and its seed
  std::string game;               // empty: a bandit
  std::string subject;            // the machine or agent
  std::string request;            // the line that a worker gets
  std::uint64_t simulations = 0;  // of a position
};

// In the order of the file. `only` keeps those of a game, "game=NAME", a machine, "machine=NAME",
// or the agent of a position, "agent=NAME".
[[nodiscard]] Result<std::vector<Measurement>> measurements_of(const Experiment& experiment,
                                                               std::span<const std::string> only);

// In the worker: whether a line asks for a measurement, and the answer.
[[nodiscard]] bool is_measurement(std::string_view line);
[[nodiscard]] std::string measure(std::string_view line);

// What is known: figures by key, as JSON.
using Figures = std::map<std::string, std::string>;
[[nodiscard]] Result<Figures> load_figures(const std::vector<Measurement>& measurements,
                                           Store& store);

// By the id of the build that took them.
[[nodiscard]] Result<report::BuildCounts> measurement_builds(const Figures& figures, Store& store);

// Takes what is missing.
[[nodiscard]] Result<RunSummary> run_measurements(const std::vector<Measurement>& measurements,
                                                  Figures& figures, Store& store,
                                                  const RunOptions& options, const RunWatch& watch);

[[nodiscard]] report::Report measurement_report(const Experiment& experiment,
                                                const std::vector<Measurement>& measurements,
                                                const Figures& figures);

}  // namespace palamedes::lab
