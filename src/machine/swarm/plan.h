#pragma once
// A circuit made ready for lanes of one width: programs, and where everything stands.
//
//   slots   fixed | length | exploring | state | moves of role 0, 1, … | feedback | values | draws

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "circuit/circuit.h"
#include "machine/swarm/draw.h"
#include "machine/swarm/native.h"
#include "machine/swarm/program.h"

namespace palamedes::machine::swarm {

struct Plan {
  struct RoleSlots {
    std::vector<Slot> legal;
    std::vector<Slot> inputs;
    std::vector<Slot> goals;
    std::vector<std::int32_t> goal_values;  // undefined_goal: not a number that counts
    std::vector<std::uint32_t> movable;     // moves that can be legal
    std::uint32_t forced = 0;               // by turns: the move when it is another role's turn
  };

  std::uint32_t length_bits = 0;
  Slot first_exploring = 0;
  Slot first_base = 0;
  Program state;
  Program move;
  Program goal;
  Slot terminal = false_slot;
  std::vector<Slot> next;
  std::vector<RoleSlots> roles;
  Draw separate;
  std::optional<Draw> by_turns;
  Slot slot_count = 0;
  std::unique_ptr<NativeCode> code;  // in the order of programs()

  // state, move, goal, separate (count, select), by_turns (the same)
  [[nodiscard]] std::vector<const Program*> programs() const;
  [[nodiscard]] std::size_t step_operations() const;  // of a step without goals
  [[nodiscard]] std::size_t memory_bytes() const;
};

[[nodiscard]] Plan make_plan(const circuit::Circuit& circuit, unsigned max_inputs,
                             std::uint32_t max_length);

}  // namespace palamedes::machine::swarm
