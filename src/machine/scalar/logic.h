#pragma once
// A game's logic as ANDs of any number of literals: what the incremental machines are made from.
//
//   node   0 | 1 … bases | … inputs | … gates, inputs before readers
//   gate   its literals, sorted; an OR is a complemented AND of complements

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "circuit/circuit.h"
#include "net/propnet.h"

namespace palamedes::machine::scalar {

using circuit::false_literal;
using circuit::Literal;
using circuit::true_literal;
using LogicNode = std::uint32_t;

struct Logic {
  static constexpr LogicNode no_input = 0;

  struct Role {
    std::vector<Literal> legal;    // by move
    std::vector<LogicNode> input;  // by move; no_input: nothing depends on it
    std::vector<std::pair<int, Literal>> goals;
  };

  std::size_t base_count = 0;
  std::size_t input_count = 0;
  std::vector<std::uint32_t> first{0};  // by gate, into literals; one more at the end
  std::vector<Literal> literals;
  std::vector<Literal> next;  // by base
  std::vector<Role> roles;
  Literal terminal;  // like legality and goals it does not depend on inputs
  std::vector<std::uint64_t> initial;

  [[nodiscard]] LogicNode base(std::size_t i) const { return static_cast<LogicNode>(1 + i); }
  [[nodiscard]] LogicNode first_input() const { return static_cast<LogicNode>(1 + base_count); }
  [[nodiscard]] LogicNode first_gate() const {
    return static_cast<LogicNode>(1 + base_count + input_count);
  }
  [[nodiscard]] LogicNode node_count() const {
    return first_gate() + static_cast<LogicNode>(first.size() - 1);
  }
  [[nodiscard]] bool is_base(LogicNode node) const { return node >= 1 && node < first_input(); }
  [[nodiscard]] bool is_input(LogicNode node) const {
    return node >= first_input() && node < first_gate();
  }
  [[nodiscard]] bool is_gate(LogicNode node) const { return node >= first_gate(); }
  [[nodiscard]] std::span<const Literal> inputs(LogicNode gate) const {
    const std::size_t i = gate - first_gate();
    return {literals.data() + first[i], first[i + 1] - first[i]};
  }
  [[nodiscard]] std::size_t state_words() const { return (base_count + 63) / 64; }
  [[nodiscard]] std::size_t memory_bytes() const;

  // Calls a function with a reference to every literal that is looked at from outside.
  template <typename Function>
  void for_each_output(Function&& function) {
    for (Literal& literal : next) function(literal);
    for (Role& role : roles) {
      for (Literal& literal : role.legal) function(literal);
      for (auto& [value, literal] : role.goals) function(literal);
    }
    function(terminal);
  }
};

// Adds gates to a logic: equal ones once, trivial ones not at all.
class LogicBuilder {
 public:
  explicit LogicBuilder(Logic& logic);

  // The literals may be in any order, constant, doubled or contradictory.
  Literal conjunction(std::vector<Literal>& literals);

 private:
  Logic& logic_;
  boost::unordered_flat_map<std::uint64_t, LogicNode> by_hash_;  // the last of that hash
};

// Which literal of a new logic stands for a node of an old one; the sources are the same.
class LogicCopy {
 public:
  LogicCopy(const Logic& from, Logic& to);

  void add(LogicNode gate, std::vector<Literal>& literals) {
    known_[gate] = builder_.conjunction(literals);
  }
  [[nodiscard]] Literal at(Literal literal) const {
    return known_[literal.node()] ^ literal.is_complemented();
  }
  [[nodiscard]] LogicBuilder& builder() { return builder_; }

 private:
  LogicBuilder builder_;
  std::vector<Literal> known_;
};

[[nodiscard]] Logic without_gates(const Logic& logic);

[[nodiscard]] std::uint64_t hash_of(std::span<const Literal> literals);

// Sorts, drops doubles and TRUE; false if the conjunction is FALSE.
bool simplify_conjunction(std::vector<Literal>& literals);

// Nothing if the network has circles, or the circuit loops.
[[nodiscard]] std::optional<Logic> logic_of(const net::PropNet& net);
[[nodiscard]] std::optional<Logic> logic_of(const circuit::Circuit& circuit);

// A gate that only one gate reads, uncomplemented, becomes part of its reader; dead gates go.
void collapse(Logic& logic);

// A common literal of many terms of an OR is taken out of them.
void factor(Logic& logic);

// Legality, the end and goals are asked for when no move is made: they read no inputs any more.
void cut_moves_from_answers(Logic& logic);

}  // namespace palamedes::machine::scalar
