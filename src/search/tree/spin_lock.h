#pragma once
// A lock for a few instructions. A guard of nothing does nothing: one thread alone needs no locks.

#include <atomic>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace palamedes::search::tree {

class SpinLock {
 public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire)) {
      while (taken_.load(std::memory_order_relaxed)) {
#if defined(__x86_64__)
        _mm_pause();
#endif
      }
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_{false};
};

class SpinGuard {
 public:
  explicit SpinGuard(SpinLock* lock) : lock_(lock) {
    if (lock_ != nullptr) lock_->lock();
  }
  SpinGuard(SpinGuard&& other) noexcept : lock_(std::exchange(other.lock_, nullptr)) {}
  SpinGuard(const SpinGuard&) = delete;
  SpinGuard& operator=(const SpinGuard&) = delete;
  SpinGuard& operator=(SpinGuard&&) = delete;
  ~SpinGuard() { release(); }

  void release() {
    if (lock_ != nullptr) lock_->unlock();
    lock_ = nullptr;
  }

 private:
  SpinLock* lock_;
};

}  // namespace palamedes::search::tree
