#pragma once
// One node in the place of another.

#include <vector>

#include "circuit/circuit.h"

namespace palamedes::circuit {

// By node: itself.
[[nodiscard]] std::vector<Literal> identity_of(const Circuit& circuit);

// Everything that reads a node reads its meaning instead: itself or something before it (state
// gates come before inputs). What is left unread goes.
[[nodiscard]] Circuit substitute(Circuit circuit, const std::vector<Literal>& meaning);

}  // namespace palamedes::circuit
