#include "circuit/knowledge.h"

#include "circuit/arrange.h"

namespace palamedes::circuit {

CircuitKnowledge::CircuitKnowledge(const Circuit& circuit)
    : first_(circuit.first_feedback() + 1, 0), legal_(circuit.first_feedback(), true_literal) {
  for (const OneHotGroup& group : circuit.groups) {
    groups_.push_back({group.nodes, group.exactly_one});
  }
  for (const CircuitRole& role : circuit.roles) {
    Group group{.exactly_one = true};
    for (const CircuitMove& move : role.moves) {
      if (move.input == CircuitMove::no_input) {
        if (move.legal != false_literal) group.exactly_one = false;
        continue;
      }
      legal_[move.input] = move.legal;
      if (move.legal == false_literal) {
        never_.push_back(move.input);
      } else {
        group.members.push_back(move.input);
      }
    }
    groups_.push_back(std::move(group));
  }
  for (const Group& group : groups_) {
    for (const CircuitNode member : group.members) ++first_[member + 1];
  }
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  group_of_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t number = 0; number < groups_.size(); ++number) {
    for (const CircuitNode member : groups_[number].members) group_of_[next[member]++] = number;
  }
}

Circuit give_all_moves_inputs(Circuit circuit) {
  CircuitNode fresh = 0;
  for (const CircuitRole& role : circuit.roles) {
    for (const CircuitMove& move : role.moves) {
      fresh += move.input == CircuitMove::no_input && move.legal != false_literal ? 1 : 0;
    }
  }
  if (fresh == 0) return circuit;
  const CircuitNode behind = circuit.first_feedback();
  const auto shift = [&](Literal& literal) {
    if (literal.node() >= behind) {
      literal = Literal(literal.node() + fresh, literal.is_complemented());
    }
  };
  for_each_output(circuit, shift);
  for (Gate& gate : circuit.gates) {
    shift(gate.a);
    shift(gate.b);
  }
  for (CircuitLoop& loop : circuit.loops) {
    for (Literal& value : loop.values) shift(value);
    loop.first_gate += fresh;
    loop.end_gate += fresh;
    loop.first_feedback += fresh;
  }
  circuit.first_goal_gate += fresh;
  circuit.first_move_gate += fresh;
  circuit.input_count += fresh;
  CircuitNode next = behind;
  for (CircuitRole& role : circuit.roles) {
    for (CircuitMove& move : role.moves) {
      if (move.input == CircuitMove::no_input && move.legal != false_literal) move.input = next++;
    }
  }
  return circuit;
}

}  // namespace palamedes::circuit
