#pragma once
// How much memory this process has, and somebody who watches it.

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>

namespace palamedes {

// In main memory; 0 where the system does not say.
[[nodiscard]] std::size_t resident_bytes();

// What was freed goes back to the system. The C library keeps it otherwise.
void return_freed_memory();

// Looks at the memory of the process some hundred times a second from a thread of its own, and
// calls `on_excess` each time that it is more than allowed.
class MemoryWatch {
 public:
  using Measure = std::function<std::size_t()>;

  // 0 allows everything: nothing is watched then.
  MemoryWatch(std::size_t allowed_bytes, std::function<void(std::size_t)> on_excess,
              Measure measure = resident_bytes);
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;
  ~MemoryWatch();

 private:
  void watch();

  std::size_t allowed_;
  std::function<void(std::size_t)> on_excess_;
  Measure measure_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace palamedes
