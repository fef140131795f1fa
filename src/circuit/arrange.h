#pragma once
// The order of a circuit's nodes: what every step that changes gates ends with.

#include <vector>

#include "circuit/circuit.h"

namespace palamedes::circuit {

// A circuit under construction. Its loops are not known yet: `feedback` says what feeds each
// feedback node, and gates may stand in any order in which inputs come before readers.
struct CircuitDraft {
  Circuit circuit;  // without loops and first_move_gate
  std::vector<Literal> feedback;
};

// Drops what nothing needs (gates, inputs, feedback), makes equal gates one, finds the loops, and
// puts gates of the state before those of goals and those before gates of moves; otherwise the
// order stays.
[[nodiscard]] Circuit arrange(CircuitDraft draft);

// Back to a draft, to be changed.
[[nodiscard]] CircuitDraft draft_of(Circuit circuit);

// Every literal that something outside the gates reads while a game goes on.
template <typename C, typename Visit>
void for_each_output_of_play(C& circuit, Visit&& visit) {
  for (auto& role : circuit.roles) {
    for (auto& move : role.moves) visit(move.legal);
  }
  visit(circuit.terminal);
  for (auto& literal : circuit.next) visit(literal);
}

// The same and goals.
template <typename C, typename Visit>
void for_each_output(C& circuit, Visit&& visit) {
  for_each_output_of_play(circuit, visit);
  for (auto& role : circuit.roles) {
    for (auto& goal : role.goals) visit(goal.literal);
  }
}

}  // namespace palamedes::circuit
