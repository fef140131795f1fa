#pragma once
// Clauses compiled for one way of asking: what is bound is known beforehand, so every condition is
// a fixed instruction, in a fixed order.

#include <cstdint>
#include <vector>

#include "gdl/pattern.h"
#include "gdl/program.h"

namespace palamedes::machine::prover {

using gdl::Pattern;

struct Step {
  enum class Kind : std::uint8_t {
    distinct,    // args[0] and args[1] differ
    holds,       // true(args[0]), known
    holds_not,   // not true(args[0]), known
    scan_state,  // true(args[0]), to be matched
    does,        // does(args[0], args[1])
    does_not,    // not does(args[0], args[1]), known
    scan_facts,  // rows of a table of facts
    fact_not,    // no such row, all known
    call,        // a question to another predicate
    call_not,    // all known, and answered with no
  };
  Kind kind = Kind::distinct;
  std::vector<Pattern> args;
  std::uint64_t known = 0;   // bit i: argument i (of a state scan: of the fluent) is known before
  std::uint32_t target = 0;  // of fact steps the table, of calls the adorned predicate
  std::uint32_t index = 0;   // of scans: which index of the table or of the state to use
};
inline constexpr std::uint32_t no_index = 0xffffffffU;

struct CompiledClause {
  std::vector<Pattern> head_in;  // one per bound argument, matched with the question
  std::vector<Step> steps;
  std::vector<Pattern> head_out;  // one per free argument, built for the answer
  std::uint32_t slots = 0;
  // From this step on the answer is already decided: one success is enough.
  std::uint32_t cut = 0;
};

// A relation asked with a fixed set of bound arguments.
struct Adorned {
  gdl::RelationId relation{};
  std::uint64_t bound = 0;  // bit i: argument i is given
  std::uint32_t free_count = 0;
  gdl::Scope scope = gdl::Scope::fixed;
  bool recursive = false;
  std::uint32_t component = 0;
  std::vector<CompiledClause> clauses;
};

// The widest relation that can be asked with bound arguments beyond the last bit; further
// arguments are treated as free.
inline constexpr std::size_t max_bound_arguments = 64;

}  // namespace palamedes::machine::prover
