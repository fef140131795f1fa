#pragma once

#include <span>

#include "base/embedded.h"

namespace palamedes::lab {

// The experiments that ship: experiments/<name>.toml, sorted by name.
[[nodiscard]] std::span<const Embedded> builtin_experiments();

// The positions that they begin from: bench/positions/<name>.kif, sorted by name.
[[nodiscard]] std::span<const Embedded> builtin_positions();

}  // namespace palamedes::lab
