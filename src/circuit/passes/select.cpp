// A role makes one move, so what depends on the moves of a role can be looked up once for all.
//
// Many facts say: a move m of these is made, and f(m) holds. "The piece p comes to the square t" is
//
//   OR over all moves m to t:  m AND (p was on the square that m leaves)
//
// for every p and t. Since only one move is made, it is the same as
//
//   (OR over all moves m to t: m)  AND  (OR over all moves m: m AND p was on the square it leaves)
//
// where the first part does not depend on p and the second not on t. The second part is a table: it
// holds moves of one group only, of which at most one is made; two roles that move at once have a
// table each. The condition of a move may depend on moves too, and so on other gates that read
// tables. As a table brings the conditions of all its gates to each of them, gates are in layers:
// what conditions in a table depend on reads tables of lower layers only.

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>

#include <boost/unordered/unordered_flat_map.hpp>

#include "circuit/knowledge.h"
#include "circuit/passes/passes.h"
#include "circuit/wide/wide_draft.h"

namespace palamedes::circuit::passes {
namespace {

using Leaves = wide::WideDraft::Leaves;
using Inputs = std::vector<CircuitNode>;

class Selection {
 public:
  Selection(wide::WideDraft& wide, std::span<const CircuitLoop> loops)
      : wide_(wide), loops_(loops), knowledge_(wide.circuit()) {}

  void run() {
    order_ = wide_.order();
    readers_ = wide_.count_readers(order_);
    for (const CircuitNode gate : order_) {
      if (!is_in_loop(gate)) find_choices(gate);
    }
    rests_.resize(conditions_.size());
    for (const auto& [rest, number] : conditions_) rests_[number] = &rest;
    find_layers();
    for (std::uint32_t i = 0; i < choices_.size(); ++i) put_into_table(i);
    drop_useless_tables();
    for (const Table& table : tables_) {
      if (!table.choices.empty()) build(table);
    }
  }

 private:
  // A gate says: none of these moves is made while its condition holds.
  struct Term {
    Literal leaf;  // of the gate
    Inputs inputs;
    std::uint32_t condition = 0;  // number in conditions_
  };
  struct Choice {
    CircuitNode gate = 0;
    std::uint32_t group = 0;
    std::uint32_t layer = 0;
    std::vector<Term> terms;
    boost::unordered_flat_map<CircuitNode, std::uint32_t> condition_of;  // by input

    bool claims(const Term& term) {
      for (const CircuitNode input : term.inputs) {
        const auto found = condition_of.find(input);
        if (found != condition_of.end() && found->second != term.condition) return false;
      }
      for (const CircuitNode input : term.inputs) condition_of[input] = term.condition;
      return true;
    }
  };
  // Choices of one group and layer in which every move has the same condition wherever it occurs.
  struct Table {
    std::uint32_t group = 0;
    std::uint32_t layer = 0;
    boost::unordered_flat_map<CircuitNode, std::uint32_t> condition_of;  // by input
    std::vector<std::uint32_t> choices;
  };

  // What a loop's gates read must not grow: a condition from behind the loop would become part of
  // it.
  [[nodiscard]] bool is_in_loop(CircuitNode gate) const {
    return std::any_of(loops_.begin(), loops_.end(), [&](const CircuitLoop& loop) {
      return loop.first_gate <= gate && gate < loop.end_gate;
    });
  }

  // The role's group of an input, if the literal is one and not complemented.
  [[nodiscard]] std::optional<std::uint32_t> group_of(Literal literal) const {
    const Circuit& circuit = wide_.circuit();
    if (literal.is_complemented() || literal.node() < circuit.first_input() ||
        literal.node() >= circuit.first_feedback()) {
      return std::nullopt;
    }
    const auto groups = knowledge_.groups_of(literal.node());
    return groups.empty() ? std::nullopt : std::optional(groups.front());
  }

  // The moves of one role of which one must be made for the literal to hold; empty if there are
  // none.
  [[nodiscard]] Inputs inputs_of(Literal literal) const {
    if (group_of(literal)) return {literal.node()};
    if (!literal.is_complemented() || !wide_.is_gate(literal.node())) return {};
    Inputs inputs;
    for (const Literal leaf : wide_.leaves(literal.node())) {
      const Literal input = !wide_.resolve(leaf);
      if (!group_of(input)) return {};
      if (!inputs.empty() && group_of({inputs.front(), false}) != group_of(input)) return {};
      inputs.push_back(input.node());
    }
    return inputs;
  }

  void find_choices(CircuitNode gate) {
    std::map<std::uint32_t, Choice> by_group;
    for (const Literal unresolved : wide_.leaves(gate)) {
      const Literal leaf = wide_.resolve(unresolved);
      if (!leaf.is_complemented() || !wide_.is_gate(leaf.node()) || readers_[leaf.node()] != 1) {
        continue;
      }
      Term term{.leaf = leaf};
      std::vector<Literal> rest;
      for (const Literal part : wide_.leaves(leaf.node())) {
        const Literal literal = wide_.resolve(part);
        Inputs inputs = term.inputs.empty() ? inputs_of(literal) : Inputs{};
        if (inputs.empty()) {
          rest.push_back(literal);
        } else {
          term.inputs = std::move(inputs);
        }
      }
      if (term.inputs.empty() || rest.empty()) continue;
      std::sort(rest.begin(), rest.end());
      std::sort(term.inputs.begin(), term.inputs.end());
      term.condition =
          conditions_.emplace(std::move(rest), static_cast<std::uint32_t>(conditions_.size()))
              .first->second;
      Choice& choice = by_group[*group_of({term.inputs.front(), false})];
      // A move with a second condition cannot be in the same table: that term stays as it is.
      if (choice.claims(term)) choice.terms.push_back(std::move(term));
    }
    for (auto& [group, choice] : by_group) {
      if (choice.terms.size() < 2) continue;
      choice.gate = gate;
      choice.group = group;
      choices_.push_back(std::move(choice));
    }
  }

  // The layer of a choice is above that of all its conditions; that of a gate is not below its
  // choices and what it reads. Gates in loops have no choices, so what feeds back comes to rest.
  void find_layers() {
    std::vector<std::uint32_t> layer_of(wide_.node_count(), 0);
    const auto highest = [&](const auto& literals) {
      std::uint32_t result = 0;
      for (const Literal literal : literals) {
        result = std::max(result, layer_of[wide_.resolve(literal).node()]);
      }
      return result;
    };
    for (bool changed = true; changed;) {
      auto choice = choices_.begin();  // in the order of their gates
      for (const CircuitNode gate : order_) {
        layer_of[gate] = highest(wide_.leaves(gate));
        for (; choice != choices_.end() && choice->gate == gate; ++choice) {
          for (const Term& term : choice->terms) {
            choice->layer = std::max(choice->layer, 1 + highest(*rests_[term.condition]));
          }
          layer_of[gate] = std::max(layer_of[gate], choice->layer);
        }
      }
      changed = false;
      for (const CircuitLoop& loop : loops_) {
        for (std::size_t i = 0; i < loop.values.size(); ++i) {
          std::uint32_t& layer = layer_of[loop.first_feedback + i];
          const std::uint32_t fed = highest(std::array{loop.values[i]});
          changed = changed || layer != fed;
          layer = fed;
        }
      }
    }
  }

  void put_into_table(std::uint32_t number) {
    const Choice& choice = choices_[number];
    // Tables that know most of the conditions come first.
    std::map<std::uint32_t, std::uint32_t> common;
    for (const Term& term : choice.terms) {
      const auto found = tables_with_.find(term.condition);
      if (found == tables_with_.end()) continue;
      for (const std::uint32_t table : found->second) ++common[table];
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranked;
    for (const auto& [table, count] : common) ranked.emplace_back(count, table);
    std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    for (const auto& [count, table] : ranked) {
      if (!fits(choice, tables_[table])) continue;
      add(number, table);
      return;
    }
    tables_.push_back({.group = choice.group, .layer = choice.layer});
    add(number, static_cast<std::uint32_t>(tables_.size() - 1));
  }

  static bool fits(const Choice& choice, const Table& table) {
    if (choice.group != table.group || choice.layer != table.layer) return false;
    for (const Term& term : choice.terms) {
      for (const CircuitNode input : term.inputs) {
        const auto found = table.condition_of.find(input);
        if (found != table.condition_of.end() && found->second != term.condition) return false;
      }
    }
    return true;
  }

  void add(std::uint32_t number, std::uint32_t table) {
    tables_[table].choices.push_back(number);
    for (const Term& term : choices_[number].terms) {
      for (const CircuitNode input : term.inputs) {
        tables_[table].condition_of[input] = term.condition;
      }
      auto& tables = tables_with_[term.condition];
      if (std::find(tables.begin(), tables.end(), table) == tables.end()) tables.push_back(table);
    }
  }

  // What a table needs beside ORs of moves, which tables have in common: a gate for each condition
  // and one to join it with the others, and one for each choice; without it, two for each term.
  void drop_useless_tables() {
    for (Table& table : tables_) {
      std::size_t terms = 0;
      for (const std::uint32_t choice : table.choices) terms += choices_[choice].terms.size();
      const std::size_t without = 2 * terms;
      const std::size_t with = 2 * moves_by_condition(table).size() + 2 * table.choices.size();
      if (table.choices.size() < 2 || with * 2 > without) table.choices.clear();
    }
  }

  static std::map<std::uint32_t, Inputs> moves_by_condition(const Table& table) {
    std::map<std::uint32_t, Inputs> result;
    for (const auto& [input, condition] : table.condition_of) result[condition].push_back(input);
    for (auto& [condition, inputs] : result) std::sort(inputs.begin(), inputs.end());
    return result;
  }

  // A literal that says that one of the moves is made.
  Literal any_of(const Inputs& inputs) {
    if (inputs.size() == 1) return {inputs.front(), false};
    Leaves leaves;
    for (const CircuitNode input : inputs) leaves.push_back({input, true});
    return {wide_.add(leaves), true};
  }

  void build(const Table& table) {
    Leaves none;
    for (const auto& [condition, inputs] : moves_by_condition(table)) {
      Leaves one(rests_[condition]->begin(), rests_[condition]->end());
      one.push_back(any_of(inputs));
      none.push_back({wide_.add(one), true});
    }
    const Literal looked_up(wide_.add(none), true);
    for (const std::uint32_t number : table.choices) {
      const Choice& choice = choices_[number];
      Inputs inputs;
      std::vector<Literal> replaced;
      for (const Term& term : choice.terms) {
        inputs.insert(inputs.end(), term.inputs.begin(), term.inputs.end());
        replaced.push_back(term.leaf);
      }
      std::sort(inputs.begin(), inputs.end());
      inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
      std::sort(replaced.begin(), replaced.end());
      Leaves leaves;
      for (const Literal unresolved : wide_.leaves(choice.gate)) {
        const Literal leaf = wide_.resolve(unresolved);
        if (!std::binary_search(replaced.begin(), replaced.end(), leaf)) leaves.push_back(leaf);
      }
      leaves.push_back({wide_.add({any_of(inputs), looked_up}), true});
      wide_.leaves(choice.gate) = leaves;
    }
  }

  wide::WideDraft& wide_;
  std::span<const CircuitLoop> loops_;
  CircuitKnowledge knowledge_;
  std::vector<CircuitNode> order_;
  std::vector<std::uint32_t> readers_;
  std::map<std::vector<Literal>, std::uint32_t> conditions_;
  std::vector<const std::vector<Literal>*> rests_;  // by number of the condition
  std::vector<Choice> choices_;
  std::vector<Table> tables_;
  boost::unordered_flat_map<std::uint32_t, std::vector<std::uint32_t>> tables_with_;
};

}  // namespace

Circuit select(Circuit circuit, const CircuitPassOptions& options) {
  if (circuit.gates.size() > options.max_gates) return circuit;
  wide::WideDraft wide(circuit);
  Selection(wide, circuit.loops).run();
  Circuit result = share(wide.narrow(), options);
  return result.gates.size() < circuit.gates.size() ? result : circuit;
}

}  // namespace palamedes::circuit::passes
