#pragma once
// Operations executed one by one: the way that always works.

#include "machine/swarm/kernel_word.h"
#include "machine/swarm/tape.h"

namespace palamedes::machine::swarm {
namespace {

#if defined(__AVX512F__) && SWARM_LANES == 512
inline constexpr std::uint32_t inputs_per_operation = 3;
#define SWARM_CASE(table) \
  case table:             \
    return ternary<(table)>(a, b, c);
#define SWARM_CASES_4(table) \
  SWARM_CASE(table) SWARM_CASE((table) + 1) SWARM_CASE((table) + 2) SWARM_CASE((table) + 3)
#define SWARM_CASES_16(table) \
  SWARM_CASES_4(table)        \
  SWARM_CASES_4((table) + 4) SWARM_CASES_4((table) + 8) SWARM_CASES_4((table) + 12)
#define SWARM_CASES_64(table) \
  SWARM_CASES_16(table)       \
  SWARM_CASES_16((table) + 16) SWARM_CASES_16((table) + 32) SWARM_CASES_16((table) + 48)

inline Word compute(std::uint8_t table, Word a, Word b, Word c) {
  switch (table) {
    SWARM_CASES_64(0)
    SWARM_CASES_64(64)
    SWARM_CASES_64(128)
    SWARM_CASES_64(192)
  }
  return a;
}
#undef SWARM_CASE
#undef SWARM_CASES_4
#undef SWARM_CASES_16
#undef SWARM_CASES_64
#else
inline constexpr std::uint32_t inputs_per_operation = 2;

// Of two inputs; program.cpp leaves hardly any but the first four.
inline Word compute(std::uint8_t table, Word a, Word b, Word c) {
  switch (table) {
    case 0xc0:
      return a & b;
    case 0x0c:
      return ~a & b;
    case 0xfc:
      return a | b;
    case 0x3c:
      return a ^ b;
    case 0x30:
      return a & ~b;
    case 0xf0:
      return a;
    case 0x0f:
      return ~a;
    case 0x03:
      return ~(a | b);
    case 0x3f:
      return ~(a & b);
    case 0xc3:
      return ~(a ^ b);
    case 0xcf:
      return ~a | b;
    case 0xf3:
      return a | ~b;
    default:
      break;
  }
  return (table & 1U) != 0 ? ~(c & Word{}) : Word{};  // a constant
}
#endif

inline void interpret(const Operation* operation, const Operation* end, Word* words) {
  for (; operation != end; ++operation) {
    words[operation->out_and_table >> 8U] =
        compute(static_cast<std::uint8_t>(operation->out_and_table), words[operation->a],
                words[operation->b], words[operation->c]);
  }
}

// Rules are stratified, so feedback only ever becomes TRUE and the rounds end.
inline void settle(const Tape& tape, const OperationLoop& loop, Word* words) {
  for (std::uint32_t i = loop.first_feedback; i < loop.end_feedback; ++i) {
    words[tape.feedback[i].feedback] = Word{};
  }
  Word changed{};
  do {
    interpret(tape.operations + loop.first, tape.operations + loop.end, words);
    changed = Word{};
    for (std::uint32_t i = loop.first_feedback; i < loop.end_feedback; ++i) {
      const Word value = words[tape.feedback[i].value];
      changed |= value ^ words[tape.feedback[i].feedback];
      words[tape.feedback[i].feedback] = value;
    }
  } while (any(changed));
}

inline void execute(const Tape& tape, void* memory) {
  if (tape.native != nullptr) {
    tape.native(memory);
    return;
  }
  Word* const words = static_cast<Word*>(memory);
  std::uint32_t done = 0;
  for (std::uint32_t i = 0; i < tape.loop_count; ++i) {
    const OperationLoop& loop = tape.loops[i];
    interpret(tape.operations + done, tape.operations + loop.first, words);
    settle(tape, loop, words);
    done = loop.end;
  }
  interpret(tape.operations + done, tape.operations + tape.operation_count, words);
}

}  // namespace
}  // namespace palamedes::machine::swarm
