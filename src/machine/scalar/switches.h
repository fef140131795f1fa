#pragma once
// Legal moves behind a switch.
//
// In most games all moves of a role need one common fact, such as whose turn it is. Kept as a part
// of each move's condition it would turn all of them on and off at every step. So it is taken out:
// the moves are kept as if it were true, and looked at only while it is.

#include <cstdint>
#include <vector>

#include "machine/scalar/literal.h"

namespace palamedes::machine::scalar {

struct SwitchedMove {
  std::uint32_t group = 0;  // of its role
  Literal condition;        // besides the group's switch
};

struct SwitchedRole {
  std::vector<Literal> switches;    // by group; the first is TRUE
  std::vector<SwitchedMove> moves;  // by move
};

// Adds the conditions that are new as gates to the circuit.
[[nodiscard]] std::vector<SwitchedRole> take_switches(WideCircuit& wide);

}  // namespace palamedes::machine::scalar
