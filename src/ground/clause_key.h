#pragma once
// Parts of clauses as rows of numbers that are equal when the parts are.

#include <cstdint>
#include <vector>

#include "gdl/rules.h"

namespace palamedes::ground {

using ClauseKey = std::vector<std::uint64_t>;

// With `numbers` variables are distinguished, otherwise not.
inline void append(ClauseKey& key, const gdl::Term& term, bool numbers) {
  if (term.is_variable()) {
    key.push_back(numbers ? 2 + 8 * std::uint64_t{term.variable} : 1);
    return;
  }
  key.push_back(3 + 8 * static_cast<std::uint64_t>(term.symbol));
  key.push_back(4 + 8 * std::uint64_t{term.args.size()});
  for (const gdl::Term& arg : term.args) append(key, arg, numbers);
}

inline void append(ClauseKey& key, const gdl::Literal& literal, bool numbers) {
  key.push_back(5 + 8 * static_cast<std::uint64_t>(literal.kind));
  key.push_back(6 + 8 * static_cast<std::uint64_t>(literal.atom.relation));
  for (const gdl::Term& arg : literal.atom.args) append(key, arg, numbers);
}

}  // namespace palamedes::ground
