#include "machine/scalar/whole_engine.h"

#include <algorithm>
#include <utility>

namespace palamedes::machine::scalar {

WholeEngine::WholeEngine(std::shared_ptr<const circuit::Circuit> circuit)
    : WholeEngine(std::make_unique<swarm::SwarmMachine>(std::move(circuit))) {}

WholeEngine WholeEngine::another() const {
  return WholeEngine(std::make_unique<swarm::SwarmMachine>(machine_->swarm().shared()));
}

void WholeEngine::enter(const std::uint64_t* state) {
  std::copy_n(state, state_.words.size(), state_.words.begin());
}

model::DrawnMove WholeEngine::draw_legal(Role role, Rng& rng) {
  legal(role, moves_);
  return model::draw_from(moves_, rng);
}

void WholeEngine::advance(std::span<const Move> joint_move, std::uint64_t* state) {
  machine_->advance(state_, joint_move);
  std::copy(state_.words.begin(), state_.words.end(), state);
}

}  // namespace palamedes::machine::scalar
