#pragma once
// How many samples linear side information can count on (thesis 6.3.1, formula 6.2).

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace palamedes::tune {

// What was seen while the start clock ran.
struct StartClock {
  double simulations = 0;
  double seconds = 0;
  double turns = 0;  // average length of the simulations
};

// Formula 6.2: N_tot = cps * playclock * turns, with cps = kappa * simulations / startclock.
inline std::uint64_t estimated_budget(const StartClock& start, double kappa, double play_seconds) {
  if (!(start.seconds > 0)) return 0;
  const double per_second = kappa * start.simulations / start.seconds;
  return static_cast<std::uint64_t>(std::clamp(per_second * play_seconds * start.turns, 0., 1e18));
}

// With so many simulations for each move there is nothing to be estimated but the turns.
inline std::uint64_t counted_budget(double simulations_per_move, double turns) {
  return static_cast<std::uint64_t>(std::clamp(simulations_per_move * turns, 0., 1e18));
}

}  // namespace palamedes::tune
