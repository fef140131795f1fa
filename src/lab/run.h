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

struct RunWatch {
  std::function<bool()> stop;  // ends at once; the tasks in flight are lost then
  std::function<void(const RunProgress&)> on_progress;
};

struct RunCalls {
  // The next task that the store has no answer to. An error ends the run.
  std::function<Result<std::optional<PoolTask>>()> next;
  // Keeps what became of a task; a text says why there is no result. An error ends the run.
  std::function<Result<std::string>(std::size_t number, const PoolAnswer& answer)> keep;
};

// Lets workers do all tasks, as far as budget and watch allow.
[[nodiscard]] Result<RunSummary> run_tasks(const RunOptions& options, const RunCalls& calls,
                                           const RunWatch& watch);

// `cells` are brought up to date.
[[nodiscard]] Result<RunSummary> run_matches(const Experiment& experiment,
                                             std::vector<CellState>& cells, Store& store,
                                             const RunOptions& options, const RunWatch& watch);

}  // namespace palamedes::lab
