#pragma once
// What is known about bases and inputs beyond the gates: which exclude each other, and that a move
// that is made is legal.
//
//   groups_     bases as the circuit knows them; then per role its moves, of which exactly one is
//               made
//   group_of_   by node, from first_ on: the groups that it is in

#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace palamedes::circuit {

class CircuitKnowledge {
 public:
  struct Group {
    std::vector<CircuitNode> members;
    bool exactly_one = false;
  };

  explicit CircuitKnowledge(const Circuit& circuit);

  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  [[nodiscard]] const Group& group(std::uint32_t number) const { return groups_[number]; }
  [[nodiscard]] std::span<const std::uint32_t> groups_of(CircuitNode node) const {
    if (node + 1 >= first_.size()) return {};
    return {group_of_.data() + first_[node], first_[node + 1] - first_[node]};
  }
  // For an input: what makes its move legal; true_literal for all other nodes.
  [[nodiscard]] Literal legal_of(CircuitNode node) const {
    return node < legal_.size() ? legal_[node] : true_literal;
  }
  // Inputs of moves that are never legal.
  [[nodiscard]] const std::vector<CircuitNode>& never() const { return never_; }

 private:
  std::vector<Group> groups_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> group_of_;
  std::vector<Literal> legal_;
  std::vector<CircuitNode> never_;
};

// Inputs for all moves, so that "none of these" can be said as "one of the others". Those that stay
// unread go again with the next arrange().
[[nodiscard]] Circuit give_all_moves_inputs(Circuit circuit);

}  // namespace palamedes::circuit
