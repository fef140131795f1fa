#include "circuit/census.h"

#include <algorithm>
#include <vector>

namespace palamedes::circuit {

CircuitCensus census_of(const Circuit& circuit) {
  CircuitCensus census{.bases = circuit.bases.size(),
                       .inputs = circuit.input_count,
                       .loops = circuit.loops.size(),
                       .state_gates = circuit.first_goal_gate - circuit.first_gate(),
                       .goal_gates = circuit.first_move_gate - circuit.first_goal_gate,
                       .move_gates = circuit.node_count() - circuit.first_move_gate};
  std::vector<std::uint32_t> depth(circuit.node_count(), 0);
  for (CircuitNode node = circuit.first_gate(); node < circuit.node_count(); ++node) {
    const Gate& gate = circuit.gate(node);
    depth[node] = 1 + std::max(depth[gate.a.node()], depth[gate.b.node()]);
    census.depth = std::max<std::size_t>(census.depth, depth[node]);
  }
  return census;
}

}  // namespace palamedes::circuit
