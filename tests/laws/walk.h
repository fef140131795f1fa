#pragma once
// A walk through a game, written down by one machine and checked by the others. Everything in it is
// text, so machines that number their facts and moves in different ways can be compared.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/rng.h"
#include "machine/machine.h"

namespace palamedes::laws {

struct WalkStep {
  std::vector<std::string> facts;
  bool terminal = false;
  std::vector<int> goals;                       // by role
  std::vector<std::vector<std::string>> legal;  // by role, sorted
  std::vector<std::string> moves;               // by role; empty in the last step
  bool operator==(const WalkStep&) const = default;
};

struct Walk {
  std::vector<std::string> roles;
  std::vector<WalkStep> steps;
  std::string fault;
  bool operator==(const Walk&) const = default;
};

template <machine::Machine M>
std::vector<std::string> legal_texts(M& machine, const typename M::State& state, Role role) {
  model::MoveList moves;
  machine.legal(state, role, moves);
  std::vector<std::string> result;
  for (const Move move : moves) result.push_back(machine.move_text(role, move));
  std::sort(result.begin(), result.end());
  return result;
}

template <machine::Machine M>
WalkStep look_at(M& machine, const typename M::State& state) {
  WalkStep step;
  step.facts = machine.facts(state);
  step.terminal = machine.terminal(state);
  for (std::size_t role = 0; role < machine.role_count(); ++role) {
    step.goals.push_back(machine.goal(state, Role(role)));
    step.legal.push_back(legal_texts(machine, state, Role(role)));
  }
  return step;
}

template <machine::Machine M>
std::vector<std::string> role_names(M& machine) {
  std::vector<std::string> result;
  for (std::size_t role = 0; role < machine.role_count(); ++role) {
    result.push_back(machine.role_name(Role(role)));
  }
  return result;
}

// Random moves until the end, a role that cannot move, or the allowed length. The moves depend on
// the seed and the sorted texts alone, not on the machine.
template <machine::Machine M>
Walk walk(M& machine, std::uint64_t seed, std::size_t max_length) {
  Walk result;
  result.roles = role_names(machine);
  Rng rng(seed);
  typename M::State state = machine.initial();
  std::vector<Move> joint_move(machine.role_count());
  for (;;) {
    WalkStep step = look_at(machine, state);
    const bool stuck = std::any_of(step.legal.begin(), step.legal.end(),
                                   [](const auto& moves) { return moves.empty(); });
    const bool last =
        step.terminal || stuck || result.steps.size() == max_length || !machine.fault().empty();
    for (std::size_t role = 0; !last && role < joint_move.size(); ++role) {
      const auto& moves = step.legal[role];
      step.moves.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      joint_move[role] = *machine.find_move(Role(role), step.moves.back());
    }
    result.steps.push_back(std::move(step));
    if (last) break;
    machine.advance(state, joint_move);
  }
  result.fault = machine.fault();
  return result;
}

// Says where a machine disagrees with a walk; empty if it does not.
template <machine::Machine M>
std::string difference(M& machine, const Walk& walk) {
  const auto list = [](const std::vector<std::string>& texts) {
    return fmt::format("{}", fmt::join(texts, " "));
  };
  if (role_names(machine) != walk.roles) {
    return fmt::format("roles: {}\n instead: {}", list(role_names(machine)), list(walk.roles));
  }
  typename M::State state = machine.initial();
  std::vector<Move> joint_move(machine.role_count());
  for (std::size_t number = 0; number < walk.steps.size(); ++number) {
    const WalkStep& expected = walk.steps[number];
    const WalkStep actual = look_at(machine, state);
    const std::string place = fmt::format("step {}", number);
    if (actual.facts != expected.facts) {
      return fmt::format("{}: facts {}\n instead: {}", place, list(actual.facts),
                         list(expected.facts));
    }
    if (actual.terminal != expected.terminal) {
      return fmt::format("{}: terminal {}, not {}", place, actual.terminal, expected.terminal);
    }
    for (std::size_t role = 0; role < walk.roles.size(); ++role) {
      if (actual.goals[role] != expected.goals[role]) {
        return fmt::format("{}: goal of {} is {}, not {}", place, walk.roles[role],
                           actual.goals[role], expected.goals[role]);
      }
      if (actual.legal[role] != expected.legal[role]) {
        return fmt::format("{}: moves of {}: {}\n instead: {}", place, walk.roles[role],
                           list(actual.legal[role]), list(expected.legal[role]));
      }
    }
    if (expected.moves.empty()) break;
    for (std::size_t role = 0; role < walk.roles.size(); ++role) {
      const auto move = machine.find_move(Role(role), expected.moves[role]);
      if (!move) return fmt::format("{}: move {} is unknown", place, expected.moves[role]);
      joint_move[role] = *move;
    }
    machine.advance(state, joint_move);
  }
  return machine.fault();
}

}  // namespace palamedes::laws
