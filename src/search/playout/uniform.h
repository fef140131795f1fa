#pragma once
// Uniform playouts: each legal move is as likely as the others (thesis 2.3).

#include <cstddef>
#include <cstdint>

#include "base/rng.h"
#include "search/playout/draw.h"
#include "search/simulation.h"

namespace palamedes::search::playout {

struct Uniform {
  std::size_t choose(const Situation& situation, Rng& rng) const {
    return rng.below(static_cast<std::uint32_t>(situation.moves.size()));
  }
  void learn(const Simulation&) {}
  void next_turn() {}
  [[nodiscard]] std::size_t memory_bytes() const { return 0; }
};

}  // namespace palamedes::search::playout
