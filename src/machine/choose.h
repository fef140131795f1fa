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
#include "machine/prover/prover.h"

namespace palamedes::machine {

struct MachineOptions {
  ProverLimits prover;
};

using AnyMachine = std::variant<std::unique_ptr<Prover>>;

inline constexpr std::string_view default_machine = Prover::name;

// All names that make_machine() knows, the default first.
[[nodiscard]] std::span<const std::string> machine_names();

// The game must outlive the machine.
[[nodiscard]] Result<AnyMachine> make_machine(std::string_view name, const gdl::Loaded& game,
                                              const MachineOptions& options = {});

}  // namespace palamedes::machine
