#pragma once
// Steps by propagation: moves are inputs like the facts of a state, and a change of either goes on
// to the gates that read it. Nothing has to be found out before, so the first step is as fast as
// the last. Good where a move touches much of what could be, but changes little of what is.

#include <cstdint>
#include <memory>
#include <span>

#include "base/ids.h"
#include "machine/scalar/kept_values.h"

namespace palamedes::machine::scalar {

class PropagationEngine : public KeptValues {
 public:
  // The gates are kept with the move part.
  explicit PropagationEngine(const std::shared_ptr<const KeptGates>& kept)
      : KeptValues(kept, goal_gates_of(*kept)) {}
  [[nodiscard]] PropagationEngine another() const { return {kept_, goal_gates_}; }

  // To the state after the moves, which is also written to `state`.
  void advance(std::span<const Move> joint_move, std::uint64_t* state) {
    make_moves(joint_move);
    take_next(joint_move, state);
  }

 protected:
  // The two halves of a step.
  void make_moves(std::span<const Move> joint_move) {
    change_inputs(joint_move, true);
    settle();
  }
  void take_next(std::span<const Move> joint_move, std::uint64_t* state);

 private:
  PropagationEngine(std::shared_ptr<const KeptGates> kept,
                    std::shared_ptr<const OnDemandGates> goal_gates)
      : KeptValues(std::move(kept), std::move(goal_gates)) {}

  void change_inputs(std::span<const Move> joint_move, bool made);
};

}  // namespace palamedes::machine::scalar
