#pragma once
// What the kernels execute: plain data, so that code compiled for a wide vector unit needs nothing
// of the standard library (see kernel.h).
//
//   words        one SIMD word per slot, bit i of a word belongs to lane i
//                slot 0: FALSE | 1: TRUE | given: state, moves, feedback, ranks | values
//   Operation    words[out] = table(words[a], words[b], words[c])

#include <cstdint>

namespace palamedes::machine::swarm {

using Slot = std::uint32_t;
inline constexpr Slot false_slot = 0;
inline constexpr Slot true_slot = 1;

struct Operation {
  std::uint32_t out_and_table = 0;  // slot << 8 | table
  Slot a = false_slot;
  Slot b = false_slot;
  Slot c = false_slot;

  [[nodiscard]] constexpr Slot out() const { return out_and_table >> 8U; }
  [[nodiscard]] constexpr std::uint8_t table() const {
    return static_cast<std::uint8_t>(out_and_table);
  }
};
inline constexpr Slot max_slots = Slot{1} << 24U;

// At the end of a round the feedback takes the value; the loop is over when nothing changes.
struct Feedback {
  Slot feedback = false_slot;
  Slot value = false_slot;
};

struct OperationLoop {
  std::uint32_t first = 0;  // operations, end excluded
  std::uint32_t end = 0;
  std::uint32_t first_feedback = 0;
  std::uint32_t end_feedback = 0;
};

using NativeFunction = void (*)(void* words);

struct Tape {
  const Operation* operations = nullptr;
  std::uint32_t operation_count = 0;
  const OperationLoop* loops = nullptr;
  std::uint32_t loop_count = 0;
  const Feedback* feedback = nullptr;
  NativeFunction native = nullptr;  // none: interpreted
};

}  // namespace palamedes::machine::swarm
