#pragma once
// Whether a game looks as if its roles took turns.

#include <cstdint>
#include <optional>
#include <vector>

#include "circuit/circuit.h"

namespace palamedes::machine::swarm {

// By role the move that it makes when it is not its turn, as far as some random games show: a move
// that was only ever legal alone. Nothing if some role has no such move. It is a guess.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> guess_forced_moves(
    const circuit::Circuit& circuit);

}  // namespace palamedes::machine::swarm
