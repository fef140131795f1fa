#pragma once
// From rules to a swarm, all stops on the way.

#include <memory>

#include "base/diagnostic.h"
#include "gdl/load.h"
#include "machine/stages.h"
#include "machine/swarm/swarm.h"

namespace palamedes::machine {

// Fails where the game is too large to be grounded within the limits.
[[nodiscard]] Result<std::unique_ptr<Swarm>> make_swarm(const gdl::Loaded& game,
                                                        const StageOptions& stages = {},
                                                        const SwarmOptions& options = {});

}  // namespace palamedes::machine
