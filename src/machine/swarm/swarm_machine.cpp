#include "machine/swarm/swarm_machine.h"

#include <algorithm>
#include <utility>

#include "machine/machine.h"

namespace palamedes::machine::swarm {

static_assert(Machine<SwarmMachine>);

SwarmMachine::SwarmMachine(std::shared_ptr<const circuit::Circuit> circuit,
                           const SwarmOptions& options)
    : SwarmMachine(Swarm::compile_for(std::move(circuit), options), options) {}

SwarmMachine::SwarmMachine(std::shared_ptr<const CompiledCircuit> compiled,
                           const SwarmOptions& options)
    : GameNames(compiled->source->source),
      circuit_(compiled->source),
      swarm_(std::move(compiled), options),
      words_(SwarmWords::for_programs(swarm_.compiled().slot_count, swarm_.lanes())) {
  const std::vector<std::uint64_t> initial = circuit_->initial_state();
  initial_.words.assign(initial.begin(), initial.end());
}

bool SwarmMachine::terminal(const State& state) {
  evaluate(state, Stage::state);
  return holds(swarm_.compiled().terminal);
}

int SwarmMachine::goal(const State& state, Role role) {
  evaluate(state, Stage::goals);
  const CompiledCircuit::RoleSlots& slots = swarm_.compiled().roles[index_of(role)];
  model::GoalReader reader;
  for (std::size_t i = 0; i < slots.goals.size(); ++i) {
    if (holds(slots.goals[i])) reader.holds(slots.goal_values[i]);
  }
  return reader.goal();
}

void SwarmMachine::legal(const State& state, Role role, model::MoveList& moves) {
  moves.clear();
  evaluate(state, Stage::state);
  const CompiledCircuit::RoleSlots& slots = swarm_.compiled().roles[index_of(role)];
  for (const std::uint32_t move : slots.movable) {
    if (holds(slots.legal[move])) moves.push_back(Move{move});
  }
}

// The move part uses the state part's words up, so it needs them fresh.
void SwarmMachine::advance(State& state, std::span<const Move> joint_move) {
  if (stage_ != Stage::state || at_ != state) enter(state);
  const CompiledCircuit& plan = swarm_.compiled();
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    set(plan.roles[role].inputs[index_of(joint_move[role])], true);
  }
  swarm_.execute(Part::move, words_);
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    set(plan.roles[role].inputs[index_of(joint_move[role])], false);
  }
  for (std::size_t base = 0; base < plan.next.size(); ++base) {
    const std::uint64_t bit = std::uint64_t{1} << (base % 64);
    std::uint64_t& word = state.words[base / 64];
    word = holds(plan.next[base]) ? word | bit : word & ~bit;
  }
  stage_ = Stage::nothing;
}

std::size_t SwarmMachine::memory_bytes() const {
  return circuit_->source->memory_bytes() + circuit_->memory_bytes() + swarm_.memory_bytes() +
         words_.memory_bytes();
}

void SwarmMachine::evaluate(const State& state, Stage wanted) {
  if (stage_ == Stage::nothing || at_ != state) enter(state);
  if (stage_ >= wanted) return;
  // Goals may read what the move part computes from the state alone.
  swarm_.execute(Part::move, words_);
  swarm_.execute(Part::goal, words_);
  stage_ = Stage::goals;
}

void SwarmMachine::enter(const State& state) {
  for (std::uint32_t base = 0; base < circuit_->bases.size(); ++base) {
    set(swarm_.compiled().first_base + base, (state.words[base / 64] >> (base % 64) & 1U) != 0);
  }
  swarm_.execute(Part::state, words_);
  at_ = state;
  stage_ = Stage::state;
}

void SwarmMachine::set(Slot slot, bool value) {
  std::fill_n(words_.word(slot), words_.chunks(), value ? ~std::uint64_t{0} : 0);
}

bool SwarmMachine::holds(Slot slot) const { return (*words_.word(slot) & 1U) != 0; }

}  // namespace palamedes::machine::swarm
