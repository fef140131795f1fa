#pragma once
// How fast a game is played: ticks, copies of states, and both together.

#include <cstdint>
#include <functional>

#include "vgdl/game.h"

namespace palamedes::vgdl {

struct SpeedOptions {
  double seconds = 1;  // of CPU time, in equal parts for the three measurements
  std::uint64_t seed = 0;
  std::function<bool()> stop;  // asked now and then; what was measured until then counts
};

struct Speed {
  double advances_per_second = 0;  // random actions from the start, begun again at the end
  double copies_per_second = 0;    // of states that play came to
  double rollouts_per_second = 0;  // a copy of the first state and ten random actions each
  double seconds = 0;
  std::uint64_t advances = 0;
  std::uint64_t games = 0;  // that came to their end
  std::size_t state_bytes = 0;
  std::size_t sprites = 0;  // of the first state
};

inline constexpr int rollout_length = 10;

[[nodiscard]] Speed measure_speed(const Game& game, const SpeedOptions& options);

}  // namespace palamedes::vgdl
