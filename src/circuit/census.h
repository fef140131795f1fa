#pragma once
// How large a circuit is.

#include <cstddef>

#include "circuit/circuit.h"

namespace palamedes::circuit {

struct CircuitCensus {
  std::size_t bases = 0;
  std::size_t inputs = 0;
  std::size_t loops = 0;
  std::size_t state_gates = 0;
  std::size_t goal_gates = 0;  // for goals alone
  std::size_t move_gates = 0;
  std::size_t depth = 0;  // gates on the longest way, through each loop once

  [[nodiscard]] std::size_t gates() const { return state_gates + goal_gates + move_gates; }
  bool operator==(const CircuitCensus&) const = default;
};
[[nodiscard]] CircuitCensus census_of(const Circuit& circuit);

}  // namespace palamedes::circuit
