#pragma once
// How fast a machine steps, by playing random games on it for a moment.

#include <span>
#include <vector>

#include "machine/factory.h"

namespace palamedes::machine {

// States a second of random games that were played before, in CPU time. Plays for about `seconds`
// twice; a machine that cannot make a step in several times that is stopped. 0: no state was
// reached, or the machine failed.
[[nodiscard]] double states_per_second(StepMachine& machine, double seconds);

// The same of several. Those that are about as fast as the first, or faster, are measured in turns
// with it, and the best of each counts: whatever else the processor does makes it smaller.
[[nodiscard]] std::vector<double> compare_speeds(std::span<StepMachine> machines, double seconds);

}  // namespace palamedes::machine
