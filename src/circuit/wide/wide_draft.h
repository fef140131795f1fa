#pragma once
// A circuit with AND gates of any width, for steps that look at more than two inputs at a time.
//
//   node      numbered as in the circuit that it was made from; new ones come behind
//   leaves_   by gate: what it is the AND of; empty for gates that became part of their reader
//   meaning_  by node: itself, or what it turned out to be equal to
//
// Gates stand in no order: order() finds one.

#include <vector>

#include <boost/container/small_vector.hpp>

#include "circuit/arrange.h"
#include "circuit/circuit.h"

namespace palamedes::circuit::wide {

class WideDraft {
 public:
  using Leaves = boost::container::small_vector<Literal, 4>;

  // A gate that is read once, by a gate and not complemented, becomes part of its reader.
  explicit WideDraft(Circuit circuit);

  // Two-input gates again.
  [[nodiscard]] Circuit narrow();

  [[nodiscard]] const Circuit& circuit() const { return draft_.circuit; }
  [[nodiscard]] CircuitNode first_gate() const { return first_gate_; }
  [[nodiscard]] CircuitNode node_count() const {
    return first_gate_ + static_cast<CircuitNode>(leaves_.size());
  }
  [[nodiscard]] bool is_gate(CircuitNode node) const { return node >= first_gate_; }
  [[nodiscard]] Leaves& leaves(CircuitNode gate) { return leaves_[gate - first_gate_]; }
  [[nodiscard]] const Leaves& leaves(CircuitNode gate) const { return leaves_[gate - first_gate_]; }
  [[nodiscard]] CircuitNode add(Leaves leaves);

  void set_meaning(CircuitNode gate, Literal literal) { meaning_[gate] = literal; }
  // What a literal stands for now.
  [[nodiscard]] Literal resolve(Literal literal) const;

  // All gates that something needs, inputs before readers.
  [[nodiscard]] std::vector<CircuitNode> order() const;
  // By node: how often a needed gate or an output reads it.
  [[nodiscard]] std::vector<std::uint32_t> count_readers(
      const std::vector<CircuitNode>& order) const;
  // Two-input gates that it takes if nothing is shared.
  [[nodiscard]] std::size_t cost() const;

 private:
  template <typename Visit>
  void for_each_root(Visit&& visit) const {
    for_each_output(draft_.circuit, visit);
    for (const Literal& literal : draft_.feedback) visit(literal);
  }

  CircuitDraft draft_;
  CircuitNode first_gate_;
  std::vector<Leaves> leaves_;
  std::vector<Literal> meaning_;
};

}  // namespace palamedes::circuit::wide
