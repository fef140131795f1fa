#pragma once
// Statistics of random playouts, played side by side in a swarm.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

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

// How a swarm must be made to play so: how long playouts may be is fixed then.
[[nodiscard]] machine::swarm::SwarmOptions swarm_options_for(machine::swarm::SwarmOptions options,
                                                             const SimulateOptions& wanted);

// The same from any state, its bits as in Circuit::initial_state(). The swarm was made with
// swarm_options_for(), and a playout is allowed one move at least. Dead ends are counted; which was
// the first is not looked for.
SimulationStatistics simulate_from(
    machine::swarm::Swarm& swarm, std::span<const std::uint64_t> start,
    const std::vector<std::string>& role_names, const SimulateOptions& options,
    const std::function<void(const SimulationStatistics&)>& progress = {});

}  // namespace palamedes::exercise
