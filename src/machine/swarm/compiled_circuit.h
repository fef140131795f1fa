#pragma once
// A circuit made ready for lanes of one width: routines, and where everything stands. Immutable:
// all swarms of a game share it.
//
//   slots   fixed | length | exploring | state | moves of role 0, 1, … | feedback | values | draws

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "circuit/circuit.h"
#include "machine/swarm/draw.h"
#include "machine/swarm/native.h"
#include "machine/swarm/routine.h"

namespace palamedes::machine::swarm {

struct Kernel;

struct CompiledCircuit {
  struct RoleSlots {
    std::vector<Slot> legal;
    std::vector<Slot> inputs;
    std::vector<Slot> goals;
    std::vector<std::int32_t> goal_values;  // undefined_goal: not a number that counts
    std::vector<std::uint32_t> movable;     // moves that can be legal
    std::uint32_t forced = 0;               // by turns: the move when it is another role's turn
  };

  std::shared_ptr<const circuit::Circuit> source;
  const Kernel* kernel = nullptr;  // whose lanes it is made for
  std::uint32_t length_bits = 0;
  Slot first_exploring = 0;
  Slot first_base = 0;
  Routine state;
  Routine move;
  Routine goal;
  Slot terminal = false_slot;
  std::vector<Slot> next;
  std::vector<RoleSlots> roles;
  Draw separate;
  std::optional<Draw> by_turns;
  Slot slot_count = 0;
  std::unique_ptr<NativeCode> code;  // in the order of routines()

  // state, move, goal, separate (count, select), by_turns (the same)
  [[nodiscard]] std::vector<const Routine*> routines() const;
  [[nodiscard]] std::size_t step_operations() const;  // of a step without goals
  [[nodiscard]] std::size_t memory_bytes() const;
};

// With machine code if it is wanted and there can be some.
[[nodiscard]] CompiledCircuit compile(std::shared_ptr<const circuit::Circuit> circuit,
                                      const Kernel& kernel, std::uint32_t max_length, bool native);

}  // namespace palamedes::machine::swarm
