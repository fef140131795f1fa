#include "machine/factory.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "base/suggest.h"
#include "machine/machine.h"

namespace palamedes::machine {

static_assert(Machine<prover::Prover>);

namespace {

// One line per machine: its name comes from its type, so the two cannot drift apart.
struct Maker {
  std::string_view name;
  Result<ChosenMachine> (*make)(const gdl::Loaded& game, const MachineOptions& options);
};

Result<ChosenMachine> make_prover(const gdl::Loaded& game, const MachineOptions& options) {
  options.begin(proving_stage(options));
  auto prover = prover::Prover::make(game, options.prover_options());
  if (!prover) return tl::unexpected(std::move(prover.error()));
  return ChosenMachine{std::move(*prover), {}};
}

Result<ChosenMachine> stand_in(const gdl::Loaded& game, const MachineOptions& options,
                               const Diagnostics& reason) {
  if (options.ground.limits.is_cancelled()) return tl::unexpected(reason);
  auto chosen = make_prover(game, options);
  if (chosen) {
    chosen->notice =
        fmt::format("{}; the prover machine will be used", reason.list().front().message);
  }
  return chosen;
}

ChosenMachine make_propnet(const std::shared_ptr<const net::PropNet>& net,
                           const MachineOptions& options) {
  return {std::make_unique<propnet::PropnetMachine>(net, options.propnet_options()), {}};
}

Result<ChosenMachine> make_scalar(std::shared_ptr<const net::PropNet> net,
                                  const MachineOptions& options) {
  auto circuit = make_circuit(std::move(net), scalar::ScalarMachine::circuit_passes, options);
  if (!circuit) return tl::unexpected(std::move(circuit.error()));
  options.begin(measuring_stage());
  return ChosenMachine{std::make_unique<scalar::ScalarMachine>(std::move(*circuit), options.scalar),
                       {}};
}

Result<ChosenMachine> make_swarm(std::shared_ptr<const net::PropNet> net,
                                 const MachineOptions& options) {
  auto circuit = make_circuit(std::move(net), circuit::passes::default_circuit_passes, options);
  if (!circuit) return tl::unexpected(std::move(circuit.error()));
  return ChosenMachine{std::make_unique<swarm::SwarmMachine>(std::move(*circuit), options.swarm),
                       {}};
}

// A machine that is made from the network, if there is one.
template <auto MakeFromNet>
Result<ChosenMachine> or_prover(const gdl::Loaded& game, const MachineOptions& options) {
  auto net = make_net(game, options);
  if (!net) return stand_in(game, options, net.error());
  return MakeFromNet(std::move(*net), options);
}

// A circuit only if the network was there early enough.
Result<ChosenMachine> fastest(const gdl::Loaded& game, const MachineOptions& asked) {
  const Stopwatch watch;
  const MachineOptions options = within_ready_time(asked);
  auto net = make_net(game, options);
  if (!net) return stand_in(game, options, net.error());
  const double seconds = watch.seconds();
  if (early_enough(seconds, options)) return make_scalar(*net, options);
  ChosenMachine chosen = make_propnet(*net, options);
  chosen.notice = late_network(seconds, options);
  return chosen;
}

constexpr std::array<Maker, 5> makers{{{auto_machine, fastest},
                                       {prover::Prover::name, make_prover},
                                       {propnet::PropnetMachine::name, or_prover<make_propnet>},
                                       {scalar::ScalarMachine::name, or_prover<make_scalar>},
                                       {swarm::SwarmMachine::name, or_prover<make_swarm>}}};

}  // namespace

prover::ProverOptions MachineOptions::prover_options() const {
  prover::ProverOptions made = prover;
  made.cache = made.cache || cache;
  return made;
}

propnet::PropnetOptions MachineOptions::propnet_options() const {
  propnet::PropnetOptions made = propnet;
  made.cache = made.cache || cache;
  return made;
}

std::span<const std::string> machine_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Maker& maker : makers) result.emplace_back(maker.name);
    return result;
  }();
  return names;
}

Result<ChosenMachine> make_machine(std::string_view name, const gdl::Loaded& game,
                                   const MachineOptions& options) {
  const auto passes = net::passes::parse_passes(options.passes);
  if (!passes) return tl::unexpected(passes.error());
  for (const Maker& maker : makers) {
    if (maker.name == name) return maker.make(game, options);
  }
  std::string hint = did_you_mean(name, machine_names());
  if (!hint.empty()) hint += "; ";
  hint += fmt::format("known: {}", fmt::join(machine_names(), ", "));
  return failure({}, fmt::format("there is no machine '{}'", name), std::move(hint));
}

MachineOptions within_ready_time(MachineOptions options) {
  constexpr double share_for_grounding = 0.5;
  constexpr double share_for_proofs = 0.01;  // of one step of several
  ground::GroundLimits& limits = options.ground.limits;
  if (options.ready_seconds * share_for_grounding < limits.seconds) {
    limits.seconds = options.ready_seconds * share_for_grounding;
    limits.seconds_option = "--ready, of which it may take half";
  }
  double& proofs = options.circuit.proof_seconds;
  proofs = std::min(proofs, options.ready_seconds * share_for_proofs);
  return options;
}

bool early_enough(double network_seconds, const MachineOptions& options) {
  constexpr double share_for_network = 0.25;
  return network_seconds < options.ready_seconds * share_for_network;
}

std::string late_network(double network_seconds, const MachineOptions& options) {
  return fmt::format(
      "the network took {:.1f} of {} s, the limit of --ready; the propnet machine "
      "will be used",
      network_seconds, options.ready_seconds);
}

Stage proving_stage(const MachineOptions& options) {
  return {"the prover asks for the start", options.prover.max_seconds, {}};
}

Stage measuring_stage() { return {"measuring how the circuit is evaluated best", {}, {}}; }

std::string_view name_of(const AnyMachine& machine) {
  return std::visit([]<typename M>(const std::unique_ptr<M>&) { return M::name; }, machine);
}

}  // namespace palamedes::machine
