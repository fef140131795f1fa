#pragma once
// Small conjunctions that several gates share become a part of each of them.

#include <cstddef>

#include "circuit/wide/wide_circuit.h"

namespace palamedes::circuit::wide {

struct SpreadOptions {
  std::size_t most_shared = 8;  // literals of a shared gate that goes into its readers
  std::size_t most_wide = 48;   // no gate gets more literals than this
};

// Two-input gates are shared wherever two conditions have a part in common. That hides what all
// legal moves of a role need (machine/scalar/switches.h), and changes are passed on in more steps.
void spread(WideCircuit& wide, const SpreadOptions& options = {});

}  // namespace palamedes::circuit::wide
