#pragma once
// Statistics of random playouts, played side by side in a swarm.

#include <functional>

#include "exercise/simulate.h"
#include "machine/swarm/swarm_machine.h"

namespace palamedes::exercise {

// Branching, and with it whether roles move at once, stays unknown: the swarm does not say how
// many moves a lane had. The same seed, number of playouts, width and length give the same
// playouts; they are counted in the order in which they end. When the time is over, all that are
// under way are given up.
SimulationStatistics simulate(
    machine::swarm::SwarmMachine& machine, const SimulateOptions& options,
    const std::function<void(const SimulationStatistics&)>& progress = {});

}  // namespace palamedes::exercise
