#pragma once
// The one source of randomness: a small, fast, seedable generator with independent streams.

#include <cstdint>

#include <pcg_random.hpp>

namespace palamedes {

class Rng {
 public:
  using result_type = std::uint32_t;
  explicit Rng(std::uint64_t seed, std::uint64_t stream = 0) : engine_(seed, stream) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffU; }
  result_type operator()() { return engine_(); }

  // Uniform in [0, bound), bound > 0. Lemire's multiplication with rejection, so without bias.
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = static_cast<std::uint64_t>(engine_()) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) {
        product = static_cast<std::uint64_t>(engine_()) * bound;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [0, 1), in steps of 2^-32.
  double unit() { return static_cast<double>(engine_()) * 0x1p-32; }

  // True with this probability; nothing is drawn where it cannot matter.
  bool chance(double probability) {
    return probability > 0 && (probability >= 1 || unit() < probability);
  }

 private:
  pcg32 engine_;
};

}  // namespace palamedes
