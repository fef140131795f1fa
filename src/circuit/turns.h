#pragma once
// Games in which players take turns.

#include <optional>

#include "circuit/circuit.h"

namespace palamedes::circuit {

// Moves of different roles of which at most one is made, because what makes them legal excludes
// each other: all but the moves of waiting. Nothing if there are no such moves, or only one role's.
[[nodiscard]] std::optional<OneHotGroup> find_turns(const Circuit& circuit);

}  // namespace palamedes::circuit
