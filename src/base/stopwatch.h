#pragma once
// Wall time for clocks, CPU time of the calling thread for measurements on shared machines.

#include <chrono>
#include <ctime>
#include <utility>

namespace palamedes {

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class CpuStopwatch {
 public:
  [[nodiscard]] double seconds() const { return now() - start_; }
  // The same, and from now on anew.
  double restart() {
    const double time = now();
    return time - std::exchange(start_, time);
  }

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  double start_ = now();
};

// An amount of CPU time of the thread that made it. It may be asked often: CPU time never runs
// ahead of wall time, so the dearer of the two clocks is only looked at when the other one says so.
class CpuAllowance {
 public:
  explicit CpuAllowance(double seconds) : seconds_(seconds), ask_at_(seconds) {}

  [[nodiscard]] bool is_used_up() {
    const double wall = wall_.seconds();
    if (wall < ask_at_) return false;
    const double left = seconds_ - cpu_.seconds();
    ask_at_ = wall + left;
    return left <= 0;
  }

 private:
  Stopwatch wall_;
  CpuStopwatch cpu_;
  double seconds_;
  double ask_at_;  // of wall time
};

}  // namespace palamedes
