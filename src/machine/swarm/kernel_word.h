#pragma once
// SIMD words of one width. The file that includes this says how many lanes: SWARM_LANES.
//
// Everything is in an unnamed namespace: see kernel.h.

#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace palamedes::machine::swarm {
namespace {

inline constexpr std::uint32_t lane_count = SWARM_LANES;
inline constexpr std::uint32_t chunk_count = lane_count / 64;

#if SWARM_LANES == 64
using Word = std::uint64_t;
#else
using Word = std::uint64_t __attribute__((vector_size(SWARM_LANES / 8)));
#endif

union Chunks {
  Word word;
  std::uint64_t chunk[chunk_count];
};

inline bool any(Word word) {
#if defined(__AVX512F__) && SWARM_LANES == 512
  return _mm512_test_epi64_mask(__m512i(word), __m512i(word)) != 0;
#else
  const Chunks chunks{word};
  std::uint64_t all = 0;
  for (const std::uint64_t chunk : chunks.chunk) all |= chunk;
  return all != 0;
#endif
}

inline std::uint32_t population(Word word) {
  const Chunks chunks{word};
  std::uint32_t count = 0;
  for (const std::uint64_t chunk : chunks.chunk) {
    count += static_cast<std::uint32_t>(__builtin_popcountll(chunk));
  }
  return count;
}

// A function of three words by its table (see Operation).
template <std::uint8_t Table>
inline Word ternary(Word a, Word b, Word c) {
#if defined(__AVX512F__) && SWARM_LANES == 512
  return Word(_mm512_ternarylogic_epi64(__m512i(a), __m512i(b), __m512i(c), Table));
#else
  Word result{};
  if (Table & 1U) result |= ~a & ~b & ~c;
  if (Table & 2U) result |= ~a & ~b & c;
  if (Table & 4U) result |= ~a & b & ~c;
  if (Table & 8U) result |= ~a & b & c;
  if (Table & 16U) result |= a & ~b & ~c;
  if (Table & 32U) result |= a & ~b & c;
  if (Table & 64U) result |= a & b & ~c;
  if (Table & 128U) result |= a & b & c;
  return result;
#endif
}

// Where the mask is set the first, elsewhere the second.
inline Word choose(Word mask, Word first, Word second) {
#if defined(__AVX512F__) && SWARM_LANES == 512
  return ternary<0xca>(mask, first, second);
#else
  return second ^ (mask & (first ^ second));
#endif
}

inline Word majority(Word a, Word b, Word c) {
#if defined(__AVX512F__) && SWARM_LANES == 512
  return ternary<0xe8>(a, b, c);
#else
  return (a & b) | (c & (a | b));
#endif
}

template <typename Visit>
inline void for_each_lane(Word word, Visit&& visit) {
  const Chunks chunks{word};
  for (std::uint32_t i = 0; i < chunk_count; ++i) {
    for (std::uint64_t bits = chunks.chunk[i]; bits != 0; bits &= bits - 1) {
      visit(i * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits)));
    }
  }
}

// Squares of bits, side by side, become their own mirror images: bit j of row i and bit i of row
// j change places. Blocks above the diagonal are exchanged with those below, ever smaller ones.
template <std::uint32_t Size>
inline void turn_squares(Word* row) {
  for (std::uint32_t width = Size / 2; width != 0; width /= 2) {
    const std::uint64_t mask = ~std::uint64_t{0} / ((std::uint64_t{1} << width) + 1);
    for (Word* block = row; block != row + Size; block += 2 * width) {
      for (std::uint32_t i = 0; i < width; ++i) {
        const Word exchanged = ((block[i] >> width) ^ block[i + width]) & mask;
        block[i + width] ^= exchanged;
        block[i] ^= exchanged << width;
      }
    }
  }
}

// xoroshiro128++ (Blackman and Vigna, 2019), one generator per 64 lanes.
struct Random {
  Word first;
  Word second;

  static Word rotate(Word word, unsigned bits) { return word << bits | word >> (64 - bits); }
  Word operator()() {
    const Word result = rotate(first + second, 17) + first;
    second ^= first;
    first = rotate(first, 49) ^ second ^ (second << 21);
    second = rotate(second, 28);
    return result;
  }
};

}  // namespace
}  // namespace palamedes::machine::swarm
