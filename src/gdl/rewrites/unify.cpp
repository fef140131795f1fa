#include "gdl/rewrites/unify.h"

#include <algorithm>

#include "gdl/expression.h"

namespace palamedes::gdl::rewrites {

void Substitution::reset(std::size_t max_steps) {
  for (const std::uint32_t variable : bound_) bindings_[variable].reset();
  bound_.clear();
  steps_left_ = max_steps;
  exhausted_ = false;
}

bool Substitution::take_step(std::size_t depth) {
  if (steps_left_ == 0 || depth >= ReadLimits::deepest) exhausted_ = true;
  if (exhausted_) return false;
  --steps_left_;
  return true;
}

const Term& Substitution::resolve(const Term& term) const {
  const Term* current = &term;
  while (current->is_variable() && bindings_[current->variable]) {
    current = &*bindings_[current->variable];
  }
  return *current;
}

bool Substitution::occurs(std::uint32_t variable, const Term& term, std::size_t depth) {
  if (!take_step(depth)) return true;
  const Term& resolved = resolve(term);
  if (resolved.is_variable()) return resolved.variable == variable;
  return std::any_of(resolved.args.begin(), resolved.args.end(),
                     [&](const Term& arg) { return occurs(variable, arg, depth + 1); });
}

bool Substitution::unify(const Term& a, const Term& b, std::size_t depth) {
  if (!take_step(depth)) return false;
  // References into bindings_ stay valid: only slots that were empty are ever filled.
  const Term& left = resolve(a);
  const Term& right = resolve(b);
  if (left.is_variable() && right.is_variable() && left.variable == right.variable) return true;
  if (left.is_variable()) {
    if (occurs(left.variable, right, depth)) return false;
    bound_.push_back(left.variable);
    bindings_[left.variable] = right;
    return true;
  }
  if (right.is_variable()) return unify(right, left, depth);
  if (left.symbol != right.symbol || left.args.size() != right.args.size()) return false;
  for (std::size_t i = 0; i < left.args.size(); ++i) {
    if (!unify(left.args[i], right.args[i], depth + 1)) return false;
  }
  return true;
}

void Substitution::apply(const Term& term, Term& result, std::size_t depth) {
  const Term& resolved = resolve(term);
  result.kind = resolved.kind;
  result.symbol = resolved.symbol;
  result.variable = resolved.variable;
  result.where = term.where;
  if (!take_step(depth)) return;
  result.args.resize(resolved.args.size());
  for (std::size_t i = 0; i < resolved.args.size(); ++i) {
    apply(resolved.args[i], result.args[i], depth + 1);
  }
}

void Substitution::apply(Atom& atom) {
  for (Term& arg : atom.args) arg = apply(arg);
}

}  // namespace palamedes::gdl::rewrites
