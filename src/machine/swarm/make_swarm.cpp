#include "machine/swarm/make_swarm.h"

#include <utility>

namespace palamedes::machine {

Result<std::unique_ptr<Swarm>> make_swarm(const gdl::Loaded& game, const StageOptions& stages,
                                          const SwarmOptions& options) {
  auto net = make_net(game, stages);
  if (!net) return tl::unexpected(std::move(net.error()));
  auto circuit = make_circuit(std::move(*net), net::default_circuit_passes, stages);
  if (!circuit) return tl::unexpected(std::move(circuit.error()));
  return std::make_unique<Swarm>(std::move(*circuit), options);
}

}  // namespace palamedes::machine
