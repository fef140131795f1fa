#pragma once
// Conditions that are worked out when they are asked for: a short list of ANDs over kept values.
//
//   operand   2 * place + 1 if complemented
//   place     bases | kept gates | results of earlier ANDs
//   AND       its operands; the place of its result is its own number in the list

#include <cstdint>
#include <span>
#include <vector>

#include "machine/scalar/expressions.h"
#include "machine/scalar/kept_gates.h"

namespace palamedes::machine::scalar {

using Operand = std::uint32_t;

// A part of a CodePool.
struct Code {
  std::uint32_t first = 0;  // ANDs
  std::uint32_t end = 0;
};

class CodePool {
 public:
  explicit CodePool(const KeptGates& kept) : kept_(&kept) {}

  // Operands for the literals, in their place; makes the ANDs they need.
  Code compile(const Expressions& expressions, std::span<const Literal> literals,
               std::vector<Operand>& operands);

  [[nodiscard]] std::span<const Operand> operands(std::uint32_t conjunction) const {
    return {operands_.data() + first_[conjunction], first_[conjunction + 1] - first_[conjunction]};
  }
  [[nodiscard]] std::size_t longest() const { return longest_; }
  [[nodiscard]] std::size_t memory_bytes() const {
    return (operands_.capacity() + first_.capacity()) * sizeof(std::uint32_t);
  }
  void clear();

 private:
  const KeptGates* kept_;
  std::vector<std::uint32_t> first_{0};
  std::vector<Operand> operands_;
  std::size_t longest_ = 0;
  std::vector<std::uint32_t> place_;  // by expression node, while one piece of code is made
  std::vector<CircuitNode> placed_;
  std::vector<std::pair<CircuitNode, std::uint32_t>> stack_;
};

}  // namespace palamedes::machine::scalar
