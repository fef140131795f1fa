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
#include <utility>
#include <vector>

#include "base/diagnostic.h"

namespace palamedes::lab {

struct PoolOptions {
  std::vector<std::string> command;  // that starts a worker: its path and arguments
  std::size_t jobs = 1;
};

struct PoolCalls {
  // The next task, a line for a worker, and a number for it; nothing if there are no more.
  std::function<std::optional<std::pair<std::size_t, std::string>>()> next;
  // What a worker answered, or how it ended; false to end at once.
  std::function<bool(std::size_t number, const tl::expected<std::string, std::string>& answer)>
      done;
  // A few times a second; false to end at once, without the tasks in flight.
  std::function<bool()> go_on;
};

// Until there is nothing more to do. An error if workers do not even start.
[[nodiscard]] Result<void> run_pool(const PoolOptions& options, const PoolCalls& calls);

}  // namespace palamedes::lab
