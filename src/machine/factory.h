#pragma once
// Machines by name. A command visits the variant once and then runs on the concrete machine, so
// that nothing virtual stands in a hot loop.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/diagnostic.h"
#include "gdl/load.h"
#include "machine/propnet/propnet_machine.h"
#include "machine/prover/prover.h"
#include "machine/scalar/scalar_machine.h"
#include "machine/stages.h"
#include "machine/swarm/swarm_machine.h"

namespace palamedes::machine {

struct MachineOptions : StageOptions {
  prover::ProverOptions prover;
  propnet::PropnetOptions propnet;
  scalar::ScalarOptions scalar;
  swarm::SwarmOptions swarm;
  double ready_seconds = 10;  // what `auto` may take to get a machine ready
  bool cache = false;         // of states, whichever of prover and propnet it is

  [[nodiscard]] prover::ProverOptions prover_options() const;
  [[nodiscard]] propnet::PropnetOptions propnet_options() const;
};

using AnyMachine =
    std::variant<std::unique_ptr<prover::Prover>, std::unique_ptr<propnet::PropnetMachine>,
                 std::unique_ptr<scalar::ScalarMachine>, std::unique_ptr<swarm::SwarmMachine>>;

struct ChosenMachine {
  AnyMachine machine;
  std::string notice;  // why it is another machine than the one asked for; usually empty
};

// Takes the fastest machine that fits the game and the time there is.
inline constexpr std::string_view auto_machine = "auto";
inline constexpr std::string_view default_machine = auto_machine;

// All names that make_machine() knows, the default first.
[[nodiscard]] std::span<const std::string> machine_names();

// The game must outlive the machine. A game that is too large to be grounded within the limits gets
// the prover, and the notice says so. `auto` takes the propnet where a circuit would take too long.
[[nodiscard]] Result<ChosenMachine> make_machine(std::string_view name, const gdl::Loaded& game,
                                                 const MachineOptions& options = {});

// How `auto` shares the time there is to get ready.
[[nodiscard]] MachineOptions within_ready_time(MachineOptions options);

// Whether a network that took so long leaves time for a circuit, and what to say if it does not.
[[nodiscard]] bool early_enough(double network_seconds, const MachineOptions& options);
[[nodiscard]] std::string late_network(double network_seconds, const MachineOptions& options);

// What a prover and a scalar machine do when they are made.
[[nodiscard]] Stage proving_stage(const MachineOptions& options);
[[nodiscard]] Stage measuring_stage();

[[nodiscard]] std::string_view name_of(const AnyMachine& machine);

}  // namespace palamedes::machine
