#pragma once
// A circuit held against the propositional network that it was made from.

#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "base/rng.h"
#include "circuit/circuit.h"
#include "circuit/evaluate.h"
#include "machine/propnet/propnet_machine.h"

namespace palamedes::laws {

// Random games of the machine, the circuit following; what the circuit says is compared bit by bit.
class CircuitComparison {
 public:
  CircuitComparison(const circuit::Circuit& circuit, machine::propnet::PropnetMachine& machine)
      : circuit_(circuit), machine_(machine), values_(circuit) {
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < circuit.bases.size(); ++i) {
      numbers[static_cast<std::uint32_t>(circuit.bases[i].fluent)] = i;
    }
    for (const gdl::TermId fluent : circuit.always) {
      numbers[static_cast<std::uint32_t>(fluent)] = always;
    }
    for (const net::BaseEntry& base : machine.net()->bases) {
      if (base.transition == net::no_component) continue;
      const auto found = numbers.find(static_cast<std::uint32_t>(base.fluent));
      base_of_.push_back(found == numbers.end() ? never : found->second);
    }
  }

  // Says where they differ; empty if they do not.
  std::string run(std::uint64_t seed, std::size_t max_length) {
    Rng rng(seed);
    machine::BitState state = machine_.initial();
    values_.set_state(circuit_.initial_state());
    std::vector<Move> joint_move(machine_.role_count());
    for (std::size_t number = 0;; ++number) {
      values_.clear_inputs();
      values_.evaluate_state();
      std::string difference = compare(state);
      if (!difference.empty()) return fmt::format("step {}: {}", number, difference);
      if (number == max_length || machine_.terminal(state)) return {};
      for (std::size_t role = 0; role < joint_move.size(); ++role) {
        machine_.legal(state, Role(role), moves_);
        if (moves_.empty()) return {};
        joint_move[role] = moves_[rng.below(static_cast<std::uint32_t>(moves_.size()))];
        const auto& move = circuit_.roles[role].moves[index_of(joint_move[role])];
        values_.set_input(move.input, ~std::uint64_t{0});
      }
      values_.evaluate_moves();
      values_.step();
      machine_.advance(state, joint_move);
    }
  }

 private:
  static constexpr std::uint32_t always = 0xffffffffU;
  static constexpr std::uint32_t never = 0xfffffffeU;

  [[nodiscard]] bool holds(circuit::Literal literal) const {
    return (values_.value(literal) & 1U) != 0;
  }

  std::string compare(const machine::BitState& state) {
    for (std::size_t bit = 0; bit < base_of_.size(); ++bit) {
      const bool expected = (state.words[bit / 64] >> (bit % 64) & 1U) != 0;
      const std::uint32_t base = base_of_[bit];
      const bool actual = base == always || (base != never && (values_.base(base) & 1U) != 0);
      if (actual != expected) return fmt::format("fact {} is {}", bit, actual);
    }
    if (holds(circuit_.terminal) != machine_.terminal(state)) return "the end";
    for (std::size_t role = 0; role < circuit_.roles.size(); ++role) {
      std::vector<Move> legal;
      for (std::uint32_t i = 0; i < circuit_.roles[role].moves.size(); ++i) {
        if (holds(circuit_.roles[role].moves[i].legal)) legal.push_back(Move{i});
      }
      machine_.legal(state, Role(role), moves_);
      std::sort(moves_.begin(), moves_.end());
      if (moves_ != legal) return fmt::format("moves of role {}", role);
      std::vector<int> values;
      for (const circuit::CircuitGoal& entry : circuit_.roles[role].goals) {
        if (holds(entry.literal)) values.push_back(entry.value);
      }
      const bool several = values.size() > 1;
      std::erase_if(values, [](int value) { return value < 0 || value > 100; });
      int goal = model::undefined_goal;
      if (!values.empty()) goal = *std::max_element(values.begin(), values.end());
      if (!values.empty() && several) goal = model::contradictory_goal(goal);
      if (goal != machine_.goal(state, Role(role))) return fmt::format("goal of role {}", role);
    }
    return {};
  }

  const circuit::Circuit& circuit_;
  machine::propnet::PropnetMachine& machine_;
  circuit::CircuitValues values_;
  std::vector<std::uint32_t> base_of_;  // by bit of the machine's state
  model::MoveList moves_;
};

}  // namespace palamedes::laws
