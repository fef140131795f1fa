#pragma once
// From rules to a swarm, all stops on the way.

#include <memory>
#include <string_view>

#include "base/diagnostic.h"
#include "gdl/load.h"
#include "ground/grounder.h"
#include "machine/swarm/swarm.h"
#include "net/circuit/passes.h"
#include "net/passes/passes.h"

namespace palamedes::machine {

struct MakeSwarmOptions {
  ground::GroundOptions ground;
  std::string_view passes = net::default_passes;
  std::string_view circuit_passes = net::default_circuit_passes;
  SwarmOptions swarm;
};

// Fails where the game is too large to be grounded within the limits.
[[nodiscard]] Result<std::unique_ptr<Swarm>> make_swarm(const gdl::Loaded& game,
                                                        const MakeSwarmOptions& options = {});

}  // namespace palamedes::machine
