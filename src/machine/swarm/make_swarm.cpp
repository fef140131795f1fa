#include "machine/swarm/make_swarm.h"

#include <utility>

#include "net/build.h"
#include "net/circuit/lower.h"

namespace palamedes::machine {

Result<std::unique_ptr<Swarm>> make_swarm(const gdl::Loaded& game,
                                          const MakeSwarmOptions& options) {
  const auto passes = net::parse_passes(options.passes);
  if (!passes) return tl::unexpected(passes.error());
  const auto circuit_passes = net::parse_circuit_passes(options.circuit_passes);
  if (!circuit_passes) return tl::unexpected(circuit_passes.error());
  auto rules = ground::ground(game, options.ground);
  if (!rules) return tl::unexpected(std::move(rules.error()));
  auto net = std::make_shared<net::PropNet>(net::build(std::move(*rules)));
  net::run_passes(*net, *passes);
  net::Circuit circuit = net::lower(std::move(net));
  net::run_circuit_passes(circuit, *circuit_passes);
  return std::make_unique<Swarm>(std::make_shared<const net::Circuit>(std::move(circuit)),
                                 options.swarm);
}

}  // namespace palamedes::machine
