#pragma once
// How long an agent may think about one move: so many iterations of its search, which plays the
// same on every machine, or so much time.

#include <algorithm>
#include <cstdint>
#include <ctime>

namespace palamedes::video {

enum class Clock : std::uint8_t {
  wall,
  cpu,  // of the thread, as the Java framework measures on Linux
};

// Seconds since some moment.
[[nodiscard]] inline double seconds_on(Clock clock) {
  timespec time{};
  clock_gettime(clock == Clock::wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

class Budget {
 public:
  [[nodiscard]] static Budget of_iterations(std::uint64_t iterations) {
    Budget budget;
    budget.left_ = iterations;
    return budget;
  }
  // Ends `margin` seconds early, so that the move is there in time.
  [[nodiscard]] static Budget of_seconds(Clock clock, double seconds, double margin) {
    Budget budget;
    budget.is_timed_ = true;
    budget.clock_ = clock;
    budget.start_ = seconds_on(clock);
    budget.end_ = budget.start_ + seconds - margin;
    return budget;
  }

  // Whether there is room for one more iteration, which then counts as begun.
  [[nodiscard]] bool next() {
    if (!is_timed_) {
      if (done_ >= left_) return false;
      ++done_;
      return true;
    }
    const double now = seconds_on(clock_);
    const double average = done_ == 0 ? 0 : (now - start_) / static_cast<double>(done_);
    // The first iteration always runs: without it there is nothing to choose by.
    if (done_ > 0 && now + 2 * average >= end_) return false;
    ++done_;
    return true;
  }
  // Whether the time is over; never so for a number of iterations.
  [[nodiscard]] bool is_late() const { return is_timed_ && seconds_on(clock_) >= end_; }
  [[nodiscard]] bool is_timed() const { return is_timed_; }
  [[nodiscard]] std::uint64_t done() const { return done_; }
  // A share of it, for a part of the work.
  [[nodiscard]] Budget share(double part) const {
    Budget budget = *this;
    if (is_timed_) {
      const double now = seconds_on(clock_);
      budget.start_ = now;
      budget.done_ = 0;
      budget.end_ = now + part * std::max(0., end_ - now);
    } else {
      budget.done_ = 0;
      budget.left_ = static_cast<std::uint64_t>(part * static_cast<double>(left_ - done_));
    }
    return budget;
  }

 private:
  Budget() = default;

  bool is_timed_ = false;
  Clock clock_ = Clock::wall;
  std::uint64_t left_ = 0;
  std::uint64_t done_ = 0;
  double start_ = 0;
  double end_ = 0;
};

}  // namespace palamedes::video
