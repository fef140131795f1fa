#pragma once
// Uniform draws as logic: from the words of legality and a random rank per lane to the words of the
// moves made. It is more circuit, and so compiled like the circuit.
//
// Counts stand in a balanced tree over the moves, so numbers are narrow near the leaves. The rank
// goes down the same tree: below the left count to the left, otherwise to the right, less the left
// count. Both sides are computed in all lanes, and only the side that is selected means anything.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "machine/swarm/routine.h"

namespace palamedes::machine::swarm {

struct DrawMove {
  Slot legal = false_slot;
  Slot input = Output::any_slot;  // where the word of the move goes; any_slot: nobody reads it
};
using DrawRole = std::vector<DrawMove>;  // moves that are legal somewhere

// A number per lane in [0, count), least bit first.
struct DrawNumber {
  std::vector<Slot> count;
  std::vector<Slot> rank;
};

struct Draw {
  Routine count;   // from legality to counts
  Routine select;  // from ranks to moves
  std::vector<DrawNumber> numbers;
  std::vector<Slot> any;    // by role: has it a legal move
  Slot unfit = false_slot;  // lanes where the draw is void
  Slot end_slot = 0;
};

// Each role by itself.
[[nodiscard]] Draw make_draw(std::span<const DrawRole> roles, unsigned max_inputs, Slot first_free);

// In turn-taking games one number serves all roles. `forced[r]` is the move that role r makes when
// it is not its turn: where it is legal the role has no other, and no two roles have another at the
// same time. Lanes that break this are in `unfit`.
[[nodiscard]] Draw make_draw_by_turns(std::span<const DrawRole> roles,
                                      std::span<const std::uint32_t> forced, unsigned max_inputs,
                                      Slot first_free);

}  // namespace palamedes::machine::swarm
