#pragma once
// Rule decomposition. A rule with many variables has as many instances as there are combinations of
// their values; variables that only matter to a part of the body are moved into a helper relation
// that stands for this part, so that they are combined with their neighbours only.
//
//   p(x) <- q(x,y), r(y,z), s(z)    becomes    p(x) <- q(x,y), h1(y)     h1(y) <- r(y,z), s(z)
//
// Variables are eliminated in the order of a min-fill tree decomposition of the rule's variable
// graph, in which the head's variables are one clique. Equal helpers of all rules are shared.

#include <cstddef>
#include <cstdint>

#include "ground/flat_rules.h"

namespace palamedes::ground {

struct DecompositionReport {
  std::size_t rules_split = 0;
  std::size_t helpers = 0;
  std::size_t helpers_shared = 0;  // uses of a helper that another rule had made
  std::size_t guards = 0;
};

// Which rules to look at: all, or only those whose heads are guards.
enum class DecompositionScope : std::uint8_t { all, guards };

DecompositionReport decompose(FlatRules& rules, DecompositionScope scope = DecompositionScope::all);

}  // namespace palamedes::ground
