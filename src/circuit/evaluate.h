#pragma once
// The plain way to evaluate a circuit: all its gates in order, 64 games side by side.
//
//   values_   one word per node, bit i belongs to game i

#include <cstdint>
#include <vector>

#include "circuit/circuit.h"

namespace palamedes::circuit {

class CircuitValues {
 public:
  using Word = std::uint64_t;

  // The circuit must outlive the values.
  explicit CircuitValues(const Circuit& circuit);

  void set_base(std::size_t base, Word word) { values_[1 + base] = word; }
  [[nodiscard]] Word base(std::size_t base) const { return values_[1 + base]; }
  // All games stand in this state (Circuit::initial_state()).
  void set_state(const std::vector<std::uint64_t>& state);
  // A move without an input changes nothing.
  void set_input(CircuitNode input, Word word) {
    if (input != CircuitMove::no_input) values_[input] = word;
  }
  void clear_inputs();

  // Any node before the gates, feedback included.
  void set_node(CircuitNode node, Word word) { values_[node] = word; }
  // All gates once, with feedback as it was set.
  void evaluate_once() { evaluate_gates(circuit_->first_gate(), circuit_->node_count()); }

  void evaluate_state() { evaluate(circuit_->first_gate(), circuit_->first_move_gate, 0); }
  // After evaluate_state().
  void evaluate_moves();
  [[nodiscard]] Word value(Literal literal) const {
    return values_[literal.node()] ^ (literal.is_complemented() ? ~Word{0} : 0);
  }
  // The bases take their next values. After evaluate_moves().
  void step();

 private:
  void evaluate(CircuitNode first, CircuitNode end, std::size_t loop);
  void evaluate_gates(CircuitNode first, CircuitNode end);
  void settle(const CircuitLoop& loop);

  const Circuit* circuit_;
  std::vector<Word> values_;
  std::vector<Word> next_;
};

}  // namespace palamedes::circuit
