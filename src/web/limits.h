#pragma once
// What visitors of the page may take of the computer. All of them are options of `palamedes web`.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace palamedes::web {

struct Limits {
  std::uint64_t body_bytes = std::uint64_t{4} << 20U;
  std::uint64_t sessions = 8;
  std::uint64_t checks = 4;    // of rules at the same time
  std::uint64_t streams = 32;  // of events at the same time
  std::uint64_t threads = std::max(1U, std::thread::hardware_concurrency());  // of one search
  double think_seconds = 600;      // of one analysis of a position, and of a move
  double ready_seconds = 60;       // until a game can be played
  double check_seconds = 20;       // of a check of rules
  double answer_seconds = 30;      // of any other request
  double session_seconds = 14400;  // of processor time in all
  double idle_seconds = 1800;      // then a session ends that nobody asks for
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;  // of the process of a session
};

}  // namespace palamedes::web
