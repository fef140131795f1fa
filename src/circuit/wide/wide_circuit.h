#pragma once
// A game as AND gates of any width, with complemented edges: what the scalar machine is made from.
// wide_draft.h is the form that passes change.
//
//   node   0 | 1 … bases | … inputs | … feedback | … gates, inputs before readers
//   gate   its literals, sorted; an OR is a complemented AND of complements
//
// Recursive rules are taken out of the gates. What they derive are feedback nodes, which gates read
// like facts of the state; the rules stand beside the gates. Their meaning is the least fixpoint:
// a feedback node is true if one of its rules has a true condition and needs true nodes only.

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "circuit/circuit.h"
#include "net/propnet.h"

namespace palamedes::circuit::wide {

struct WideCircuit {
  static constexpr CircuitNode no_input = 0;

  struct Role {
    std::vector<Literal> legal;      // by move
    std::vector<CircuitNode> input;  // by move; no_input: nothing depends on it
    std::vector<std::pair<int, Literal>> goals;
  };

  struct FeedbackRule {
    CircuitNode head = 0;
    Literal condition;               // reads no feedback of its own loop
    std::vector<CircuitNode> needs;  // feedback nodes of its own loop, sorted
  };

  std::size_t base_count = 0;
  std::size_t input_count = 0;
  std::vector<std::uint32_t> loop_of;   // by feedback node; a loop comes after those that it reads
  std::vector<FeedbackRule> rules;      // those of a loop stand together
  std::vector<std::uint32_t> first{0};  // by gate, into literals; one more at the end
  std::vector<Literal> literals;
  std::vector<Literal> next;  // by base
  std::vector<Role> roles;
  Literal terminal;  // like legality and goals it does not depend on inputs
  std::vector<std::uint64_t> initial;

  [[nodiscard]] CircuitNode base(std::size_t i) const { return static_cast<CircuitNode>(1 + i); }
  [[nodiscard]] CircuitNode first_input() const { return static_cast<CircuitNode>(1 + base_count); }
  [[nodiscard]] CircuitNode first_feedback() const {
    return static_cast<CircuitNode>(1 + base_count + input_count);
  }
  [[nodiscard]] CircuitNode first_gate() const {
    return first_feedback() + static_cast<CircuitNode>(loop_of.size());
  }
  [[nodiscard]] CircuitNode node_count() const {
    return first_gate() + static_cast<CircuitNode>(first.size() - 1);
  }
  [[nodiscard]] bool is_base(CircuitNode node) const { return node >= 1 && node < first_input(); }
  [[nodiscard]] bool is_input(CircuitNode node) const {
    return node >= first_input() && node < first_feedback();
  }
  [[nodiscard]] bool is_gate(CircuitNode node) const { return node >= first_gate(); }
  [[nodiscard]] std::span<const Literal> inputs(CircuitNode gate) const {
    const std::size_t i = gate - first_gate();
    return {literals.data() + first[i], first[i + 1] - first[i]};
  }
  [[nodiscard]] std::size_t state_words() const { return (base_count + 63) / 64; }
  [[nodiscard]] std::size_t memory_bytes() const;

  // Calls a function with a reference to every literal that says what is legal, over or reached.
  template <typename Function>
  void for_each_answer(Function&& function) {
    for (Role& role : roles) {
      for (Literal& literal : role.legal) function(literal);
      for (auto& [value, literal] : role.goals) function(literal);
    }
    function(terminal);
  }
  // The same for everything that is looked at from outside the gates.
  template <typename Function>
  void for_each_output(Function&& function) {
    for (Literal& literal : next) function(literal);
    for_each_answer(function);
    for (FeedbackRule& rule : rules) function(rule.condition);
  }
};

// Adds gates: equal ones once, trivial ones not at all.
class WideBuilder {
 public:
  explicit WideBuilder(WideCircuit& wide);

  // The literals may be in any order, constant, doubled or contradictory.
  Literal conjunction(std::vector<Literal>& literals);

 private:
  WideCircuit& wide_;
  boost::unordered_flat_map<std::uint64_t, CircuitNode> by_hash_;  // the last of that hash
};

// Which literal of a new circuit stands for a node of an old one; bases and inputs are the same.
class WideCopy {
 public:
  WideCopy(const WideCircuit& from, WideCircuit& to);

  void add(CircuitNode gate, std::vector<Literal>& literals) {
    known_[gate] = builder_.conjunction(literals);
  }
  [[nodiscard]] Literal at(Literal literal) const {
    return known_[literal.node()] ^ literal.is_complemented();
  }
  [[nodiscard]] WideBuilder& builder() { return builder_; }

 private:
  WideBuilder builder_;
  std::vector<Literal> known_;
};

[[nodiscard]] WideCircuit without_gates(const WideCircuit& wide);

[[nodiscard]] std::uint64_t hash_of(std::span<const Literal> literals);

// Sorts, drops doubles and TRUE; false if the conjunction is FALSE.
bool simplify_conjunction(std::vector<Literal>& literals);

// By node: whether a move can change its value in a state.
[[nodiscard]] std::vector<bool> depends_on_moves(const WideCircuit& wide);

// Nothing if the network has circles with a negation or without an OR, or if legality, the end or a
// goal depends on moves through recursive rules.
[[nodiscard]] std::optional<WideCircuit> widen(const net::PropNet& net);
// Nothing if the circuit has loops: after its passes they need not be rules any more.
[[nodiscard]] std::optional<WideCircuit> widen(const Circuit& circuit);

// A gate that only one gate reads, uncomplemented, becomes part of its reader; dead gates go.
void collapse(WideCircuit& wide);

// A common literal of many terms of an OR is taken out of them.
void factor(WideCircuit& wide);

// Legality, the end and goals are asked for when no move is made: they read no inputs any more.
// False if feedback nodes stand between.
[[nodiscard]] bool cut_moves_from_answers(WideCircuit& wide);

}  // namespace palamedes::circuit::wide
