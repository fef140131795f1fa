#pragma once
// A swarm held against the propositional network that its circuit was made from, lane by lane.

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "machine/propnet/propnet_machine.h"
#include "machine/swarm/swarm.h"

namespace palamedes::laws {

class SwarmComparison {
 public:
  SwarmComparison(const circuit::Circuit& circuit, machine::propnet::PropnetMachine& machine)
      : circuit_(circuit), machine_(machine) {
    std::unordered_map<std::uint32_t, std::size_t> bits;
    std::size_t bit = 0;
    for (const net::BaseEntry& base : machine.net()->bases) {
      if (base.transition != net::no_component)
        bits[static_cast<std::uint32_t>(base.fluent)] = bit++;
    }
    for (const circuit::CircuitBase& base : circuit.bases) {
      bit_of_.push_back(bits.at(static_cast<std::uint32_t>(base.fluent)));
    }
  }

  // The state as the swarm has it.
  [[nodiscard]] std::vector<std::uint64_t> to_swarm(const machine::BitState& state) const {
    std::vector<std::uint64_t> words(circuit_.state_words(), 0);
    for (std::size_t i = 0; i < bit_of_.size(); ++i) {
      const std::uint64_t bit = state.words[bit_of_[i] / 64] >> (bit_of_[i] % 64) & 1U;
      words[i / 64] |= bit << (i % 64);
    }
    return words;
  }

  // Makes a joint move; says so if it is not legal.
  std::string advance(machine::BitState& state, std::span<const Move> joint_move) {
    if (machine_.terminal(state)) return "a move after the end";
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      machine_.legal(state, Role(role), moves_);
      if (std::find(moves_.begin(), moves_.end(), joint_move[role]) == moves_.end()) {
        return fmt::format("role {} makes the illegal move {}", role, index_of(joint_move[role]));
      }
    }
    machine_.advance(state, joint_move);
    return {};
  }

  // Follows a finished playout to its end; says where it differs.
  std::string follow(const machine::swarm::SwarmPlayout& playout, machine::BitState state,
                     std::size_t max_length) {
    const std::size_t roles = machine_.role_count();
    if (playout.moves.size() != playout.length * roles) return "moves are missing";
    for (std::size_t i = 0; i < playout.length; ++i) {
      const std::string wrong = advance(state, playout.moves.subspan(i * roles, roles));
      if (!wrong.empty()) return fmt::format("step {}: {}", i, wrong);
    }
    if (machine_.terminal(state) != (playout.end == machine::swarm::SwarmEnd::terminal))
      return "the end";
    if (playout.end == machine::swarm::SwarmEnd::truncated && playout.length != max_length) {
      return "given up too early";
    }
    if (playout.end == machine::swarm::SwarmEnd::dead_end && !is_stuck(state))
      return "not a dead end";
    for (std::size_t role = 0; role < roles; ++role) {
      const int goal = machine_.goal(state, Role(role));
      if (goal != playout.goals[role]) {
        return fmt::format("goal of role {} is {}, not {}", role, playout.goals[role], goal);
      }
    }
    return {};
  }

  // Steps a swarm with history, and every lane's state after every step; fewer steps than the most
  // that a playout may have.
  std::string follow_steps(machine::swarm::Swarm& swarm, std::size_t steps) {
    swarm.begin_endless();
    const machine::BitState initial = machine_.initial();
    std::vector<machine::BitState> states(swarm.lanes(), initial);
    std::vector<std::size_t> lengths(swarm.lanes(), 0);
    for (std::size_t step = 0; step < steps; ++step) {
      swarm.run_steps(1);
      for (std::uint32_t lane = 0; lane < swarm.lanes(); ++lane) {
        const std::string wrong = follow_lane(swarm, lane, states[lane], lengths[lane], initial);
        if (!wrong.empty()) return fmt::format("step {}, lane {}: {}", step, lane, wrong);
      }
    }
    return {};
  }

 private:
  bool is_stuck(const machine::BitState& state) {
    for (std::size_t role = 0; role < machine_.role_count(); ++role) {
      machine_.legal(state, Role(role), moves_);
      if (moves_.empty()) return true;
    }
    return false;
  }

  std::string follow_lane(const machine::swarm::Swarm& swarm, std::uint32_t lane,
                          machine::BitState& state, std::size_t& length,
                          const machine::BitState& initial) {
    const std::size_t roles = machine_.role_count();
    const auto moves = swarm.lane_moves(lane);
    const std::size_t now = swarm.lane_length(lane);
    if (moves.size() != now * roles) return "its moves do not match its length";
    if (now == length + 1) {
      const std::string wrong = advance(state, moves.last(roles));
      if (!wrong.empty()) return wrong;
    } else if (now == 0 && length > 0) {
      if (!machine_.terminal(state) && !is_stuck(state)) {
        return fmt::format("ends after {} moves", length);
      }
      state = initial;
    } else if (now != length) {  // otherwise it waits
      return fmt::format("length {} after {}", now, length);
    }
    length = now;
    return swarm.lane_state(lane) == to_swarm(state) ? "" : "another state";
  }

  const circuit::Circuit& circuit_;
  machine::propnet::PropnetMachine& machine_;
  std::vector<std::size_t> bit_of_;  // by base: bit of the machine's state
  model::MoveList moves_;
};

}  // namespace palamedes::laws
