#include "circuit/formula.h"

#include <cadical.hpp>

namespace palamedes::circuit {
namespace {

constexpr int most_conflicts = 200;  // of one question
constexpr int solver_says_yes = 10;
constexpr int solver_says_no = 20;

}  // namespace

// The solver asks it before each decision and after each conflict.
class CircuitFormula::Counter final : public CaDiCaL::Terminator {
 public:
  explicit Counter(CircuitFormula& formula) : formula_(formula) {}
  bool terminate() override {
    formula_.effort_.spend_decision(static_cast<std::uint64_t>(formula_.variables_));
    return formula_.effort_.is_over();
  }

 private:
  CircuitFormula& formula_;
};

CircuitFormula::CircuitFormula(const Circuit& circuit, Scope scope, Effort& effort)
    : circuit_(circuit),
      effort_(effort),
      knowledge_(circuit),
      counter_(std::make_unique<Counter>(*this)),
      solver_(std::make_unique<CaDiCaL::Solver>()),
      variable_(circuit.node_count(), 0),
      ladders_(knowledge_.groups().size()) {
  // Many small questions: what pays for a single hard one costs more than it gives.
  for (const char* option : {"inprocessing", "lucky", "rephase"}) solver_->set(option, 0);
  solver_->set("quiet", 1);
  solver_->set("terminateint", 0);  // ask each time
  solver_->connect_terminator(counter_.get());
  add_clause({-touch(0)});
  if (scope == Scope::step) add_clause({-variable(circuit.terminal)});
}

CircuitFormula::~CircuitFormula() = default;

void CircuitFormula::add_clause(std::span<const int> clause) {
  effort_.spend(Effort::clause);
  for (const int literal : clause) solver_->add(literal);
  solver_->add(0);
}

void CircuitFormula::add_clause(std::initializer_list<int> clause) {
  add_clause(std::span<const int>(clause.begin(), clause.size()));
}

Answer CircuitFormula::ask(std::initializer_list<int> assumptions) {
  return ask(std::span<const int>(assumptions.begin(), assumptions.size()));
}

int CircuitFormula::touch(CircuitNode node) {
  int& variable = variable_[node];
  if (variable == 0) {
    variable = fresh_variable();
    touched_.push_back(node);
  }
  return variable;
}

int CircuitFormula::variable(Literal literal) {
  const int variable = touch(literal.node());
  encode_touched();
  return literal.is_complemented() ? -variable : variable;
}

void CircuitFormula::encode_touched() {
  const auto number = [&](Literal literal) {
    const int variable = touch(literal.node());
    return literal.is_complemented() ? -variable : variable;
  };
  while (!touched_.empty()) {
    const CircuitNode node = touched_.back();
    touched_.pop_back();
    const int own = variable_[node];
    if (circuit_.is_gate(node)) {
      const int a = number(circuit_.gate(node).a);
      const int b = number(circuit_.gate(node).b);
      add_clause({-own, a});
      add_clause({-own, b});
      add_clause({own, -a, -b});
      continue;
    }
    for (const std::uint32_t group : knowledge_.groups_of(node)) join_group(group, node);
    const Literal legal = knowledge_.legal_of(node);
    if (legal != true_literal) add_clause({-own, number(legal)});
  }
}

// Each member that comes excludes those before it. Once most members are there the others come too,
// and then one of them must be true.
void CircuitFormula::join_group(std::uint32_t number, CircuitNode member) {
  Ladder& ladder = ladders_[number];
  const int own = variable_[member];
  const int next = fresh_variable();
  add_clause({-own, next});
  if (ladder.last != 0) {
    add_clause({-own, -ladder.last});
    add_clause({-ladder.last, next});
    add_clause({-next, own, ladder.last});
  } else {
    add_clause({-next, own});
  }
  ladder.last = next;
  ++ladder.count;
  const CircuitKnowledge::Group& group = knowledge_.group(number);
  if (!group.exactly_one) return;
  if (ladder.count == group.members.size()) {
    add_clause({ladder.last});
  } else if (!ladder.complete && ladder.count * 2 > group.members.size()) {
    ladder.complete = true;
    for (const CircuitNode other : group.members) touch(other);
  }
}

void CircuitFormula::know_all_moves() {
  for (const CircuitRole& role : circuit_.roles) {
    for (const CircuitMove& move : role.moves) {
      if (move.input != CircuitMove::no_input) touch(move.input);
    }
  }
  encode_touched();
}

Answer CircuitFormula::ask(std::span<const int> assumptions) {
  effort_.spend_question(static_cast<std::uint64_t>(variables_));
  for (const int literal : assumptions) solver_->assume(literal);
  solver_->limit("conflicts", most_conflicts);
  switch (solver_->solve()) {
    case solver_says_yes:
      return Answer::possible;
    case solver_says_no:
      return Answer::impossible;
    default:
      return Answer::unknown;
  }
}

bool CircuitFormula::example(CircuitNode node) const {
  return variable_[node] != 0 && example_of(variable_[node]);
}

bool CircuitFormula::example_of(int variable) const {
  const int value = solver_->val(variable > 0 ? variable : -variable);
  return variable > 0 ? value > 0 : value < 0;
}

}  // namespace palamedes::circuit
