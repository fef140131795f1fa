#pragma once
// A circuit as one synthesisable Verilog module.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "circuit/circuit.h"

namespace palamedes::circuit {

// Of its module: a clock edge makes the moves, and everything else is wires between registers.
inline constexpr unsigned verilog_clocks_per_state = 1;

struct VerilogOptions {
  std::size_t max_gates = 2'000'000;  // after loops are unrolled
};

// Ports: clock, reset (synchronous, to the initial state), then one input per move, one output per
// legal move, the end, and one output per goal value, each in the order of roles and moves. A clock
// edge makes the moves that are given. Loops are unrolled as often as they can change something.
[[nodiscard]] Result<std::string> to_verilog(const Circuit& circuit, std::string_view game,
                                             const VerilogOptions& options = {});

}  // namespace palamedes::circuit
