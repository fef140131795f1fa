#pragma once
// Moves that decide a game at once, found from the rules and put into what is legal.
//
// For a move m of a role that is the only one to choose, the effects of m are put into the rules of
// the end and of goals: the inputs of all moves are constants then, and what the legality of m says
// about the state holds. What is left is a circuit over the state alone, mostly a small one:
//
//   wins(m)     the game is over after m, with the best goal for the role and the worst for the
//               other one
//   answered(m) the game goes on after m, and the other role has a legal move that wins
//
// A role then needs to look only at
//
//   wins        moves that win, where there are some
//   replies     else those that are not answered, where there are some
//
// What is seen is true, but not all is seen: a move whose condition takes too many gates neither
// wins nor is answered. In games where roles move at the same time, with recursive rules, with more
// than two roles or payoffs of which the sum is not always the same, nothing is seen at all.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "circuit/circuit.h"

namespace palamedes::circuit {

enum class Sight : std::uint8_t { none, wins, replies };

struct SightOptions {
  Sight sight = Sight::replies;
  std::size_t most_gates_of_move = 2'000;  // of what is asked about one move
  // Of all moves together, as a share of the gates that are there already, and at least so many.
  double growth = 4;
  std::size_t least_gates = 20'000;
  std::uint64_t most_visits = 60'000'000;  // of gates while the conditions are found
};

// The circuit with the moves that its roles need to look at in the place of those that are legal;
// nothing, where nothing is seen. All moves have the same effects as before.
[[nodiscard]] std::optional<Circuit> with_sight(Circuit circuit, const SightOptions& options = {});

}  // namespace palamedes::circuit
