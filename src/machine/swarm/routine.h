#pragma once
// GateView made into programs: cells in an order that keeps values close to their readers, and a
// slot for every value, used again as soon as the value is read for the last time.

#include <cstdint>
#include <span>
#include <vector>

#include "machine/swarm/cover.h"
#include "machine/swarm/tape.h"

namespace palamedes::machine::swarm {

struct Routine {
  std::vector<Operation> operations;
  std::vector<OperationLoop> loops;
  std::vector<Feedback> feedback;
  std::vector<Slot> kept;  // written here and read after the program

  [[nodiscard]] Tape tape() const;
  [[nodiscard]] std::size_t memory_bytes() const;
};

struct Output {
  static constexpr Slot any_slot = 0xffffffffU;
  circuit::Literal literal;
  Slot slot = any_slot;  // where its word must be
  bool copied = false;   // it must not be the slot of a given node
};

// Routines that run one after the other; a later one may read what an earlier one computed.
struct RoutineRequest {
  GateView logic;
  std::span<const circuit::CircuitLoop> loops;
  std::vector<Slot> given_slots;             // by given node
  std::vector<std::vector<Output>> outputs;  // by program
  unsigned max_inputs = 3;                   // of an operation
  Slot first_free_slot = 2;
};

struct Routines {
  std::vector<Routine> list;
  std::vector<std::vector<Slot>> output_slots;  // as in the request; they hold until the next round
  Slot end_slot = 0;                            // of all slots used
};

[[nodiscard]] Routines make_routines(const RoutineRequest& request);

}  // namespace palamedes::machine::swarm
