#include "machine/scalar/propagation_engine.h"

namespace palamedes::machine::scalar {

void PropagationEngine::change_inputs(std::span<const Move> joint_move, bool made) {
  const WideCircuit& wide = kept_->circuit();
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    const CircuitNode input = wide.roles[role].input[index_of(joint_move[role])];
    if (input != WideCircuit::no_input) change(kept_->kept(input), made);
  }
}

void PropagationEngine::take_next(std::span<const Move> joint_move, std::uint64_t* state) {
  for (std::size_t word = 0; word < next_.size(); ++word) state[word] = watched_[word];
  // Moves are taken back together with the changes of the state, so that what both would change
  // twice is not touched at all.
  change_inputs(joint_move, false);
  change_to(state);
}

}  // namespace palamedes::machine::scalar
