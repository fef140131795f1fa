#include "lab/pool.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <poll.h>

#include "lab/worker_process.h"

namespace palamedes::lab {
namespace {

constexpr int look_milliseconds = 100;

class Pool {
 public:
  Pool(const PoolOptions& options, const PoolCalls& calls)
      : options_(options), calls_(calls), cores_(cores_for(options.jobs)) {}

  Result<void> run() {
    for (std::size_t i = 0; i < options_.jobs && has_more(); ++i) {
      workers_.emplace_back();
      workers_.back().core = cores_.empty() ? std::nullopt : std::optional<int>(cores_[i]);
      if (auto started = start(workers_.back()); !started) return started;
    }
    while (is_busy()) {
      if (!calls_.go_on()) return {};
      wait();
      for (Worker& worker : workers_) {
        auto went_on = attend(worker);
        if (!went_on) return tl::unexpected(std::move(went_on.error()));
        if (!*went_on) return {};
      }
    }
    return {};
  }

 private:
  struct Worker {
    std::optional<WorkerProcess> process;
    std::optional<int> core;
    std::optional<std::size_t> task;  // the one it has
    bool ready = false;               // it said so
  };

  bool has_more() {
    if (!waiting_ && !exhausted_) {
      waiting_ = calls_.next();
      exhausted_ = !waiting_.has_value();
    }
    return waiting_.has_value();
  }

  [[nodiscard]] bool is_busy() const {
    return std::any_of(workers_.begin(), workers_.end(),
                       [](const Worker& worker) { return worker.process.has_value(); });
  }

  Result<void> start(Worker& worker) {
    auto process = WorkerProcess::start(options_.command, worker.core);
    if (!process) return tl::unexpected(std::move(process.error()));
    worker.process = std::move(*process);
    worker.ready = false;
    return {};
  }

  void wait() {
    std::vector<pollfd> entries;
    for (const Worker& worker : workers_) {
      if (worker.process) entries.push_back({worker.process->output(), POLLIN, 0});
    }
    (void)poll(entries.data(), entries.size(), look_milliseconds);
  }

  // Takes its answers and gives it more to do. False if everything is to end.
  Result<bool> attend(Worker& worker) {
    if (!worker.process) return true;
    const bool lives = worker.process->listen();
    while (const auto line = worker.process->line()) {
      if (!worker.ready) {
        worker.ready = true;
      } else if (!finish(worker, *line)) {
        return false;
      }
      give_task(worker);
      if (!worker.process) return true;
    }
    if (lives) return true;
    return bury(worker);
  }

  bool finish(Worker& worker, const std::string& line) {
    if (!worker.task) return true;
    return calls_.done(*std::exchange(worker.task, std::nullopt), line);
  }

  void give_task(Worker& worker) {
    if (!has_more()) {
      worker.process.reset();
      return;
    }
    // one that ended meanwhile is noticed when it is listened to
    worker.task = waiting_->number;
    (void)worker.process->tell(waiting_->line);
    waiting_.reset();
  }

  // A worker is gone. What it had is lost; another one takes its place.
  Result<bool> bury(Worker& worker) {
    const std::string how = fmt::format("the worker {}", worker.process->last_words());
    worker.process.reset();
    if (!worker.ready) {
      return failure(options_.command.front(), fmt::format("workers do not start: {}", how));
    }
    if (worker.task &&
        !calls_.done(*std::exchange(worker.task, std::nullopt), tl::make_unexpected(how))) {
      return false;
    }
    if (!has_more()) return true;
    auto started = start(worker);
    if (!started) return tl::unexpected(std::move(started.error()));
    return true;
  }

  const PoolOptions& options_;
  const PoolCalls& calls_;
  std::vector<int> cores_;
  std::vector<Worker> workers_;
  std::optional<PoolTask> waiting_;
  bool exhausted_ = false;
};

}  // namespace

Result<void> run_pool(const PoolOptions& options, const PoolCalls& calls) {
  return Pool(options, calls).run();
}

}  // namespace palamedes::lab
