#pragma once
// The other side of the pool's pipes: plays what it is given, one match after the other, until
// its input ends.
//
//   standard input ──► Task ──► machines (the last few games) ──► Reply ──► standard output

#include <cstdint>

namespace palamedes::lab {

struct WorkerOptions {
  std::size_t machines = 8;        // kept at a time
  std::uint64_t memory_bytes = 0;  // more is refused to this process; 0: as much as there is
};

// Says "ready" first. False if it cannot go on.
[[nodiscard]] bool serve_tasks(const WorkerOptions& options);

}  // namespace palamedes::lab
