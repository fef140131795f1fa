#pragma once
// Which gates become part of their reader: those that one gate reads, uncomplemented, and nothing
// else. This is what makes gates wide.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "circuit/circuit.h"

namespace palamedes::circuit::wide {

class ReaderCount {
 public:
  explicit ReaderCount(std::size_t nodes) : readers_(nodes, 0) {}

  void add_gate(Literal literal) {
    readers_[literal.node()] += literal.is_complemented() ? cannot_take_in : 1;
  }
  void add_output(Literal literal) { readers_[literal.node()] += cannot_take_in; }
  [[nodiscard]] bool goes_into_reader(CircuitNode gate) const { return readers_[gate] == 1; }

 private:
  static constexpr std::uint32_t cannot_take_in = 2;  // counts as several readers

  std::vector<std::uint32_t> readers_;
};

}  // namespace palamedes::circuit::wide
