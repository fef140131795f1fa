#pragma once
// A growing row of values that never move: chunks of 1024, 1024, 2048, 4096, … values. One thread
// at a time may add; others may look at what they were given.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace palamedes::search::tree {

template <typename T>
class Chunks {
 public:
  T& operator[](std::size_t i) {
    const std::size_t chunk = chunk_of(i);
    return chunks_[chunk][i - begin_of(chunk)];
  }
  const T& operator[](std::size_t i) const {
    const std::size_t chunk = chunk_of(i);
    return chunks_[chunk][i - begin_of(chunk)];
  }
  [[nodiscard]] std::size_t size() const { return size_; }

  T& add() {
    const std::size_t chunk = chunk_of(size_);
    if (chunks_[chunk] == nullptr) {
      chunks_[chunk] = std::make_unique<T[]>(std::size_t{first} << (chunk == 0 ? 0 : chunk - 1));
    }
    return (*this)[size_++];
  }

 private:
  static constexpr std::uint64_t first = 1024;
  static std::size_t chunk_of(std::size_t i) { return std::bit_width(i / first); }
  static std::size_t begin_of(std::size_t chunk) {
    return chunk == 0 ? 0 : std::size_t{first} << (chunk - 1);
  }

  std::array<std::unique_ptr<T[]>, 33> chunks_;
  std::size_t size_ = 0;
};

}  // namespace palamedes::search::tree
