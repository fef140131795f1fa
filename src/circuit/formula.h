#pragma once
// Questions about a circuit for a SAT solver: can these literals be true at once?
//
// Gates come into the solver when a question needs them, and with a base or an input what is known
// about it: which others it excludes, and that a move that is made is legal. Leaving knowledge out
// can only make more possible, so "impossible" is always a proof. Feedback is free: a proof holds
// in every round of a loop. The solver counts what it does as effort and gives up when that is
// over.

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "circuit/circuit.h"
#include "circuit/effort.h"
#include "circuit/knowledge.h"

namespace CaDiCaL {  // NOLINT(readability-identifier-naming): the library's own
class Solver;
}

namespace palamedes::circuit {

enum class Answer : std::uint8_t { impossible, possible, unknown };

class CircuitFormula {
 public:
  // What the questions are about: any state, or a state in which play goes on and the moves there.
  enum class Scope : std::uint8_t { state, step };

  // Circuit and effort must outlive the formula, and the circuit have an input for every move.
  CircuitFormula(const Circuit& circuit, Scope scope, Effort& effort);
  ~CircuitFormula();
  CircuitFormula(const CircuitFormula&) = delete;
  CircuitFormula& operator=(const CircuitFormula&) = delete;

  // A variable of its own, beside the nodes; a negative number is the complement.
  [[nodiscard]] int fresh_variable() { return ++variables_; }
  // The variable of a literal; its gates are there from now on.
  [[nodiscard]] int variable(Literal literal);
  void add_clause(std::initializer_list<int> clause);
  void add_clause(std::span<const int> clause);
  // From now on exactly one move of each role counts, whether a question mentions them or not.
  void know_all_moves();

  [[nodiscard]] Answer ask(std::span<const int> assumptions);
  [[nodiscard]] Answer ask(std::initializer_list<int> assumptions);
  // After `possible`; FALSE for what no question needed.
  [[nodiscard]] bool example(CircuitNode node) const;
  [[nodiscard]] bool example_of(int variable) const;
  [[nodiscard]] int variable_count() const { return variables_; }

 private:
  int touch(CircuitNode node);
  void encode_touched();
  void join_group(std::uint32_t number, CircuitNode member);

  struct Ladder {
    int last = 0;  // true if one of those so far is
    std::size_t count = 0;
    bool complete = false;
  };

  class Counter;

  const Circuit& circuit_;
  Effort& effort_;
  CircuitKnowledge knowledge_;
  std::unique_ptr<Counter> counter_;  // must outlive the solver
  std::unique_ptr<CaDiCaL::Solver> solver_;
  int variables_ = 0;
  std::vector<int> variable_;  // by node; 0: not there
  std::vector<CircuitNode> touched_;
  std::vector<Ladder> ladders_;  // by group
};

}  // namespace palamedes::circuit
