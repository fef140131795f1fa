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

}  // namespace palamedes
