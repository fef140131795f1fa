#include "machine/choose.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/suggest.h"
#include "machine/machine.h"
#include "net/build.h"
#include "net/circuit/lower.h"

namespace palamedes::machine {

static_assert(Machine<Prover>);

namespace {

// One line per machine: its name comes from its type, so the two cannot drift apart.
struct Maker {
  std::string_view name;
  Result<ChosenMachine> (*make)(const gdl::Loaded& game, const MachineOptions& options);
};

Result<ChosenMachine> make_prover(const gdl::Loaded& game, const MachineOptions& options) {
  auto prover = Prover::make(game, options.prover);
  if (!prover) return tl::unexpected(std::move(prover.error()));
  return ChosenMachine{std::move(*prover), {}};
}

// The optimised network, or nothing and in `stand_in` the prover, which says why.
Result<std::shared_ptr<net::PropNet>> make_net(const gdl::Loaded& game,
                                               const MachineOptions& options,
                                               ChosenMachine& stand_in) {
  const auto passes = net::parse_passes(options.passes);
  if (!passes) return tl::unexpected(passes.error());
  auto rules = ground::ground(game, options.ground);
  // A role's number is a byte. The prover refuses games with more, and says why.
  constexpr std::size_t max_roles = 255;
  if (!rules || rules->roles.empty() || rules->roles.size() > max_roles) {
    auto chosen = make_prover(game, options);
    if (!chosen) return tl::unexpected(std::move(chosen.error()));
    stand_in = std::move(*chosen);
    if (!rules) {
      stand_in.notice =
          fmt::format("{}; the prover machine will be used", rules.error().list().front().message);
    }
    return nullptr;
  }
  auto net = std::make_shared<net::PropNet>(net::build(std::move(*rules)));
  net::run_passes(*net, *passes);
  return net;
}

Result<ChosenMachine> make_propnet(const gdl::Loaded& game, const MachineOptions& options) {
  ChosenMachine stand_in;
  auto net = make_net(game, options, stand_in);
  if (!net) return tl::unexpected(std::move(net.error()));
  if (*net == nullptr) return stand_in;
  return ChosenMachine{std::make_unique<PropnetMachine>(std::move(*net), options.propnet), {}};
}

Result<ChosenMachine> make_scalar(const gdl::Loaded& game, const MachineOptions& options) {
  const auto passes = net::parse_circuit_passes(
      options.circuit_passes.value_or(std::string(ScalarMachine::circuit_passes)));
  if (!passes) return tl::unexpected(passes.error());
  ChosenMachine stand_in;
  auto net = make_net(game, options, stand_in);
  if (!net) return tl::unexpected(std::move(net.error()));
  if (*net == nullptr) return stand_in;
  auto circuit = std::make_shared<net::Circuit>(net::lower(std::move(*net)));
  net::run_circuit_passes(*circuit, *passes);
  return ChosenMachine{std::make_unique<ScalarMachine>(std::move(circuit), options.scalar), {}};
}

constexpr std::array<Maker, 3> makers{{{Prover::name, make_prover},
                                       {PropnetMachine::name, make_propnet},
                                       {ScalarMachine::name, make_scalar}}};

}  // namespace

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
  for (const Maker& maker : makers) {
    if (maker.name == name) return maker.make(game, options);
  }
  std::string hint = did_you_mean(name, machine_names());
  if (!hint.empty()) hint += "; ";
  hint += fmt::format("known: {}", fmt::join(machine_names(), ", "));
  return failure({}, fmt::format("there is no machine '{}'", name), std::move(hint));
}

}  // namespace palamedes::machine
