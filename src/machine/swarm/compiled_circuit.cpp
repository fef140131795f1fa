#include "machine/swarm/compiled_circuit.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "machine/swarm/kernel.h"
#include "machine/swarm/turns.h"
#include "model/forward_model.h"

namespace palamedes::machine::swarm {
namespace {

class Compiler {
 public:
  Compiler(const circuit::Circuit& circuit, unsigned max_inputs) : circuit_(circuit) {
    request_.max_inputs = max_inputs;
  }

  CompiledCircuit run(std::uint32_t max_length) {
    compiled_.length_bits = static_cast<std::uint32_t>(std::bit_width(max_length));
    place_given();
    make_circuit_routines();
    make_draws();
    return std::move(compiled_);
  }

 private:
  void place_given() {
    request_.given_slots.assign(circuit_.first_gate(), false_slot);
    Slot next = first_length_slot + compiled_.length_bits;
    compiled_.first_exploring = next;
    next += static_cast<Slot>(circuit_.roles.size());
    compiled_.first_base = next;
    for (Node base = 0; base < circuit_.bases.size(); ++base) {
      request_.given_slots[1 + base] = next++;
    }
    for (const circuit::CircuitRole& role : circuit_.roles) {
      CompiledCircuit::RoleSlots& slots = compiled_.roles.emplace_back();
      for (const circuit::CircuitMove& move : role.moves) {
        if (move.input != circuit::CircuitMove::no_input) request_.given_slots[move.input] = next;
        if (move.legal != circuit::false_literal) {
          slots.movable.push_back(static_cast<std::uint32_t>(slots.inputs.size()));
        }
        slots.inputs.push_back(next++);
      }
      for (const circuit::CircuitGoal& goal : role.goals) {
        const bool counts = goal.value >= 0 && goal.value <= 100;
        slots.goal_values.push_back(counts ? goal.value : model::undefined_goal);
      }
    }
    for (Node i = 0; i < circuit_.feedback_count; ++i) {
      request_.given_slots[circuit_.first_feedback() + i] = next++;
    }
    request_.first_free_slot = next;
  }

  void make_circuit_routines() {
    request_.logic = {.given = circuit_.first_gate(), .gates = circuit_.gates};
    request_.loops = circuit_.loops;
    // Goals come last: their program does not run in every step, so no other may read its values.
    request_.outputs.resize(3);
    request_.outputs[0].push_back({.literal = circuit_.terminal});
    for (const circuit::CircuitRole& role : circuit_.roles) {
      for (const circuit::CircuitMove& move : role.moves) {
        request_.outputs[0].push_back({.literal = move.legal});
      }
      for (const circuit::CircuitGoal& goal : role.goals) {
        request_.outputs[2].push_back({.literal = goal.literal});
      }
    }
    for (Node base = 0; base < circuit_.bases.size(); ++base) {
      const circuit::Literal next = circuit_.next[base];
      // Bases take their new values one after the other: none may read another's place.
      request_.outputs[1].push_back(
          {.literal = next, .copied = next != circuit::Literal(1 + base, false)});
    }
    Routines routines = make_routines(request_);
    compiled_.state = std::move(routines.list[0]);
    compiled_.move = std::move(routines.list[1]);
    compiled_.goal = std::move(routines.list[2]);
    auto legal = routines.output_slots[0].begin();
    auto goal = routines.output_slots[2].begin();
    compiled_.terminal = *legal++;
    for (std::size_t r = 0; r < circuit_.roles.size(); ++r) {
      for (std::size_t i = 0; i < circuit_.roles[r].moves.size(); ++i) {
        compiled_.roles[r].legal.push_back(*legal++);
      }
      for (std::size_t i = 0; i < circuit_.roles[r].goals.size(); ++i) {
        compiled_.roles[r].goals.push_back(*goal++);
      }
    }
    compiled_.next = std::move(routines.output_slots[1]);
    compiled_.slot_count = routines.end_slot;
  }

  void make_draws() {
    std::vector<DrawRole> roles;
    for (const CompiledCircuit::RoleSlots& slots : compiled_.roles) {
      DrawRole& role = roles.emplace_back();
      for (const std::uint32_t move : slots.movable) {
        role.push_back({.legal = slots.legal[move], .input = slots.inputs[move]});
      }
    }
    const Slot first_free = compiled_.slot_count;
    compiled_.separate = make_draw(roles, request_.max_inputs, first_free);
    compiled_.slot_count = compiled_.separate.end_slot;
    auto forced = guess_forced_moves(circuit_);
    if (!forced) return;
    for (std::size_t r = 0; r < roles.size(); ++r) {
      const auto& movable = compiled_.roles[r].movable;
      compiled_.roles[r].forced = (*forced)[r];
      const auto found = std::lower_bound(movable.begin(), movable.end(), (*forced)[r]);
      (*forced)[r] = static_cast<std::uint32_t>(found - movable.begin());
    }
    // Only one of the two is at work in a step, so both may use the same slots.
    compiled_.by_turns = make_draw_by_turns(roles, *forced, request_.max_inputs, first_free);
    compiled_.slot_count = std::max(compiled_.slot_count, compiled_.by_turns->end_slot);
  }

  const circuit::Circuit& circuit_;
  RoutineRequest request_;
  CompiledCircuit compiled_;
};

}  // namespace

std::vector<const Routine*> CompiledCircuit::routines() const {
  std::vector<const Routine*> result = {&state, &move, &goal, &separate.count, &separate.select};
  if (by_turns) result.insert(result.end(), {&by_turns->count, &by_turns->select});
  return result;
}

std::size_t CompiledCircuit::step_operations() const {
  const Draw& draw = by_turns ? *by_turns : separate;
  return state.operations.size() + move.operations.size() + draw.count.operations.size() +
         draw.select.operations.size();
}

std::size_t CompiledCircuit::memory_bytes() const {
  std::size_t bytes = code ? code->memory_bytes() : 0;
  for (const Routine* routine : routines()) bytes += routine->memory_bytes();
  for (const RoleSlots& role : roles) {
    bytes += (role.legal.size() + role.inputs.size() + role.movable.size()) * sizeof(Slot);
  }
  return bytes + next.size() * sizeof(Slot);
}

CompiledCircuit compile(std::shared_ptr<const circuit::Circuit> circuit, const Kernel& kernel,
                        std::uint32_t max_length, bool native) {
  CompiledCircuit compiled = Compiler(*circuit, kernel.max_inputs).run(max_length);
  compiled.source = std::move(circuit);
  compiled.kernel = &kernel;
  if (native) compiled.code = NativeCode::make(compiled.routines(), kernel.lanes);
  return compiled;
}

}  // namespace palamedes::machine::swarm
