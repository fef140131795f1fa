#pragma once
// Machines by name. A command visits the variant once and then runs on the concrete machine, so
// that nothing virtual stands in a hot loop.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/diagnostic.h"
#include "gdl/load.h"
#include "ground/grounder.h"
#include "machine/propnet/propnet_machine.h"
#include "machine/prover/prover.h"
#include "machine/scalar/scalar_machine.h"
#include "net/circuit/passes.h"
#include "net/passes/passes.h"

namespace palamedes::machine {

struct MachineOptions {
  ProverLimits prover;
  ground::GroundOptions ground;
  std::string passes{net::default_passes};  // of the propositional network, in this order
  PropnetOptions propnet;
  std::optional<std::string> circuit_passes;  // each machine has its own default
  ScalarOptions scalar;
};

using AnyMachine = std::variant<std::unique_ptr<Prover>, std::unique_ptr<PropnetMachine>,
                                std::unique_ptr<ScalarMachine>>;

struct ChosenMachine {
  AnyMachine machine;
  std::string notice;  // why it is another machine than the one asked for; usually empty
};

inline constexpr std::string_view default_machine = Prover::name;

// All names that make_machine() knows, the default first.
[[nodiscard]] std::span<const std::string> machine_names();

// The game must outlive the machine. A game that is too large to be grounded within the limits gets
// the prover, and the notice says so.
[[nodiscard]] Result<ChosenMachine> make_machine(std::string_view name, const gdl::Loaded& game,
                                                 const MachineOptions& options = {});

}  // namespace palamedes::machine
