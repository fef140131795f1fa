#pragma once
// The words of all lanes.
//
//   lines_   cache lines, so that a SIMD word never crosses one
//            a slot is lanes / 64 chunks of 64 lanes

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "machine/swarm/tape.h"

namespace palamedes::machine::swarm {

struct alignas(64) SwarmLine {
  std::uint64_t words[8] = {};
};

class SwarmWords {
 public:
  SwarmWords() = default;
  SwarmWords(std::size_t slots, std::uint32_t lanes)
      : chunks_(lanes / 64), lines_((slots * chunks_ + 7) / 8) {}
  // With the constants that programs read.
  static SwarmWords for_programs(std::size_t slots, std::uint32_t lanes) {
    SwarmWords words(slots, lanes);
    std::fill_n(words.word(true_slot), words.chunks_, ~std::uint64_t{0});
    return words;
  }

  [[nodiscard]] std::size_t chunks() const { return chunks_; }
  [[nodiscard]] void* data() { return lines_.data(); }
  [[nodiscard]] std::uint64_t* word(Slot slot) { return &lines_[0].words[0] + slot * chunks_; }
  [[nodiscard]] const std::uint64_t* word(Slot slot) const {
    return &lines_[0].words[0] + slot * chunks_;
  }
  // The first of them stay as they are.
  void resize(std::size_t slots) { lines_.resize((slots * chunks_ + 7) / 8); }
  void clear() { std::fill(lines_.begin(), lines_.end(), SwarmLine{}); }
  [[nodiscard]] std::size_t memory_bytes() const { return lines_.capacity() * sizeof(SwarmLine); }

 private:
  std::size_t chunks_ = 0;
  std::vector<SwarmLine> lines_;
};

}  // namespace palamedes::machine::swarm
