#include "circuit/substitute.h"

#include "circuit/arrange.h"
#include "circuit/builder.h"

namespace palamedes::circuit {

std::vector<Literal> identity_of(const Circuit& circuit) {
  std::vector<Literal> result;
  result.reserve(circuit.node_count());
  for (CircuitNode node = 0; node < circuit.node_count(); ++node) result.emplace_back(node, false);
  return result;
}

Circuit substitute(Circuit circuit, const std::vector<Literal>& meaning) {
  CircuitDraft draft = draft_of(std::move(circuit));
  Circuit& changed = draft.circuit;
  CircuitBuilder builder(changed.first_gate(), changed.gates.size());
  std::vector<Literal> made(changed.node_count());
  for (CircuitNode node = 0; node < changed.first_gate(); ++node) made[node] = {node, false};
  const auto map = [&](Literal literal) {
    Literal target = literal;
    while (meaning[target.node()].node() != target.node()) {
      const Literal next = meaning[target.node()];
      target = target.is_complemented() ? !next : next;
    }
    return target.is_complemented() ? !made[target.node()] : made[target.node()];
  };
  for (CircuitNode node = changed.first_gate(); node < changed.node_count(); ++node) {
    if (meaning[node].node() != node) continue;
    made[node] = builder.and_of(map(changed.gate(node).a), map(changed.gate(node).b));
  }
  for_each_output(changed, [&](Literal& literal) { literal = map(literal); });
  for (Literal& literal : draft.feedback) literal = map(literal);
  changed.gates = builder.take();
  return arrange(std::move(draft));
}

}  // namespace palamedes::circuit
