#pragma once
// How fast a machine steps, by playing random games on it for a moment.

#include "machine/factory.h"

namespace palamedes::machine {

// States a second of random games that were played before, in CPU time. Plays for about `seconds`
// twice; a machine that cannot make a step in several times that is stopped. 0: no state was
// reached, or the machine failed.
[[nodiscard]] double states_per_second(StepMachine& machine, double seconds);

}  // namespace palamedes::machine
