#include "machine/stages.h"

#include <utility>

#include <fmt/format.h>

#include "circuit/lower.h"
#include "machine/scalar/scalar_machine.h"
#include "model/limits.h"
#include "net/build.h"

namespace palamedes::machine {
namespace {

tl::unexpected<Diagnostics> cancelled() { return failure({}, "nobody wants the machine any more"); }

// "network, step 2 of 4"
std::string step_of(std::string_view what, std::size_t step, std::size_t steps) {
  return fmt::format("{}, step {} of {}", what, step, steps);
}

}  // namespace

Result<std::shared_ptr<const net::PropNet>> make_net(const gdl::Loaded& game,
                                                     const StageOptions& options) {
  const auto passes = net::passes::parse_passes(options.passes);
  if (!passes) return tl::unexpected(passes.error());
  options.begin({"grounding", options.ground.limits.seconds, "the prover"});
  auto rules = ground::ground(game, options.ground);
  if (!rules) return tl::unexpected(std::move(rules.error()));
  if (rules->roles.empty() || rules->roles.size() > model::max_roles) {
    return failure({}, fmt::format("the game has {} roles", rules->roles.size()), {});
  }
  std::size_t step = 0;
  const auto begin_step = [&] {
    options.begin({step_of("network", ++step, passes->size() + 1), {}, "the machine"});
  };
  begin_step();
  auto net = std::make_shared<net::PropNet>(net::build(std::move(*rules)));
  for (const net::passes::Pass& pass : *passes) {
    if (options.ground.limits.is_cancelled()) return cancelled();
    begin_step();
    net::passes::run_passes(*net, std::span(&pass, 1));
  }
  return net;
}

Result<std::shared_ptr<const circuit::Circuit>> make_circuit(
    std::shared_ptr<const net::PropNet> net, std::string_view default_passes,
    const StageOptions& options) {
  const auto passes = circuit::passes::parse_circuit_passes(
      options.circuit_passes == "default" ? default_passes : options.circuit_passes);
  if (!passes) return tl::unexpected(passes.error());
  std::size_t step = 0;
  const auto begin_step = [&](std::optional<double> at_most) {
    options.begin({step_of("circuit", ++step, passes->size() + 1), at_most, "the next one"});
  };
  begin_step({});
  auto circuit = std::make_shared<circuit::Circuit>(circuit::lower(std::move(net)));
  const bool is_large =
      circuit->node_count() - circuit->first_gate() > options.most_gates_for_passes;
  if (is_large && options.circuit_passes == "default" &&
      default_passes == scalar::ScalarMachine::circuit_passes) {
    return circuit;
  }
  for (const circuit::passes::CircuitPass& pass : *passes) {
    if (options.ground.limits.is_cancelled()) return cancelled();
    begin_step({});
    circuit::passes::run_circuit_passes(*circuit, std::span(&pass, 1), options.circuit);
  }
  return circuit;
}

}  // namespace palamedes::machine
