#pragma once
// What moves are worth after certain other moves: told by playout strategies that learn it (NST) to
// machines that play many playouts at once and cannot ask about each step of each.

#include <cstdint>
#include <limits>
#include <span>

#include "base/ids.h"
#include "base/valued_move.h"

namespace palamedes::model {

struct MadeMove {
  Role role{};
  Move move{};
  auto operator<=>(const MadeMove&) const = default;
};

// Contexts are numbered by their places in a list.
struct MoveContext {
  static constexpr std::uint32_t no_base = std::numeric_limits<std::uint32_t>::max();

  Role role{};                         // whose moves
  std::span<const MadeMove> previous;  // one per step, the last first
  // number of the context of the same role without the earliest move, which comes later in the
  // list; none: the moves by themselves
  std::uint32_t base = no_base;
  std::span<const ValuedMove> values;  // of moves that have another value here than there
  double visits = 0;                   // that the values rest on
};

// A value that changes.
struct ContextRevision {
  std::uint32_t context = 0;  // its number
  ValuedMove value;
};

// What is different from the last answer.
struct ContextNews {
  std::span<const ContextRevision> revised;
  std::span<const MoveContext> added;  // numbered on from the last one
};

}  // namespace palamedes::model
