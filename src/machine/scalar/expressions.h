#pragma once
// Conditions on the state that come up when a move is fixed: gates of a circuit, or new
// conjunctions of such, each made once.
//
//   node   those of the circuit | new ones

#include <cstdint>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "machine/scalar/literal.h"

namespace palamedes::machine::scalar {

class Expressions {
 public:
  explicit Expressions(const WideCircuit& wide) : circuit_(&wide), first_new_(wide.node_count()) {}

  // What is equivalent for simple reasons becomes equal: x AND (x OR y) is x,
  // (x AND y) OR (x AND NOT y) is x, and so on. Leaves `literals` changed.
  Literal conjunction(std::vector<Literal>& literals);

  // What is left of a literal when a node is known to be true or false. Looks only so deep, and
  // through new nodes only: what it does not see stays as it is, which is right too.
  Literal given(Literal literal, CircuitNode node, bool value, int depth = 3);
  [[nodiscard]] bool is_new(CircuitNode node) const { return node >= first_new_; }

  [[nodiscard]] bool is_source(CircuitNode node) const { return node < circuit_->first_gate(); }
  [[nodiscard]] std::span<const Literal> inputs(CircuitNode node) const {
    if (node < first_new_) return circuit_->inputs(node);
    const std::size_t i = node - first_new_;
    return {literals_.data() + first_[i], first_[i + 1] - first_[i]};
  }
  [[nodiscard]] CircuitNode node_count() const {
    return first_new_ + static_cast<CircuitNode>(first_.size() - 1);
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return literals_.capacity() * sizeof(Literal) + first_.capacity() * 32;
  }

 private:
  // A rule that applied, and whether the conjunction is FALSE now.
  enum class Outcome : std::uint8_t { nothing, changed, contradiction };
  Outcome use_inner(std::vector<Literal>& literals, std::size_t position, int depth);
  Outcome merge_pair(std::vector<Literal>& literals, int depth);
  Literal simplified(std::vector<Literal>& literals, int depth);
  Literal intern(const std::vector<Literal>& literals);

  const WideCircuit* circuit_;
  CircuitNode first_new_;
  std::vector<std::uint32_t> first_{0};
  std::vector<Literal> literals_;
  boost::unordered_flat_map<std::uint64_t, CircuitNode> by_hash_;  // the last of that hash
};

}  // namespace palamedes::machine::scalar
