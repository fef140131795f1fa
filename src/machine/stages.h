#pragma once
// From rules to a network and from there to a circuit, with the limits and passes asked for.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "circuit/circuit.h"
#include "circuit/passes/passes.h"
#include "gdl/load.h"
#include "ground/grounder.h"
#include "net/passes/passes.h"
#include "net/propnet.h"

namespace palamedes::machine {

// What is done at the moment, for whoever waits for a machine.
struct Stage {
  std::string what;               // "grounding"
  std::optional<double> at_most;  // seconds
  std::string next;               // "the prover"; empty: the machine is there
};

struct StageOptions {
  ground::GroundOptions ground;
  std::string passes{net::passes::default_passes};  // of the network, in this order
  std::string circuit_passes = "default";           // what the machine likes best, or a list
  circuit::passes::CircuitPassOptions circuit;
  // Of a circuit with more gates the scalar machine passes changes on through few of them, and
  // passes take longer than they ever save: its default is none then.
  std::size_t most_gates_for_passes = circuit::passes::most_gates_for_passes;
  std::function<void(const Stage&)> on_stage;  // called when one begins

  void begin(const Stage& stage) const {
    if (on_stage) on_stage(stage);
  }
};

// Fails where the game is too large to be grounded within the limits, where the limits say that
// nobody wants it any more, and where it has no roles or more than a role's number, a byte, can
// tell apart.
[[nodiscard]] Result<std::shared_ptr<const net::PropNet>> make_net(const gdl::Loaded& game,
                                                                   const StageOptions& options);

[[nodiscard]] Result<std::shared_ptr<const circuit::Circuit>> make_circuit(
    std::shared_ptr<const net::PropNet> net, std::string_view default_passes,
    const StageOptions& options);

}  // namespace palamedes::machine
