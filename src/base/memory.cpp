#include "base/memory.h"

#include <chrono>
#include <fstream>
#include <utility>

#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace palamedes {

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  if (!(file >> size >> resident)) return 0;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void return_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

MemoryWatch::MemoryWatch(std::size_t allowed_bytes, std::function<void(std::size_t)> on_excess,
                         Measure measure)
    : allowed_(allowed_bytes), on_excess_(std::move(on_excess)), measure_(std::move(measure)) {
  if (allowed_ > 0) thread_ = std::thread([this] { watch(); });
}

MemoryWatch::~MemoryWatch() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  ended_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void MemoryWatch::watch() {
  constexpr auto between_looks = std::chrono::milliseconds(10);
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, between_looks, [&] { return ends_; })) {
    lock.unlock();
    const std::size_t bytes = measure_();
    if (bytes > allowed_) on_excess_(bytes);
    lock.lock();
  }
}

}  // namespace palamedes
