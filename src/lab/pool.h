#pragma once
// Worker processes, each with one task at a time. They are processes and not threads so that one
// that crashes, or is killed because there is no memory left, takes nothing else with it.
//
//   Pool ─► worker 0 ── pipes, process, the task it has
//        ─► worker 1 ...

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace palamedes::lab {

struct PoolOptions {
  std::vector<std::string> command;  // that starts a worker: its path and arguments
  std::size_t jobs = 1;
};

struct PoolTask {
  std::size_t number = 0;
  std::string line;  // for a worker
};

// What a worker answered, or how it ended.
using PoolAnswer = tl::expected<std::string, std::string>;

struct PoolCalls {
  // Nothing if there are no more.
  std::function<std::optional<PoolTask>()> next;
  // What became of a task; false to end at once.
  std::function<bool(std::size_t number, const PoolAnswer& answer)> done;
  // A few times a second; false to end at once, without the tasks in flight.
  std::function<bool()> go_on;
};

// Until there is nothing more to do. An error if workers do not even start.
[[nodiscard]] Result<void> run_pool(const PoolOptions& options, const PoolCalls& calls);

}  // namespace palamedes::lab
