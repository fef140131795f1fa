#pragma once
// A uniformly random legal move.

#include <cstdint>

#include "base/rng.h"
#include "model/forward_model.h"

namespace palamedes::model {

struct DrawnMove {
  std::uint32_t count = 0;  // of legal moves; without any there is nothing to draw
  Move move{};
};

inline DrawnMove draw_from(const MoveList& moves, Rng& rng) {
  const auto count = static_cast<std::uint32_t>(moves.size());
  if (count == 0) return {};
  return {count, moves[count == 1 ? 0 : rng.below(count)]};
}

// A model may draw by itself, faster than from a list, but has to draw the same move.
template <ForwardModel M>
DrawnMove draw_legal(M& model, const typename M::State& state, Role role, Rng& rng,
                     MoveList& buffer) {
  if constexpr (requires { model.draw_legal(state, role, rng); }) {
    return model.draw_legal(state, role, rng);
  } else {
    buffer.clear();
    model.legal(state, role, buffer);
    return draw_from(buffer, rng);
  }
}

}  // namespace palamedes::model
