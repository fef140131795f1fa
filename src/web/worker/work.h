#pragma once
// What the process of a session does: it answers requests, and works in between in small pieces.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "web/answer.h"
#include "web/worker/channel.h"

namespace palamedes::web::worker {

// What the server says about a session before anything else.
struct Configuration {
  std::string id;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  std::uint64_t threads = 1;
  double think_seconds = 600;
  double ready_seconds = 60;
};

class Work {
 public:
  using Clock = std::chrono::steady_clock;

  Work() = default;
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  virtual ~Work() = default;

  // Nothing where it knows no such request.
  [[nodiscard]] virtual std::optional<Answer> handle(const std::string& request,
                                                     const std::string& body) = 0;
  // When it wants to work: now or earlier, at some time, or not before the next request.
  [[nodiscard]] virtual std::optional<Clock::time_point> wants() const = 0;
  // A piece of it, which ends soon after a request comes.
  virtual void work() = 0;
};

// A session that has begun, or why it has not.
struct Opened {
  std::unique_ptr<Work> work;
  Answer answer;
};

}  // namespace palamedes::web::worker
