#include "circuit/evaluate.h"

#include <algorithm>

namespace palamedes::circuit {

CircuitValues::CircuitValues(const Circuit& circuit)
    : circuit_(&circuit), values_(circuit.node_count(), 0), next_(circuit.bases.size(), 0) {}

void CircuitValues::set_state(const std::vector<std::uint64_t>& state) {
  for (std::size_t i = 0; i < circuit_->bases.size(); ++i) {
    set_base(i, (state[i / 64] >> (i % 64) & 1U) != 0 ? ~Word{0} : 0);
  }
}

void CircuitValues::clear_inputs() {
  std::fill(values_.begin() + circuit_->first_input(), values_.begin() + circuit_->first_feedback(),
            0);
}

void CircuitValues::evaluate_moves() {
  std::size_t loop = 0;
  while (loop < circuit_->loops.size() &&
         circuit_->loops[loop].first_gate < circuit_->first_move_gate) {
    ++loop;
  }
  evaluate(circuit_->first_move_gate, circuit_->node_count(), loop);
}

void CircuitValues::evaluate(CircuitNode first, CircuitNode end, std::size_t loop) {
  for (; loop < circuit_->loops.size() && circuit_->loops[loop].end_gate <= end; ++loop) {
    evaluate_gates(first, circuit_->loops[loop].first_gate);
    settle(circuit_->loops[loop]);
    first = circuit_->loops[loop].end_gate;
  }
  evaluate_gates(first, end);
}

void CircuitValues::evaluate_gates(CircuitNode first, CircuitNode end) {
  for (CircuitNode node = first; node < end; ++node) {
    const Gate& gate = circuit_->gate(node);
    values_[node] = value(gate.a) & value(gate.b);
  }
}

void CircuitValues::settle(const CircuitLoop& loop) {
  const auto feedback = values_.begin() + loop.first_feedback;
  std::fill_n(feedback, loop.values.size(), 0);
  for (bool changed = true; changed;) {
    evaluate_gates(loop.first_gate, loop.end_gate);
    changed = false;
    for (std::size_t i = 0; i < loop.values.size(); ++i) {
      const Word word = value(loop.values[i]);
      changed = changed || word != feedback[static_cast<std::ptrdiff_t>(i)];
      feedback[static_cast<std::ptrdiff_t>(i)] = word;
    }
  }
}

void CircuitValues::step() {
  for (std::size_t i = 0; i < next_.size(); ++i) next_[i] = value(circuit_->next[i]);
  std::copy(next_.begin(), next_.end(), values_.begin() + 1);
}

}  // namespace palamedes::circuit
