#pragma once
// Rules that differ in one condition become one rule again. The rewriting of `or` has multiplied
// them out, and what is said twice is joined twice:
//
//   p(x) <- q(x,y), r(y)                 p(x) <- either1(x,y), r(y)
//   p(x) <- s(x,y), r(y)     becomes     either1(x,y) <- q(x,y)     either1(x,y) <- s(x,y)

#include <cstddef>

#include "ground/flat_rules.h"

namespace palamedes::ground {

// Gives how many rules went.
std::size_t merge_alternatives(FlatRules& rules);

}  // namespace palamedes::ground
