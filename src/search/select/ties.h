#pragma once
// Ties: all moves whose value is at most an offset (VO, thesis 3.1.4) below the best one are as
// good as the best, and one of them is taken at random.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/params.h"
#include "base/rng.h"

namespace palamedes::search::select {

// Position of one of the best values. Nothing is drawn where there is but one.
inline std::size_t draw_best(std::span<const double> values, double offset, Rng& rng) {
  double best = -infinity;
  for (const double value : values) best = std::max(best, value);
  const double least = best - offset;
  std::uint32_t tied = 0;
  for (const double value : values) tied += value >= least ? 1 : 0;
  std::uint32_t chosen = tied > 1 ? rng.below(tied) : 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] >= least && chosen-- == 0) return i;
  }
  return 0;  // values that are no numbers
}

}  // namespace palamedes::search::select
