#pragma once
// Integer mixing for the hash tables of the hot paths.

#include <cstdint>
#include <span>

namespace palamedes {

// A multiply-xorshift finaliser; every input bit reaches every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  return x;
}

constexpr std::uint64_t combine(std::uint64_t seed, std::uint64_t value) {
  return (seed ^ value) * 0x9e3779b97f4a7c15ULL ^ (seed >> 29);
}

template <typename T>
constexpr std::uint64_t hash_span(std::span<const T> values, std::uint64_t seed) {
  std::uint64_t hash = seed;
  for (const T value : values) hash = combine(hash, static_cast<std::uint64_t>(value) + 1);
  return mix(hash);
}

}  // namespace palamedes
