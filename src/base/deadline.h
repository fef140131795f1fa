#pragma once
// A point in time that one thread sets and another one looks at.

#include <atomic>
#include <chrono>

namespace palamedes {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  void set(Clock::time_point until) { until_.store(until.time_since_epoch().count()); }
  [[nodiscard]] bool has_passed() const {
    return Clock::now().time_since_epoch().count() >= until_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<Clock::rep> until_{Clock::time_point::max().time_since_epoch().count()};
};

}  // namespace palamedes
