#pragma once

#include <span>

#include "base/embedded.h"

namespace palamedes::tune {

// What ships of other games: experiments/learned/<name>.tsv.
[[nodiscard]] std::span<const Embedded> learned_files();

}  // namespace palamedes::tune
