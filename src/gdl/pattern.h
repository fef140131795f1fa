#pragma once
// Terms compiled for matching: which variables are bound is known beforehand, so every argument is
// a fixed instruction. Slots hold the values of a clause's variables.

#include <cstdint>
#include <vector>

#include "gdl/sheet.h"
#include "gdl/term_pool.h"

namespace palamedes::gdl {

struct Pattern {
  enum class Kind : std::uint8_t {
    constant,  // this ground term
    load,      // the value of a slot that is already bound
    bind,      // anything; put it into a slot
    build,     // a function term whose parts are all known
    match,     // a function term with parts to be bound
  };
  Kind kind = Kind::constant;
  std::uint32_t slot = 0;
  TermId term{};
  Symbol functor{};
  std::vector<Pattern> parts;

  [[nodiscard]] bool is_known() const { return kind != Kind::bind && kind != Kind::match; }
};

using BoundVariables = std::vector<bool>;  // by variable number

[[nodiscard]] bool is_ground(const Term& term);
[[nodiscard]] bool is_known(const Term& term, const BoundVariables& bound);
[[nodiscard]] bool is_known(const Atom& atom, const BoundVariables& bound);

// Compiles a term; its variables count as bound afterwards.
[[nodiscard]] Pattern compile_pattern(const Term& term, BoundVariables& bound, TermPool& pool);

// The rest of the three below, for function terms.
bool match_function(const Pattern& pattern, TermId term, TermId* slots, const TermPool& pool);
[[nodiscard]] TermId find_function(const Pattern& pattern, const TermId* slots,
                                   const TermPool& pool);
TermId make_function(const Pattern& pattern, const TermId* slots, TermPool& pool);

// Binds slots so that the pattern equals the term; false if that is impossible.
inline bool match(const Pattern& pattern, TermId term, TermId* slots, const TermPool& pool) {
  switch (pattern.kind) {
    case Pattern::Kind::constant:
      return pattern.term == term;
    case Pattern::Kind::load:
      return slots[pattern.slot] == term;
    case Pattern::Kind::bind:
      slots[pattern.slot] = term;
      return true;
    case Pattern::Kind::build:
    case Pattern::Kind::match:
      break;
  }
  return match_function(pattern, term, slots, pool);
}

// The value of a pattern without unbound parts; no_term if nobody has ever made that term.
[[nodiscard]] inline TermId find_value(const Pattern& pattern, const TermId* slots,
                                       const TermPool& pool) {
  if (pattern.kind == Pattern::Kind::load) return slots[pattern.slot];
  if (pattern.kind == Pattern::Kind::constant) return pattern.term;
  return find_function(pattern, slots, pool);
}

// The same, making the term if it is new.
inline TermId make_value(const Pattern& pattern, const TermId* slots, TermPool& pool) {
  if (pattern.kind == Pattern::Kind::load) return slots[pattern.slot];
  if (pattern.kind == Pattern::Kind::constant) return pattern.term;
  return make_function(pattern, slots, pool);
}

}  // namespace palamedes::gdl
