#pragma once
// Lists of numbers, each kept once and known by a number of its own.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"

namespace palamedes::ground {

class ListTable {
 public:
  struct Entry {
    std::uint32_t number;
    bool added;
  };

  Entry intern(std::span<const std::uint32_t> list) {
    if (slots_.size() < (starts_.size() + 1) * 2) grow();
    const auto tag = static_cast<std::uint32_t>(hash_span(list, 5));
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = tag & mask;
    for (; slots_[slot].number != none; slot = (slot + 1) & mask) {
      if (slots_[slot].tag != tag) continue;
      const auto known = (*this)[slots_[slot].number];
      if (known.size() == list.size() && std::equal(list.begin(), list.end(), known.begin())) {
        return {slots_[slot].number, false};
      }
    }
    const std::uint32_t number = size();
    slots_[slot] = {number, tag};
    words_.insert(words_.end(), list.begin(), list.end());
    starts_.push_back(words_.size());
    return {number, true};
  }

  [[nodiscard]] std::span<const std::uint32_t> operator[](std::uint32_t number) const {
    return std::span(words_).subspan(starts_[number], starts_[number + 1] - starts_[number]);
  }
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(starts_.size() - 1);
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return words_.capacity() * sizeof(std::uint32_t) + starts_.capacity() * sizeof(std::size_t) +
           slots_.capacity() * sizeof(Slot);
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  struct Slot {
    std::uint32_t number = none;
    std::uint32_t tag = 0;
  };

  void grow() {
    constexpr std::size_t first_slots = 64;
    std::vector<Slot> old(slots_.empty() ? first_slots : slots_.size() * 2);
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& entry : old) {
      if (entry.number == none) continue;
      std::size_t slot = entry.tag & mask;  // all are different: the first free place will do
      while (slots_[slot].number != none) slot = (slot + 1) & mask;
      slots_[slot] = entry;
    }
  }

  std::vector<std::uint32_t> words_;
  std::vector<std::size_t> starts_{0};
  std::vector<Slot> slots_;
};

}  // namespace palamedes::ground
