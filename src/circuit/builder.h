#pragma once
// Makes gates: equal ones once, trivial ones not at all.
//
//   gates_   in the order in which they were made, so inputs come before readers
//   slots_   open addressing: number of the gate + 1 by its two inputs, 0 if free
//
// Feedback nodes read as if they were given; what feeds them is given at the end.

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace palamedes::circuit {

class CircuitBuilder {
 public:
  // Gates get the numbers after `given` nodes: the constant, bases, inputs and feedback.
  explicit CircuitBuilder(CircuitNode given, std::size_t expected_gates = 0);

  [[nodiscard]] Literal and_of(Literal a, Literal b);
  [[nodiscard]] Literal or_of(Literal a, Literal b) { return !and_of(!a, !b); }
  // As a balanced tree.
  [[nodiscard]] Literal and_of_all(std::span<const Literal> literals);
  [[nodiscard]] Literal or_of_all(std::span<const Literal> literals);

  // The literal of a gate if it is there already or trivial; nothing is made.
  [[nodiscard]] bool find(Literal a, Literal b, Literal& found) const;

  [[nodiscard]] CircuitNode node_count() const {
    return given_ + static_cast<CircuitNode>(gates_.size());
  }
  [[nodiscard]] bool is_gate(CircuitNode node) const { return node >= given_; }
  [[nodiscard]] const Gate& gate(CircuitNode node) const { return gates_[node - given_]; }
  [[nodiscard]] const std::vector<Gate>& gates() const { return gates_; }
  [[nodiscard]] std::vector<Gate> take() { return std::move(gates_); }

 private:
  [[nodiscard]] std::size_t slot_of(const Gate& gate) const;
  void grow();

  CircuitNode given_;
  std::vector<Gate> gates_;
  std::vector<std::uint32_t> slots_;
  std::vector<Literal> row_;  // of and_of_all
};

}  // namespace palamedes::circuit
