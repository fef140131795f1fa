#pragma once
// What a sheet declares about itself: `base` its fluents, `input` its moves.

#include "gdl/rules.h"

namespace palamedes::ground {

// The rules with a further condition each: what comes next or is legal has to be declared. Where a
// sheet declares nothing, or leaves out something that play reaches, see docs/decisions.md.
[[nodiscard]] gdl::Rules kept_to_declarations(const gdl::Rules& rules);

}  // namespace palamedes::ground
