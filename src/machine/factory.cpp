#include "machine/factory.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "base/suggest.h"
#include "machine/machine.h"
#include "machine/step_speed.h"

namespace palamedes::machine {

static_assert(Machine<prover::Prover>);

namespace {

// Names come from the types, so the two cannot drift apart.
constexpr std::array<std::string_view, 5> names = {
    auto_machine, prover::Prover::name, propnet::PropnetMachine::name, scalar::ScalarMachine::name,
    swarm::SwarmMachine::name};

// Of the time to get ready.
constexpr double share_for_grounding = 0.5;
constexpr double share_for_network = 0.25;
constexpr double share_for_proofs = 0.01;  // of one step of several
constexpr double share_for_measuring = 0.02;

// What changes no gate's meaning: after with_sight() moves that are made need not be legal.
constexpr std::string_view passes_after_sight = "share,order";

AnyMachine any_of(StepMachine machine) {
  return std::visit([](auto& made) -> AnyMachine { return std::move(made); }, machine);
}

template <typename AnyOf>
std::string_view name_in(const AnyOf& machine) {
  return std::visit([]<typename M>(const std::unique_ptr<M>&) { return M::name; }, machine);
}

bool share_code(const swarm::SwarmOptions& a, const swarm::SwarmOptions& b) {
  return a.width == b.width && a.gates == b.gates && a.max_length == b.max_length;
}

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
  static const std::vector<std::string> list(names.begin(), names.end());
  return list;
}

Factory::Factory(std::shared_ptr<const gdl::Loaded> rules, MachineOptions options,
                 std::shared_ptr<const net::PropNet> network)
    : rules_(std::move(rules)), options_(std::move(options)), network_(std::move(network)) {}

Factory Factory::twin(const std::atomic<bool>* cancelled) const {
  Factory made(rules_, options_);
  made.options_.ground.limits.cancelled = cancelled;
  made.options_.prover.cancelled = cancelled;
  made.network_ = network_;
  made.swarm_circuit_ = swarm_circuit_;
  made.compiled_ = compiled_;
  return made;
}

Result<void> Factory::check(std::string_view name) const {
  const auto passes = net::passes::parse_passes(options_.passes);
  if (!passes) return tl::unexpected(passes.error());
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  std::string hint = did_you_mean(name, machine_names());
  if (!hint.empty()) hint += "; ";
  hint += fmt::format("known: {}", fmt::join(names, ", "));
  return failure({}, fmt::format("there is no machine '{}'", name), std::move(hint));
}

Result<ChosenMachine> Factory::make(std::string_view name) {
  if (name == swarm::SwarmMachine::name) {
    if (auto fine = check(name); !fine) return tl::unexpected(std::move(fine.error()));
    auto made = make_network();
    if (made) {
      auto code = compiled(options_.swarm);
      if (!code) return tl::unexpected(std::move(code.error()));
      return ChosenMachine{std::make_unique<swarm::SwarmMachine>(*code, options_.swarm), {}};
    }
    auto prover = make_prover(&made.error());
    if (!prover) return tl::unexpected(std::move(prover.error()));
    return ChosenMachine{any_of(std::move(prover->machine)), std::move(prover->notice),
                         prover->is_late};
  }
  auto chosen = make_step_machine(name);
  if (!chosen) return tl::unexpected(std::move(chosen.error()));
  return ChosenMachine{any_of(std::move(chosen->machine)), std::move(chosen->notice),
                       chosen->is_late};
}

Result<ChosenStepMachine> Factory::make_step_machine(std::string_view name) {
  if (auto fine = check(name); !fine) return tl::unexpected(std::move(fine.error()));
  if (name == auto_machine) return make_automatically();
  if (name == prover::Prover::name) return make_prover(nullptr);
  if (auto made = make_network(); !made) return make_prover(&made.error());
  if (name == propnet::PropnetMachine::name) return make_propnet();
  return make_scalar();
}

Result<ChosenStepMachine> Factory::make_automatically() {
  const Stopwatch watch;
  options_ = within_ready_time(std::move(options_));
  if (auto network = make_network(); !network) {
    auto chosen = make_prover(&network.error());
    if (chosen) chosen->is_late = watch.seconds() >= options_.ground.limits.seconds;
    return chosen;
  }
  auto made = make_of_network(watch.seconds());
  if (!made) return made;
  return faster_than(std::move(*made));
}

Result<ChosenStepMachine> Factory::make_of_network(double network_seconds) {
  if (network_seconds < options_.ready_seconds * share_for_network) return make_scalar();
  const std::string late = fmt::format("the network took {:.1f} of {} s, the limit of --ready",
                                       network_seconds, options_.ready_seconds);
  if (auto machine = scalar::ScalarMachine::of_network(network_, options_.scalar)) {
    return ChosenStepMachine{std::move(machine), late + "; there will be no circuit", true};
  }
  ChosenStepMachine chosen = make_propnet();
  chosen.notice = late + "; the propnet machine will be used";
  chosen.is_late = true;
  return chosen;
}

// The first, or a machine that is clearly faster.
ChosenStepMachine Factory::faster_than(ChosenStepMachine first) {
  constexpr double clearly = 1.1;
  if (options_.measuring_seconds <= 0) return first;
  options_.begin({"measuring which machine steps fastest", {}, {}});
  std::vector<StepMachine> machines;
  prover::ProverOptions quick = options_.prover_options();
  quick.max_seconds = std::min(quick.max_seconds, options_.ready_seconds * share_for_measuring);
  if (auto prover = prover::Prover::make(*rules_, quick)) machines.emplace_back(std::move(*prover));
  // Where there was no time for a circuit, there is none for a propnet's graph.
  if (!first.is_late &&
      !std::holds_alternative<std::unique_ptr<propnet::PropnetMachine>>(first.machine)) {
    machines.push_back(make_propnet().machine);
  }
  machines.insert(machines.begin(), std::move(first.machine));
  const SpeedComparison found = compare_speeds(machines, options_.measuring_seconds, clearly);
  const std::size_t best = found.taken;
  if (best == 0) {
    first.machine = std::move(machines.front());
    return first;
  }
  const std::string_view name = name_of(machines[best]);
  const std::string notice =
      fmt::format("{} makes {:.0f} states a second, {} makes {:.0f}; the {} machine will be used",
                  name_of(machines.front()), found.speeds.front(), name, found.speeds[best], name);
  // one that is asked with the limits that the user wants
  return {another(machines[best]), notice, first.is_late};
}

// With a reason it takes another machine's place.
Result<ChosenStepMachine> Factory::make_prover(const Diagnostics* reason) {
  if (reason != nullptr && options_.ground.limits.is_cancelled()) return tl::unexpected(*reason);
  options_.begin({"the prover asks for the start", options_.prover.max_seconds, {}});
  auto prover = prover::Prover::make(*rules_, options_.prover_options());
  if (!prover) return tl::unexpected(std::move(prover.error()));
  ChosenStepMachine chosen{std::move(*prover), {}};
  if (reason != nullptr) {
    chosen.notice =
        fmt::format("{}; the prover machine will be used", reason->list().front().message);
  }
  return chosen;
}

ChosenStepMachine Factory::make_propnet() {
  return {std::make_unique<propnet::PropnetMachine>(network_, options_.propnet_options()), {}};
}

Result<ChosenStepMachine> Factory::make_scalar() {
  auto circuit = make_circuit(network_, scalar::ScalarMachine::circuit_passes, options_);
  if (!circuit) return tl::unexpected(std::move(circuit.error()));
  options_.begin({"measuring how the circuit is evaluated best", {}, {}});
  return ChosenStepMachine{std::make_unique<scalar::ScalarMachine>(*circuit, options_.scalar), {}};
}

Result<void> Factory::make_network() {
  if (network_ != nullptr) return {};
  auto made = make_net(*rules_, options_);
  if (!made) return tl::unexpected(std::move(made.error()));
  network_ = std::move(*made);
  return {};
}

Result<std::shared_ptr<const swarm::CompiledCircuit>> Factory::compiled(
    const swarm::SwarmOptions& options, circuit::Sight sight) {
  const auto known =
      std::find_if(compiled_.begin(), compiled_.end(),
                   [&](const Compiled& compiled) { return compiled.sight == sight; });
  if (known != compiled_.end() && share_code(known->options, options)) return known->code;
  if (swarm_circuit_ == nullptr) {
    auto made = make_circuit(network_, circuit::passes::default_circuit_passes, options_);
    if (!made) return tl::unexpected(std::move(made.error()));
    swarm_circuit_ = std::move(*made);
  }
  std::shared_ptr<const circuit::Circuit> circuit = swarm_circuit_;
  if (auto seeing = circuit::with_sight(*circuit, {.sight = sight})) {
    const auto passes = circuit::passes::parse_circuit_passes(passes_after_sight);
    circuit::passes::run_circuit_passes(*seeing, *passes, options_.circuit);
    circuit = std::make_shared<const circuit::Circuit>(std::move(*seeing));
  }
  Compiled made{sight, options, swarm::Swarm::compile_for(circuit, options)};
  if (known == compiled_.end()) return compiled_.emplace_back(std::move(made)).code;
  *known = std::move(made);
  return known->code;
}

std::unique_ptr<scalar::ScalarMachine> Factory::make_seeing(const scalar::ScalarMachine& machine,
                                                            circuit::Sight sight) {
  if (machine.circuit() == nullptr || sight == circuit::Sight::none) return nullptr;
  auto known = std::find_if(seeing_.begin(), seeing_.end(),
                            [&](const Seeing& seeing) { return seeing.sight == sight; });
  if (known == seeing_.end()) {
    Seeing made{sight, nullptr};
    if (auto circuit = circuit::with_sight(*machine.circuit(), {.sight = sight})) {
      scalar::ScalarOptions options = options_.scalar;
      options.of_circuit_alone = true;
      made.machine = std::make_unique<scalar::ScalarMachine>(
          std::make_shared<const circuit::Circuit>(std::move(*circuit)), options);
    }
    known = seeing_.insert(seeing_.end(), std::move(made));
  }
  return known->machine == nullptr ? nullptr : known->machine->another();
}

StepMachine Factory::another(const StepMachine& machine) const {
  if (const auto* scalar = std::get_if<std::unique_ptr<scalar::ScalarMachine>>(&machine)) {
    return (*scalar)->another();
  }
  if (const auto* propnet = std::get_if<std::unique_ptr<propnet::PropnetMachine>>(&machine)) {
    return (*propnet)->another();
  }
  // it could be made once, so it can be made again; but not if it were cancelled meanwhile
  prover::ProverOptions options = options_.prover_options();
  auto prover = prover::Prover::make(*rules_, options);
  if (!prover) {
    options.cancelled = nullptr;
    prover = prover::Prover::make(*rules_, options);
  }
  return std::move(*prover);
}

std::unique_ptr<swarm::Swarm> Factory::make_swarm(const swarm::SwarmOptions& options,
                                                  circuit::Sight sight) {
  if (network_ == nullptr) return nullptr;
  auto code = compiled(options, sight);
  return code ? std::make_unique<swarm::Swarm>(std::move(*code), options) : nullptr;
}

Result<ChosenMachine> make_machine(std::string_view name, const gdl::Loaded& game,
                                   const MachineOptions& options) {
  // shares nothing: the caller keeps the game
  return Factory(std::shared_ptr<const gdl::Loaded>(std::shared_ptr<void>(), &game), options)
      .make(name);
}

MachineOptions within_ready_time(MachineOptions options) {
  ground::GroundLimits& limits = options.ground.limits;
  if (options.is_awaited && options.ready_seconds * share_for_grounding < limits.seconds) {
    limits.seconds = options.ready_seconds * share_for_grounding;
    limits.seconds_option = "--ready, of which it may take half";
  }
  double& proofs = options.circuit.proof_seconds;
  proofs = std::min(proofs, options.ready_seconds * share_for_proofs);
  return options;
}

std::string_view name_of(const AnyMachine& machine) { return name_in(machine); }
std::string_view name_of(const StepMachine& machine) { return name_in(machine); }

}  // namespace palamedes::machine
