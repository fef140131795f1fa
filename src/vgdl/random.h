#pragma once
// The random numbers of a game: as java.util.Random draws them, or faster.

#include <cstdint>

namespace palamedes::vgdl {

enum class RandomMode : std::uint8_t {
  fast,        // one multiplication a number
  compatible,  // the documented 48-bit generator of Java, draw by draw
};

// Plain memory, so that it is copied with the state it belongs to.
class Random {
 public:
  void seed(RandomMode mode, std::uint64_t seed) {
    mode_ = mode;
    draws_ = 0;
    state_ = mode == RandomMode::compatible
                 ? (static_cast<std::uint64_t>(static_cast<std::int64_t>(seed)) ^ multiplier) & mask
                 : seed * 0x9e3779b97f4a7c15ULL + 0xd1b54a32d192ed03ULL;
  }

  [[nodiscard]] RandomMode mode() const { return mode_; }
  // How often the generator of Java was asked.
  [[nodiscard]] std::uint32_t draws() const { return draws_; }

  // Uniform in [0, bound), bound > 0.
  std::uint32_t below(std::uint32_t bound) {
    if (mode_ == RandomMode::fast) {
      return static_cast<std::uint32_t>(((next_fast() >> 32) * bound) >> 32);
    }
    if ((bound & (bound - 1)) == 0) {
      return static_cast<std::uint32_t>((static_cast<std::uint64_t>(bound) * next(31)) >> 31);
    }
    for (;;) {
      const std::uint32_t bits = next(31);
      const std::uint32_t value = bits % bound;
      // Java looks for an overflow of its 32-bit numbers here.
      if (bits - value + (bound - 1) < (1U << 31)) return value;
    }
  }

  double unit() {
    if (mode_ == RandomMode::fast) return static_cast<double>(next_fast() >> 11) * 0x1p-53;
    const std::uint64_t high = static_cast<std::uint64_t>(next(26)) << 27;
    return static_cast<double>(high + next(27)) * 0x1p-53;
  }

  // In steps of 2^-24; one draw where unit() takes two.
  float unit_float() {
    if (mode_ == RandomMode::fast) return static_cast<float>(next_fast() >> 40) * 0x1p-24F;
    return static_cast<float>(next(24)) * 0x1p-24F;
  }

 private:
  static constexpr std::uint64_t multiplier = 0x5DEECE66DULL;
  static constexpr std::uint64_t mask = (1ULL << 48) - 1;

  std::uint32_t next(unsigned bits) {
    state_ = (state_ * multiplier + 0xB) & mask;
    ++draws_;
    return static_cast<std::uint32_t>(state_ >> (48 - bits));
  }

  // A Weyl sequence whose numbers are mixed by one wide multiplication (wyrand).
  std::uint64_t next_fast() {
    state_ += 0xa0761d6478bd642fULL;
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(state_) * (state_ ^ 0xe7037ed1a0b428dbULL);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
  }

  std::uint64_t state_ = 0;
  std::uint32_t draws_ = 0;
  RandomMode mode_ = RandomMode::fast;
};

}  // namespace palamedes::vgdl
