#pragma once
// A swarm held against the propositional network that its circuit was made from, lane by lane.

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "base/rng.h"
#include "machine/propnet/propnet_machine.h"
#include "machine/swarm/lane_steps.h"
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

  // What is legal in each of these states and what comes after a random joint move, asked together;
  // says where the answers differ.
  std::string ask_about(machine::swarm::LaneSteps& steps, std::span<const machine::BitState> states,
                        Rng& rng) {
    std::vector<Asked> asked;
    for (const machine::BitState& state : states) {
      if (!machine_.terminal(state) && asked.size() + 2 <= steps.lanes()) asked.push_back({&state});
    }
    const std::size_t count = asked.size();
    for (std::size_t i = 0; i < count; ++i) {
      Asked one = asked[i];
      draw_joint(*one.state, one.joint, rng);
      if (asked.size() < steps.lanes() && !one.joint.empty()) asked.push_back(std::move(one));
    }
    std::vector<machine::swarm::LaneSteps::Question> questions;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      asked[i].row = to_swarm(*asked[i].state);
      questions.push_back({asked[i].row, asked[i].joint});
    }
    steps.ask(questions);
    for (std::size_t lane = 0; lane < asked.size(); ++lane) {
      const std::string wrong = asked[lane].joint.empty()
                                    ? compare_legal(steps, lane, *asked[lane].state)
                                    : compare_step(steps, lane, asked[lane]);
      if (!wrong.empty()) return fmt::format("lane {}: {}", lane, wrong);
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
  struct Asked {
    const machine::BitState* state;
    std::vector<Move> joint = {};
    std::vector<std::uint64_t> row = {};
  };

  // Empty where a role has no move.
  void draw_joint(const machine::BitState& state, std::vector<Move>& joint, Rng& rng) {
    for (std::size_t role = 0; role < machine_.role_count(); ++role) {
      moves_.clear();
      machine_.legal(state, Role(role), moves_);
      if (moves_.empty()) return joint.clear();
      joint.push_back(moves_[rng.below(static_cast<std::uint32_t>(moves_.size()))]);
    }
  }
  std::string compare_legal(const machine::swarm::LaneSteps& steps, std::size_t lane,
                            const machine::BitState& state) {
    for (std::size_t role = 0; role < machine_.role_count(); ++role) {
      moves_.clear();
      machine_.legal(state, Role(role), moves_);
      std::sort(moves_.begin(), moves_.end());
      model::MoveList answered;
      steps.legal(lane, Role(role), answered);
      if (answered != moves_) return fmt::format("moves of role {}", role);
    }
    return {};
  }
  std::string compare_step(const machine::swarm::LaneSteps& steps, std::size_t lane,
                           const Asked& asked) {
    machine::BitState state = *asked.state;
    machine_.advance(state, asked.joint);
    std::vector<std::uint64_t> answered(circuit_.state_words());
    steps.next_state(lane, answered);
    if (answered != to_swarm(state)) return "another state";
    if (steps.is_over(lane) != machine_.terminal(state)) return "the end";
    for (std::size_t role = 0; steps.is_over(lane) && role < machine_.role_count(); ++role) {
      if (steps.goal(lane, Role(role)) != machine_.goal(state, Role(role))) {
        return fmt::format("goal of role {}", role);
      }
    }
    return {};
  }

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
