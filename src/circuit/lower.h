#pragma once
// net::PropNet to Circuit.

#include <memory>

#include "circuit/circuit.h"
#include "net/propnet.h"

namespace palamedes::circuit {

// Every AND, OR and NOT of the net as two-input gates, equal gates once, trivial ones not at all,
// and only what a legal move, the end, a goal or the next state depends on.
[[nodiscard]] Circuit lower(std::shared_ptr<const net::PropNet> net);

}  // namespace palamedes::circuit
