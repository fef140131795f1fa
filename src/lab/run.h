#pragma once
// Plays what is missing of an experiment and puts it into the store.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/cells.h"
#include "lab/experiment.h"
#include "lab/pool.h"
#include "lab/store.h"
#include "lab/task.h"

namespace palamedes::lab {

struct RunOptions {
  PoolOptions pool;
  std::optional<double> budget;  // seconds after which no further match is started
};

struct RunProgress {
  std::uint64_t played = 0;  // in this run
  std::uint64_t errors = 0;  // in this run
  std::string last_error;
  double seconds = 0;
};

struct RunSummary {
  RunProgress progress;
  bool interrupted = false;
  bool out_of_budget = false;  // with something left to play
};

// `cells` are brought up to date. `stop` ends at once; the matches in flight are lost then.
[[nodiscard]] Result<RunSummary> run_matches(
    const Experiment& experiment, std::vector<CellState>& cells, Store& store,
    const RunOptions& options, const std::function<bool()>& stop,
    const std::function<void(const RunProgress&)>& on_progress);

}  // namespace palamedes::lab
