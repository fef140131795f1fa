#pragma once
// Moves of all lanes as numbers: words of moves become words of binary digits, and these, turned,
// a number per lane.

#include "machine/swarm/kernel_word.h"
#include "machine/swarm/tape.h"

namespace palamedes::machine::swarm {
namespace {

inline constexpr std::uint32_t number_bits = 16;  // of a move that is found quickly

// Digit i is TRUE in the lanes whose move, one of these by number, has it set. Moves are joined in
// pairs, pairs in fours and so on, like the carries of a counter.
inline void find_digits(const Word* words, const Slot* moves, std::uint32_t count, Word* digits) {
  Word joined[number_bits + 1];
  for (std::uint32_t i = 0; i < number_bits; ++i) digits[i] = Word{};
  for (std::uint32_t move = 0; move < count; ++move) {
    Word word = words[moves[move]];
    std::uint32_t level = 0;
    for (; (move >> level & 1U) != 0; ++level) {
      digits[level] |= word;
      word |= joined[level];
    }
    joined[level] = word;
  }
  // What is left over: groups without a right half, which may be right halves themselves.
  for (std::uint32_t level = 0; level < number_bits; ++level) {
    if ((count >> level & 1U) != 0) {
      // This group starts at a number whose higher digits are those of count.
      for (std::uint32_t high = level + 1; high < number_bits; ++high) {
        if ((count >> high & 1U) != 0) digits[high] |= joined[level];
      }
    }
  }
}

}  // namespace
}  // namespace palamedes::machine::swarm
