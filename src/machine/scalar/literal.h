#pragma once
// The words of circuits that the parts of the scalar machine use all the time.

#include "circuit/circuit.h"
#include "circuit/wide/wide_circuit.h"

namespace palamedes::machine::scalar {

using circuit::CircuitNode;
using circuit::false_literal;
using circuit::Literal;
using circuit::true_literal;
using circuit::wide::WideBuilder;
using circuit::wide::WideCircuit;

}  // namespace palamedes::machine::scalar
