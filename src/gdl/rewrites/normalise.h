#pragma once
// Sheet to Rules: `or`, `and`, nested `not` and `distinct` become plain conjunctions.

#include "base/diagnostic.h"
#include "gdl/rules.h"

namespace palamedes::gdl::rewrites {

struct RewriteLimits {
  std::size_t max_clauses_per_rule = 4096;  // a rule with many `or`s multiplies out
  std::size_t max_terms = 1'000'000;        // made or copied by rewriting, over the whole sheet
};

// - `or` gives one clause per alternative, `and` is spliced in, `not` moves inwards.
// - `(not (distinct s t))` makes s and t the same term throughout the clause.
// - `distinct` of terms that can never be equal disappears; of equal ones it removes the clause.
Rules normalise(Sheet sheet, const RewriteLimits& limits, Diagnostics& diagnostics);

}  // namespace palamedes::gdl::rewrites
