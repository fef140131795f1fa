#pragma once
// Memory for the small blocks of a tree: taken from slabs, given back to lists of equal size, and
// counted, so that a tree knows how large it is.
//
//   slab    1 MiB from the system, cut from front to back
//   block   a multiple of 16 bytes; a freed one waits in the list of its size
//
// Blocks hold plain values only; nothing is destroyed. With several threads the tree locks.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace palamedes::search {

class Arena {
 public:
  // Zeroed.
  [[nodiscard]] void* allocate(std::size_t bytes) {
    const std::size_t units = units_of(bytes);
    used_ += units * unit;
    if (units < free_.size() && free_[units] != nullptr) {
      Free* const block = free_[units];
      free_[units] = block->next;
      return std::memset(block, 0, units * unit);
    }
    if (units * unit > slab_bytes / 4) return own_slab(units * unit);
    if (left_ < units * unit) add_slab();
    std::byte* const block = next_;
    next_ += units * unit;
    left_ -= units * unit;
    return block;
  }

  void release(void* block, std::size_t bytes) {
    if (block == nullptr) return;
    const std::size_t units = units_of(bytes);
    used_ -= units * unit;
    if (units >= free_.size()) free_.resize(units + 1, nullptr);
    free_[units] = new (block) Free{free_[units]};
  }

  [[nodiscard]] std::size_t used_bytes() const { return used_; }

 private:
  struct Free {
    Free* next;
  };
  static constexpr std::size_t unit = 16;
  static constexpr std::size_t slab_bytes = 1U << 20U;

  static std::size_t units_of(std::size_t bytes) {
    return bytes == 0 ? 1 : (bytes + unit - 1) / unit;
  }

  void* own_slab(std::size_t bytes) {
    slabs_.push_back(std::make_unique<std::byte[]>(bytes));
    return slabs_.back().get();
  }
  void add_slab() {
    next_ = static_cast<std::byte*>(own_slab(slab_bytes));
    left_ = slab_bytes;
  }

  std::vector<std::unique_ptr<std::byte[]>> slabs_;
  std::vector<Free*> free_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t used_ = 0;
};

}  // namespace palamedes::search
