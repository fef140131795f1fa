#pragma once
// A process of its own for the rules of a visitor: it gets requests, answers them one after the
// other, and tells events meanwhile. Whatever goes wrong there ends this process alone.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <sys/types.h>

#include "base/descriptor.h"
#include "base/diagnostic.h"
#include "web/answer.h"
#include "web/events.h"
#include "web/frame.h"

namespace palamedes::web {

// What the process may take. The system holds it to this, whatever it does.
struct ProcessLimits {
  std::uint64_t memory_bytes = 0;
  double processor_seconds = 0;
};

// Exit status of a process that got no more memory.
inline constexpr int no_memory_status = 70;

class WorkerProcess {
 public:
  // The socket is its standard input: it ends when nobody holds the other end any more.
  [[nodiscard]] static Result<std::unique_ptr<WorkerProcess>> start(
      const std::vector<std::string>& command, const ProcessLimits& limits);

  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  // Ends it at once.
  ~WorkerProcess();

  // Its answer. A process that does not answer in time is ended, and the answer says so with
  // status 410. From any thread; requests are answered in their order.
  [[nodiscard]] Answer ask(const std::string& name, const std::string& body,
                           std::chrono::duration<double> patience);
  void end(const std::string& reason);

  // Why it has ended; nothing while it runs.
  [[nodiscard]] std::optional<std::string> ended() const;
  [[nodiscard]] Events& events() { return events_; }

 private:
  WorkerProcess(pid_t process, Descriptor socket, const ProcessLimits& limits);
  void listen();
  void take(Frame frame);
  void kill_it(const std::string& reason);
  [[nodiscard]] std::string last_words();

  static constexpr std::size_t longest_answer = std::size_t{256} << 20U;

  pid_t process_;
  Descriptor socket_;
  ProcessLimits limits_;
  Events events_;
  mutable std::mutex mutex_;  // of all that follows
  std::condition_variable answered_;
  std::map<std::uint64_t, std::optional<Answer>> answers_;  // of requests that wait
  std::uint64_t asked_ = 0;
  std::string reason_;  // why it was ended by us
  std::optional<std::string> ended_;
  std::mutex writing_;
  std::thread listener_;  // the last to be made and the first to go
};

}  // namespace palamedes::web
