#include "machine/scalar/whole_engine.h"

#include <algorithm>

namespace palamedes::machine {

WholeEngine::WholeEngine(std::shared_ptr<const net::Circuit> circuit)
    : circuit_(std::move(circuit)), values_(*circuit_), state_(circuit_->initial_state()) {
  values_.set_state(state_);
  values_.evaluate_state();
}

void WholeEngine::enter(const std::uint64_t* state) {
  if (std::equal(state_.begin(), state_.end(), state)) return;
  std::copy_n(state, state_.size(), state_.begin());
  values_.set_state(state_);
  values_.evaluate_state();
}

int WholeEngine::goal(Role role) const {
  model::GoalReader reader;
  for (const net::CircuitGoal& goal : circuit_->roles[index_of(role)].goals) {
    if (is_true(goal.literal)) reader.holds(goal.value);
  }
  return reader.goal();
}

void WholeEngine::legal(Role role, model::MoveList& moves) const {
  const auto& entries = circuit_->roles[index_of(role)].moves;
  for (std::uint32_t move = 0; move < entries.size(); ++move) {
    if (is_true(entries[move].legal)) moves.push_back(Move{move});
  }
}

model::DrawnMove WholeEngine::draw_legal(Role role, Rng& rng) {
  moves_.clear();
  legal(role, moves_);
  return model::draw_from(moves_, rng);
}

void WholeEngine::advance(std::span<const Move> joint_move, std::uint64_t* state) {
  values_.clear_inputs();
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    values_.set_input(circuit_->roles[role].moves[index_of(joint_move[role])].input,
                      ~net::CircuitValues::Word{0});
  }
  values_.evaluate_moves();
  values_.step();
  values_.evaluate_state();
  std::fill(state_.begin(), state_.end(), 0);
  for (std::size_t base = 0; base < circuit_->bases.size(); ++base) {
    state_[base / 64] |= (values_.base(base) & 1U) << (base % 64);
  }
  std::copy(state_.begin(), state_.end(), state);
}

std::size_t WholeEngine::memory_bytes() const {
  return circuit_->memory_bytes() + circuit_->node_count() * sizeof(net::CircuitValues::Word);
}

}  // namespace palamedes::machine
