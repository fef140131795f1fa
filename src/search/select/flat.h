#pragma once
// Flat Monte-Carlo search (thesis 2.2.1, Algorithm 1): moves of the root are sampled uniformly, and
// nothing is kept of what comes after them.

#include <cstddef>
#include <cstdint>

#include "base/rng.h"

namespace palamedes::search::select {

// One of this number of moves.
inline std::size_t draw_flat(std::size_t moves, Rng& rng) {
  return rng.below(static_cast<std::uint32_t>(moves));
}

}  // namespace palamedes::search::select
