#pragma once
// One game's state, looked at by evaluating the whole circuit: the swarm's machine code with the
// same state in every lane, or its interpreter where there can be no machine code.

#include <cstdint>
#include <memory>
#include <span>

#include "base/ids.h"
#include "base/rng.h"
#include "circuit/circuit.h"
#include "machine/bit_state.h"
#include "machine/swarm/swarm_machine.h"
#include "model/draw.h"
#include "model/forward_model.h"

namespace palamedes::machine::scalar {

class WholeEngine {
 public:
  explicit WholeEngine(std::shared_ptr<const circuit::Circuit> circuit);
  // Another one on the same machine code.
  [[nodiscard]] WholeEngine another() const;

  void enter(const std::uint64_t* state);
  [[nodiscard]] bool terminal() { return machine_->terminal(state_); }
  [[nodiscard]] int goal(Role role) { return machine_->goal(state_, role); }
  void legal(Role role, model::MoveList& moves) { machine_->legal(state_, role, moves); }
  [[nodiscard]] model::DrawnMove draw_legal(Role role, Rng& rng);
  // To the state after the moves, which is also written to `state`.
  void advance(std::span<const Move> joint_move, std::uint64_t* state);
  [[nodiscard]] std::size_t memory_bytes() const { return machine_->swarm().memory_bytes(); }

 private:
  explicit WholeEngine(std::unique_ptr<swarm::SwarmMachine> machine)
      : machine_(std::move(machine)), state_(machine_->initial()) {}

  std::unique_ptr<swarm::SwarmMachine> machine_;
  BitState state_;
  model::MoveList moves_;  // to draw from
};

}  // namespace palamedes::machine::scalar
