#pragma once
// A game as two-input AND gates with complemented edges.
//
//   node      0 | 1 … bases | … inputs | … feedback | … gates
//             constant  state     moves    of loops     inputs before readers
//   literal   2 * node + 1 if complemented; 0 is FALSE, 1 is TRUE
//
// Gates before first_move_gate read the state alone (legal, terminal, goal and whatever of the next
// state does not depend on moves); the others depend on moves. Of the former those from
// first_goal_gate on are needed for goals alone, so only where a game is at its end. Legality, the
// end and goals never depend on moves: where rules say otherwise, no move counts as made.
//
// Recursive rules leave loops. A loop is a run of neighbouring gates that read, besides what comes
// before them, feedback nodes of their own. Its meaning is the least fixpoint: feedback starts
// FALSE; the gates are evaluated and each feedback node takes the value of its literal, until
// nothing changes. (The rules are stratified, so this only ever makes feedback TRUE.)
//
// The move part is right for the states that play can reach, when nothing is terminal and every
// role makes exactly one move, a legal one: steps that optimise rely on it.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gdl/term_pool.h"
#include "net/propnet.h"

namespace palamedes::circuit {

using CircuitNode = std::uint32_t;

class Literal {
 public:
  constexpr Literal() = default;
  constexpr Literal(CircuitNode node, bool complemented)
      : code_(2 * node + (complemented ? 1U : 0U)) {}
  [[nodiscard]] static constexpr Literal from_code(std::uint32_t code) {
    Literal literal;
    literal.code_ = code;
    return literal;
  }

  [[nodiscard]] constexpr CircuitNode node() const { return code_ >> 1U; }
  [[nodiscard]] constexpr bool is_complemented() const { return (code_ & 1U) != 0; }
  [[nodiscard]] constexpr std::uint32_t code() const { return code_; }
  [[nodiscard]] constexpr bool is_constant() const { return code_ < 2; }
  constexpr Literal operator!() const { return from_code(code_ ^ 1U); }
  constexpr Literal operator^(bool complement) const {
    return from_code(code_ ^ (complement ? 1U : 0U));
  }
  constexpr bool operator==(const Literal&) const = default;
  constexpr auto operator<=>(const Literal&) const = default;

 private:
  std::uint32_t code_ = 0;
};

inline constexpr Literal false_literal = Literal::from_code(0);
inline constexpr Literal true_literal = Literal::from_code(1);

struct Gate {
  Literal a;
  Literal b;
  bool operator==(const Gate&) const = default;
};

struct CircuitLoop {
  CircuitNode first_gate = 0;  // node numbers, end excluded
  CircuitNode end_gate = 0;
  CircuitNode first_feedback = 0;
  std::vector<Literal> values;  // of the feedback nodes from first_feedback on
};

struct CircuitMove {
  static constexpr CircuitNode no_input = 0;
  gdl::TermId move{};
  Literal legal;                 // false_literal: never
  CircuitNode input = no_input;  // nothing depends on the move
};

struct CircuitGoal {
  int value = 0;
  Literal literal;
};

struct CircuitRole {
  gdl::TermId name{};
  std::vector<CircuitMove> moves;  // in the order of the net::PropNet: Move ids are the same
  std::vector<CircuitGoal> goals;
};

struct CircuitBase {
  gdl::TermId fluent{};
  bool initially = false;
};

// Bases of which at most one holds in every state that play can reach (proved, not observed), or
// exactly one; or inputs of several roles of which at most one is given.
struct OneHotGroup {
  std::vector<CircuitNode> nodes;
  bool exactly_one = false;
};

struct Circuit {
  std::shared_ptr<const net::PropNet> source;  // names: its pool and symbols
  std::vector<CircuitBase> bases;              // node 1 + i
  std::vector<gdl::TermId> always;             // fluents that hold in every state
  CircuitNode input_count = 0;
  CircuitNode feedback_count = 0;
  std::vector<Gate> gates;
  CircuitNode first_goal_gate = 0;  // node number
  CircuitNode first_move_gate = 0;  // node number
  std::vector<CircuitLoop> loops;   // in the order of their gates
  std::vector<Literal> next;        // by base
  std::vector<CircuitRole> roles;
  Literal terminal;
  std::vector<OneHotGroup> groups;  // known so far

  [[nodiscard]] CircuitNode first_input() const {
    return 1 + static_cast<CircuitNode>(bases.size());
  }
  [[nodiscard]] CircuitNode first_feedback() const { return first_input() + input_count; }
  [[nodiscard]] CircuitNode first_gate() const { return first_feedback() + feedback_count; }
  [[nodiscard]] CircuitNode node_count() const {
    return first_gate() + static_cast<CircuitNode>(gates.size());
  }
  [[nodiscard]] bool is_gate(CircuitNode node) const { return node >= first_gate(); }
  [[nodiscard]] const Gate& gate(CircuitNode node) const { return gates[node - first_gate()]; }
  [[nodiscard]] std::size_t state_words() const { return (bases.size() + 63) / 64; }
  // Bit i of word i / 64 is base i.
  [[nodiscard]] std::vector<std::uint64_t> initial_state() const;
  [[nodiscard]] std::size_t memory_bytes() const;

  // Empty, or the first thing that is wrong with the order, the ranges or the loops.
  [[nodiscard]] std::string broken_invariant() const;
};

}  // namespace palamedes::circuit
