#pragma once
// How many random playouts, or how long: --playouts and --seconds of a command.

#include <cstdint>
#include <optional>

#include "exercise/simulate.h"

namespace palamedes::cli {

// One limit at least: without both, 1,000 playouts or what this number of seconds allows.
[[nodiscard]] inline exercise::SimulateOptions with_limits(exercise::SimulateOptions options,
                                                           std::optional<std::uint64_t> playouts,
                                                           double default_seconds) {
  constexpr std::uint64_t default_playouts = 1000;
  if (playouts) {
    options.max_playouts = *playouts;
  } else if (!options.max_seconds) {
    options.max_playouts = default_playouts;
    options.max_seconds = default_seconds;
  }
  return options;
}

}  // namespace palamedes::cli
