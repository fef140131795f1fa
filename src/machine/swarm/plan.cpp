#include "machine/swarm/plan.h"

#include <algorithm>
#include <bit>

#include "machine/swarm/kernel.h"
#include "machine/swarm/turns.h"
#include "model/forward_model.h"

namespace palamedes::machine::swarm {
namespace {

class Planner {
 public:
  Planner(const circuit::Circuit& circuit, unsigned max_inputs) : circuit_(circuit) {
    request_.max_inputs = max_inputs;
  }

  Plan run(std::uint32_t max_length) {
    plan_.length_bits = static_cast<std::uint32_t>(std::bit_width(max_length));
    place_given();
    make_circuit_programs();
    make_draws();
    return std::move(plan_);
  }

 private:
  void place_given() {
    request_.given_slots.assign(circuit_.first_gate(), false_slot);
    Slot next = first_length_slot + plan_.length_bits;
    plan_.first_exploring = next;
    next += static_cast<Slot>(circuit_.roles.size());
    plan_.first_base = next;
    for (Node base = 0; base < circuit_.bases.size(); ++base) {
      request_.given_slots[1 + base] = next++;
    }
    for (const circuit::CircuitRole& role : circuit_.roles) {
      Plan::RoleSlots& slots = plan_.roles.emplace_back();
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

  void make_circuit_programs() {
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
    Programs programs = make_programs(request_);
    plan_.state = std::move(programs.list[0]);
    plan_.move = std::move(programs.list[1]);
    plan_.goal = std::move(programs.list[2]);
    auto legal = programs.output_slots[0].begin();
    auto goal = programs.output_slots[2].begin();
    plan_.terminal = *legal++;
    for (std::size_t r = 0; r < circuit_.roles.size(); ++r) {
      for (std::size_t i = 0; i < circuit_.roles[r].moves.size(); ++i) {
        plan_.roles[r].legal.push_back(*legal++);
      }
      for (std::size_t i = 0; i < circuit_.roles[r].goals.size(); ++i) {
        plan_.roles[r].goals.push_back(*goal++);
      }
    }
    plan_.next = std::move(programs.output_slots[1]);
    plan_.slot_count = programs.end_slot;
  }

  void make_draws() {
    std::vector<DrawRole> roles;
    for (const Plan::RoleSlots& slots : plan_.roles) {
      DrawRole& role = roles.emplace_back();
      for (const std::uint32_t move : slots.movable) {
        role.push_back({.legal = slots.legal[move], .input = slots.inputs[move]});
      }
    }
    const Slot first_free = plan_.slot_count;
    plan_.separate = make_draw(roles, request_.max_inputs, first_free);
    plan_.slot_count = plan_.separate.end_slot;
    auto forced = guess_forced_moves(circuit_);
    if (!forced) return;
    for (std::size_t r = 0; r < roles.size(); ++r) {
      const auto& movable = plan_.roles[r].movable;
      plan_.roles[r].forced = (*forced)[r];
      const auto found = std::lower_bound(movable.begin(), movable.end(), (*forced)[r]);
      (*forced)[r] = static_cast<std::uint32_t>(found - movable.begin());
    }
    // Only one of the two is at work in a step, so both may use the same slots.
    plan_.by_turns = make_draw_by_turns(roles, *forced, request_.max_inputs, first_free);
    plan_.slot_count = std::max(plan_.slot_count, plan_.by_turns->end_slot);
  }

  const circuit::Circuit& circuit_;
  ProgramRequest request_;
  Plan plan_;
};

}  // namespace

std::vector<const Program*> Plan::programs() const {
  std::vector<const Program*> result = {&state, &move, &goal, &separate.count, &separate.select};
  if (by_turns) result.insert(result.end(), {&by_turns->count, &by_turns->select});
  return result;
}

std::size_t Plan::step_operations() const {
  const Draw& draw = by_turns ? *by_turns : separate;
  return state.operations.size() + move.operations.size() + draw.count.operations.size() +
         draw.select.operations.size();
}

std::size_t Plan::memory_bytes() const {
  std::size_t bytes = code ? code->memory_bytes() : 0;
  for (const Program* program : programs()) bytes += program->memory_bytes();
  for (const RoleSlots& role : roles) {
    bytes += (role.legal.size() + role.inputs.size() + role.movable.size()) * sizeof(Slot);
  }
  return bytes + next.size() * sizeof(Slot);
}

Plan make_plan(const circuit::Circuit& circuit, unsigned max_inputs, std::uint32_t max_length) {
  return Planner(circuit, max_inputs).run(max_length);
}

}  // namespace palamedes::machine::swarm
