#pragma once
// The sessions of all visitors by their ids, which nobody can guess: whoever knows one may use it.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "web/answer.h"
#include "web/limits.h"
#include "web/worker_process.h"

namespace palamedes::web {

class Sessions {
 public:
  // `command` starts a process of a session.
  Sessions(std::vector<std::string> command, const Limits& limits);
  Sessions(const Sessions&) = delete;
  Sessions& operator=(const Sessions&) = delete;
  ~Sessions();

  // Begins one with this request to its process: "open-board" or "open-video".
  [[nodiscard]] Answer open(const std::string& request, const std::string& body);
  [[nodiscard]] Answer ask(const std::string& id, const std::string& request,
                           const std::string& body);
  [[nodiscard]] Answer end(const std::string& id);
  // Rules are checked in a process that ends with the answer.
  [[nodiscard]] Answer check(const std::string& body);

  // The process of a session, for the time of a stream of its events, during which the session is
  // not idle. Nothing where there is none of this id.
  [[nodiscard]] std::shared_ptr<WorkerProcess> begin_stream(const std::string& id);
  void end_stream(const std::string& id);

  [[nodiscard]] std::size_t count() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Session {
    std::shared_ptr<WorkerProcess> process;
    Clock::time_point last_use;
    std::size_t streams = 0;
    bool is_over = false;  // it has no place any more, and only says why
  };

  [[nodiscard]] Result<std::unique_ptr<WorkerProcess>> start(double processor_seconds) const;
  [[nodiscard]] std::string configuration(const std::string& id) const;
  [[nodiscard]] std::shared_ptr<WorkerProcess> use(const std::string& id);
  [[nodiscard]] bool take_place();
  void give_place();
  void watch();
  void end_idle();

  std::vector<std::string> command_;
  Limits limits_;
  mutable std::mutex mutex_;
  std::condition_variable ends_changed_;
  bool ends_ = false;
  std::map<std::string, Session> sessions_;
  std::size_t taken_ = 0;  // places, those of sessions that are being opened too
  std::atomic<std::uint64_t> checks_{0};
  std::thread watcher_;
};

// 32 letters and digits that nobody can guess.
[[nodiscard]] std::string random_id();

}  // namespace palamedes::web
