#include "gdl/pattern.h"

#include <algorithm>

#include "gdl/argument_buffer.h"

namespace palamedes::gdl {
bool is_ground(const Term& term) {
  return !term.is_variable() && std::all_of(term.args.begin(), term.args.end(),
                                            [](const Term& arg) { return is_ground(arg); });
}

bool is_known(const Term& term, const BoundVariables& bound) {
  bool known = true;
  for_each_variable(term, [&](std::uint32_t variable) { known = known && bound[variable]; });
  return known;
}

bool is_known(const Atom& atom, const BoundVariables& bound) {
  return std::all_of(atom.args.begin(), atom.args.end(),
                     [&](const Term& arg) { return is_known(arg, bound); });
}

Pattern compile_pattern(const Term& term, BoundVariables& bound, TermPool& pool) {
  Pattern result;
  if (is_ground(term)) {
    result.kind = Pattern::Kind::constant;
    result.term = pool.intern(term);
  } else if (term.is_variable()) {
    result.kind = bound[term.variable] ? Pattern::Kind::load : Pattern::Kind::bind;
    result.slot = term.variable;
    bound[term.variable] = true;
  } else {
    result.kind = is_known(term, bound) ? Pattern::Kind::build : Pattern::Kind::match;
    result.functor = term.symbol;
    for (const Term& arg : term.args) result.parts.push_back(compile_pattern(arg, bound, pool));
  }
  return result;
}

bool match_function(const Pattern& pattern, TermId term, TermId* slots, const TermPool& pool) {
  const auto args = pool.args(term);
  if (pool.functor(term) != pattern.functor || args.size() != pattern.parts.size()) return false;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!match(pattern.parts[i], args[i], slots, pool)) return false;
  }
  return true;
}

TermId find_function(const Pattern& pattern, const TermId* slots, const TermPool& pool) {
  const std::size_t count = pattern.parts.size();
  ArgumentBuffer args(count);
  for (std::size_t i = 0; i < count; ++i) {
    args[i] = find_value(pattern.parts[i], slots, pool);
    if (args[i] == no_term) return no_term;
  }
  return pool.find(pattern.functor, args.first(count));
}

TermId make_function(const Pattern& pattern, const TermId* slots, TermPool& pool) {
  const std::size_t count = pattern.parts.size();
  ArgumentBuffer args(count);
  for (std::size_t i = 0; i < count; ++i) args[i] = make_value(pattern.parts[i], slots, pool);
  return pool.intern(pattern.functor, args.first(count));
}

}  // namespace palamedes::gdl
