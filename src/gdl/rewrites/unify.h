#pragma once
// Unification of terms of one clause.
//
//   bindings_   by variable number; terms keep their variables, so that bindings share structure
//   bound_      the numbers of the bound variables, for a quick reset

#include <optional>
#include <vector>

#include "gdl/rules.h"

namespace palamedes::gdl::rewrites {

// Bindings of a clause's variables, by number. A few short equations can stand for a term of
// astronomical size, so every walk costs steps; without any left, all answers are void.
class Substitution {
 public:
  explicit Substitution(std::size_t variables, std::size_t max_steps = std::size_t{1} << 20U)
      : bindings_(variables), steps_left_(max_steps) {}

  // Makes both terms equal by binding variables; false if that is impossible, and then the
  // substitution is of no further use.
  bool unify(const Term& a, const Term& b) { return unify(a, b, 0); }

  [[nodiscard]] Term apply(const Term& term) {
    Term result;
    apply(term, result, 0);
    return result;
  }
  void apply(Atom& atom);
  [[nodiscard]] bool empty() const { return bound_.empty(); }

  // True if the steps ran out, or if a term became deeper than any text may be.
  [[nodiscard]] bool exhausted() const { return exhausted_; }
  [[nodiscard]] std::size_t steps_left() const { return steps_left_; }

  // As after construction, without paying for the variables again.
  void reset(std::size_t max_steps);

 private:
  [[nodiscard]] const Term& resolve(const Term& term) const;
  [[nodiscard]] bool occurs(std::uint32_t variable, const Term& term, std::size_t depth);
  // The result is a parameter to keep the stack frames small: terms can be very deep.
  void apply(const Term& term, Term& result, std::size_t depth);
  bool unify(const Term& a, const Term& b, std::size_t depth);
  bool take_step(std::size_t depth);

  std::vector<std::optional<Term>> bindings_;
  std::vector<std::uint32_t> bound_;
  std::size_t steps_left_;
  bool exhausted_ = false;
};

}  // namespace palamedes::gdl::rewrites
