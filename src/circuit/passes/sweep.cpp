// Gates that are equal, or each other's complement, in every state that play can reach. Random
// games show which may be (their words are hashed, node by node); a SAT solver proves it from what
// is known about states and moves, or gives an example that separates them, which is simulated
// like one more game.

#include <algorithm>
#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/hash.h"
#include "circuit/effort.h"
#include "circuit/formula.h"
#include "circuit/passes/passes.h"
#include "circuit/playouts.h"
#include "circuit/substitute.h"

namespace palamedes::circuit::passes {
namespace {

using Word = CircuitPlayouts::Word;
using Scope = CircuitFormula::Scope;

constexpr std::size_t most_games_steps = 1024;
constexpr int most_variables = 60'000;  // then the solver starts afresh
constexpr std::size_t games = 64;

// Equal hashes: equal, or complementary, in all that was seen.
class Signatures {
 public:
  explicit Signatures(std::size_t nodes) : hash_(nodes, 0), complemented_(nodes, false) {}

  // Of the games in `mask`, the first of which decides what is the complement.
  void add(const CircuitValues& values, Word mask) {
    for (CircuitNode node = 0; node < hash_.size(); ++node) {
      const Word word = values.value({node, false});
      if (fresh_) complemented_[node] = (word & mask & (~mask + 1)) != 0;
      hash_[node] = combine(hash_[node], (complemented_[node] ? ~word : word) & mask);
    }
    fresh_ = false;
  }
  [[nodiscard]] std::uint64_t hash(CircuitNode node) const { return hash_[node]; }
  [[nodiscard]] bool is_complemented(CircuitNode node) const { return complemented_[node]; }

 private:
  std::vector<std::uint64_t> hash_;
  std::vector<bool> complemented_;
  bool fresh_ = true;
};

class Sweeper {
 public:
  Sweeper(const Circuit& circuit, const CircuitPassOptions& options)
      : circuit_(circuit),
        options_(options),
        effort_(options.proof_seconds),
        meaning_(identity_of(circuit)),
        given_up_(circuit.node_count(), false),
        of_states_(circuit.node_count()),
        of_steps_(circuit.node_count()) {}

  std::vector<Literal> run() {
    play();
    order_nodes(Scope::state);
    effort_.set_limit(options_.proof_seconds / 2);
    merge(Scope::state, of_states_);
    order_nodes(Scope::step);
    effort_.set_limit(options_.proof_seconds);
    merge(Scope::step, of_steps_);
    return std::move(meaning_);
  }

 private:
  void play() {
    CircuitPlayouts playouts(circuit_, options_.seed);
    for (std::size_t step = 0; step < most_games_steps; ++step) {
      playouts.step();
      of_states_.add(playouts.values(), ~Word{0});
      if (playouts.going_on() != 0) of_steps_.add(playouts.values(), playouts.going_on());
      effort_.spend_game_step(circuit_.node_count());
      effort_.spend(2 * Effort::node_looked_at * circuit_.node_count());
      if (step >= games && effort_.is_beyond(options_.proof_seconds / 5)) break;
    }
  }

  // What can stand for a node comes before it.
  void order_nodes(Scope scope) {
    nodes_.clear();
    const auto add = [&](CircuitNode first, CircuitNode end) {
      for (CircuitNode node = first; node < end; ++node) {
        if (meaning_[node].node() == node) nodes_.push_back(node);
      }
    };
    add(0, circuit_.first_input());
    add(circuit_.first_gate(), circuit_.first_move_gate);
    first_candidate_ = scope == Scope::state ? circuit_.first_input() : nodes_.size();
    if (scope == Scope::state) return;
    add(circuit_.first_input(), circuit_.first_feedback());
    add(circuit_.first_move_gate, circuit_.node_count());
  }

  void merge(Scope scope, Signatures& signatures) {
    formula_.emplace(circuit_, scope, effort_);
    while (!effort_.is_over() && !merge_round(scope, signatures)) refine(signatures);
    formula_.reset();
  }

  // False if there are examples to look at before it makes sense to go on.
  bool merge_round(Scope scope, const Signatures& signatures) {
    effort_.spend(Effort::node_looked_at * nodes_.size());
    boost::unordered_flat_map<std::uint64_t, CircuitNode> first;
    examples_.clear();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const CircuitNode node = nodes_[i];
      if (meaning_[node].node() != node) continue;
      const auto [entry, is_new] = first.emplace(signatures.hash(node), node);
      if (is_new || i < first_candidate_ || given_up_[node]) continue;
      const Literal other(entry->second, signatures.is_complemented(node) !=
                                             signatures.is_complemented(entry->second));
      if (effort_.is_over()) return true;
      try_to_merge(scope, node, other);
      if (examples_.size() == games) return false;
    }
    return examples_.empty();
  }

  void try_to_merge(Scope scope, CircuitNode node, Literal other) {
    if (formula_->variable_count() > most_variables) formula_.emplace(circuit_, scope, effort_);
    // That a role has to make this move follows from what the others need.
    if (!circuit_.is_gate(node)) formula_->know_all_moves();
    const int a = formula_->variable({node, false});
    const int b = formula_->variable(other);
    for (const int sign : {1, -1}) {
      switch (formula_->ask({sign * a, -sign * b})) {
        case Answer::impossible:
          formula_->add_clause({-sign * a, sign * b});
          break;
        case Answer::possible:
          keep_example();
          return;
        case Answer::unknown:
          given_up_[node] = true;
          return;
      }
    }
    meaning_[node] = other;
  }

  void keep_example() {
    std::vector<bool>& example = examples_.emplace_back(circuit_.first_gate());
    for (CircuitNode node = 1; node < circuit_.first_gate(); ++node) {
      example[node] = formula_->example(node);
    }
  }

  void refine(Signatures& signatures) {
    CircuitValues values(circuit_);
    for (CircuitNode node = 1; node < circuit_.first_gate(); ++node) {
      Word word = 0;
      for (std::size_t i = 0; i < examples_.size(); ++i) {
        if (examples_[i][node]) word |= Word{1} << i;
      }
      values.set_node(node, word);
    }
    values.evaluate_once();
    effort_.spend_game_step(circuit_.node_count());
    signatures.add(values,
                   examples_.size() == games ? ~Word{0} : (Word{1} << examples_.size()) - 1);
  }

  const Circuit& circuit_;
  const CircuitPassOptions& options_;
  Effort effort_;
  std::vector<Literal> meaning_;
  std::vector<bool> given_up_;
  Signatures of_states_;
  Signatures of_steps_;
  std::vector<CircuitNode> nodes_;
  std::size_t first_candidate_ = 0;
  std::optional<CircuitFormula> formula_;
  std::vector<std::vector<bool>> examples_;
};

}  // namespace

Circuit sweep(Circuit circuit, const CircuitPassOptions& options) {
  if (circuit.gates.size() > options.max_gates) return circuit;
  circuit = give_all_moves_inputs(std::move(circuit));
  const std::vector<Literal> meaning = Sweeper(circuit, options).run();
  return substitute(std::move(circuit), meaning);
}

}  // namespace palamedes::circuit::passes
