#pragma once
// How fast machines step, by playing random games on them for a moment.

#include <cstddef>
#include <span>
#include <vector>

#include "machine/factory.h"

namespace palamedes::machine {

// States a second of random games in CPU time, played for about `seconds`. A machine that cannot
// make a step in several times that is stopped. 0: no state was reached, or the machine failed.
[[nodiscard]] double states_per_second(StepMachine& machine, double seconds);

struct SpeedComparison {
  std::vector<double> speeds;  // of each machine
  std::size_t taken = 0;       // the first, or one that is `clearly` faster
};

// Machines play in turns, each time for longer, beginning with `seconds`. Those that are clearly
// slower go after their turn, so what is clear takes two or three turns, and what is close twenty
// times as long. Another machine takes the place of the first only if it is faster over whole
// games, or, where it is too slow to end one, over games of the same length.
[[nodiscard]] SpeedComparison compare_speeds(std::span<StepMachine> machines, double seconds,
                                             double clearly);

}  // namespace palamedes::machine
