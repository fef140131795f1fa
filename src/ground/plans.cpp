// How the engine goes through a rule: from a tuple of one condition through the others to the head,
// or from a head to its reasons.

#include <algorithm>
#include <cmath>
#include <limits>

#include "ground/engine.h"

namespace palamedes::ground {

using gdl::Literal;

// Makes one plan. Places in the ground rule are those of the clause, whatever the order of joins.
class Engine::PlanMaker {
 public:
  PlanMaker(Engine& engine, const gdl::Clause& clause, const TableOf& table_of)
      : engine_(engine), clause_(clause), bound_(clause.variables.size(), false) {
    plan_.slots = static_cast<std::uint32_t>(clause.variables.size());
    plan_.head_table = table_of(clause.head);
    plan_.writes = entry(plan_.head_table).table_class == TableClass::dynamic;
    for (const Literal& literal : clause.body) {
      const bool has_table = literal.kind != Literal::Kind::distinct;
      const std::uint32_t table = has_table ? table_of(literal.atom) : no_row;
      tables_.push_back(table);
      places_.push_back(no_row);
      if (literal.kind != Literal::Kind::positive || !is_dynamic(table)) continue;
      places_.back() = static_cast<std::uint32_t>(plan_.body_tables.size());
      plan_.body_tables.push_back(table);
    }
  }

  // From a tuple of this condition; from none if there is no such condition.
  JoinPlan from_condition(std::size_t start) {
    start_ = start;
    if (start < clause_.body.size()) {
      const Literal& literal = clause_.body[start];
      plan_.start_table = tables_[start];
      plan_.start_body = places_[start];
      plan_.start = patterns(literal.atom);
      if (engine_.is_twin(clause_, literal, plan_.start_table, plan_.head_table)) {
        plan_.twin_guard = plan_.start_table;
      }
    }
    order_conditions();
    add_negatives();
    plan_.head = patterns(clause_.head);
    if (engine_.reach_only_) plan_.writes = false;
    if (!engine_.reach_only_ || !looks_further()) plan_.decided_at = no_row;
    list_what_is_open();
    return std::move(plan_);
  }

  // From a tuple of the head.
  JoinPlan from_head() {
    start_ = clause_.body.size();
    plan_.start_table = plan_.head_table;
    plan_.start = patterns(clause_.head);
    const gdl::BoundVariables head = bound_;
    order_conditions();
    add_negatives();
    plan_.decided_at = no_row;
    note_single_scan(head);
    return std::move(plan_);
  }

 private:
  [[nodiscard]] const Entry& entry(std::uint32_t table) const { return engine_.entries_[table]; }
  [[nodiscard]] bool is_dynamic(std::uint32_t table) const {
    return table != no_row && entry(table).table_class == TableClass::dynamic;
  }
  std::vector<gdl::Pattern> patterns(const gdl::Atom& atom) {
    std::vector<gdl::Pattern> result;
    for (const gdl::Term& arg : atom.args) {
      result.push_back(compile_pattern(arg, bound_, engine_.pool_));
    }
    return result;
  }

  // What can be true is not known to be false: negations of it are no tests.
  [[nodiscard]] bool is_joined(std::size_t number) const {
    if (number == start_) return false;
    const Literal& literal = clause_.body[number];
    if (literal.kind == Literal::Kind::negative) return !is_dynamic(tables_[number]);
    // A guard of what the head has already is true.
    return !(from_a_head() && literal.kind == Literal::Kind::positive &&
             entry(tables_[number]).table_class == TableClass::guard &&
             is_known(literal.atom, bound_));
  }
  [[nodiscard]] bool from_a_head() const {
    return plan_.start_table == plan_.head_table && start_ == clause_.body.size();
  }

  void order_conditions() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < clause_.body.size(); ++i) {
      if (is_joined(i)) open.push_back(i);
    }
    note_decided();
    while (!open.empty()) {
      const std::size_t best = cheapest(open);
      const std::size_t number = open[best];
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
      add_condition(number);
      note_decided();
    }
  }

  void note_decided() {
    if (plan_.decided_at == no_row && is_known(clause_.head, bound_)) {
      plan_.decided_at = static_cast<std::uint32_t>(plan_.conditions.size());
    }
  }

  [[nodiscard]] std::size_t cheapest(const std::vector<std::size_t>& open) {
    std::size_t best = 0;
    double best_cost = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < open.size(); ++k) {
      const Literal& literal = clause_.body[open[k]];
      double this_cost = 1e300;
      if (literal.kind == Literal::Kind::positive) {
        this_cost = engine_.cost(literal, tables_[open[k]], bound_);
      } else if (is_known(literal.atom, bound_)) {
        this_cost = 0.0;
      }
      if (this_cost < best_cost) {
        best_cost = this_cost;
        best = k;
      }
    }
    return best;
  }

  void add_condition(std::size_t number) {
    const Literal& literal = clause_.body[number];
    Condition condition;
    condition.body = places_[number];
    condition.all_known = is_known(literal.atom, bound_);
    for (std::size_t i = 0; i < literal.atom.args.size() && i < 64; ++i) {
      if (is_known(literal.atom.args[i], bound_)) condition.known |= std::uint64_t{1} << i;
    }
    condition.args = patterns(literal.atom);
    if (literal.kind == Literal::Kind::distinct) {
      condition.kind = Condition::Kind::distinct;
      condition.is_test = true;
    } else {
      condition.kind =
          literal.kind == Literal::Kind::positive ? Condition::Kind::scan : Condition::Kind::absent;
      condition.table = tables_[number];
      condition.is_test = condition.all_known && entry(condition.table).complete &&
                          entry(condition.table).table_class == TableClass::fixed;
      Table& table = engine_.entries_[condition.table].table;
      if (condition.is_test) {
        table.prepare_holds();
      } else if (condition.all_known) {
        table.prepare_find();
      }
      condition.before_start = number < start_ && condition.table == plan_.start_table;
      if (!condition.all_known && condition.known != 0) {
        condition.index = table.index_for(condition.known);
      }
      if (engine_.is_twin(clause_, literal, condition.table, plan_.head_table)) {
        plan_.twin_guard = condition.table;
        plan_.twin_condition = static_cast<std::uint32_t>(plan_.conditions.size());
      }
    }
    plan_.conditions.push_back(std::move(condition));
  }

  // Whether a scan comes after the head is known: a mere test is cheaper than looking up the head.
  [[nodiscard]] bool looks_further() const {
    if (plan_.decided_at >= plan_.conditions.size()) return false;
    const auto rest = plan_.conditions.begin() + plan_.decided_at;
    return plan_.twin_guard != no_row ||
           std::any_of(rest, plan_.conditions.end(), [](const Condition& condition) {
             return condition.kind == Condition::Kind::scan && !condition.all_known;
           });
  }

  // Where a scan finds the tuples that are asked for, those that are derived already can leave its
  // list for good. Others read the same relation for other ends: the list is this head's own.
  void list_what_is_open() {
    if (plan_.twin_condition == no_row || plan_.decided_at != plan_.twin_condition + 1) return;
    Condition& condition = plan_.conditions[plan_.twin_condition];
    if (condition.index == no_row) return;
    condition.index = engine_.entries_[condition.table].table.index_for(condition.known, true);
    condition.drops_settled = true;
  }

  // `head`: what the head alone binds.
  void note_single_scan(const gdl::BoundVariables& head) {
    if (plan_.body_tables.size() != 1 || !plan_.negatives.empty()) return;
    const auto& conditions = plan_.conditions;
    const auto scan = std::find_if(conditions.begin(), conditions.end(),
                                   [](const Condition& each) { return !each.is_test; });
    if (scan == conditions.end() || scan->index == no_row || scan->before_start) return;
    if (!std::all_of(scan + 1, conditions.end(), [](const auto& each) { return each.is_test; })) {
      return;
    }
    if (scan->args.size() > 64) return;
    plan_.only_scan = static_cast<std::uint32_t>(scan - conditions.begin());
    for (auto test = scan + 1; test != conditions.end(); ++test) {
      for (const gdl::Pattern& pattern : test->args) add_tested_slots(pattern, head);
    }
  }
  void add_tested_slots(const gdl::Pattern& pattern, const gdl::BoundVariables& head) {
    for (const gdl::Pattern& part : pattern.parts) add_tested_slots(part, head);
    if (pattern.kind != gdl::Pattern::Kind::load || !head[pattern.slot]) return;
    auto& slots = plan_.tested_slots;
    if (std::find(slots.begin(), slots.end(), pattern.slot) == slots.end()) {
      slots.push_back(pattern.slot);
    }
  }

  void add_negatives() {
    for (std::size_t i = 0; i < clause_.body.size(); ++i) {
      if (clause_.body[i].kind != Literal::Kind::negative || !is_dynamic(tables_[i])) continue;
      NegativeAtom atom{tables_[i], patterns(clause_.body[i].atom)};
      if (!plan_.writes) continue;
      engine_.entries_[tables_[i]].table.prepare_find();
      plan_.negatives.push_back(std::move(atom));
    }
  }

  Engine& engine_;
  const gdl::Clause& clause_;
  gdl::BoundVariables bound_;
  std::vector<std::uint32_t> tables_;  // by condition
  std::vector<std::uint32_t> places_;  // by condition
  std::size_t start_ = 0;
  JoinPlan plan_;
};

void Engine::add_rule(const gdl::Clause& clause, const TableOf& table_of) {
  const auto add = [&](std::size_t start) {
    JoinPlan plan = PlanMaker(*this, clause, table_of).from_condition(start);
    const auto number = static_cast<std::uint32_t>(plans_.size());
    (plan.start_table == no_row ? once_ : entries_[plan.start_table].plans).push_back(number);
    plans_.push_back(std::move(plan));
  };
  bool waits = false;
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    if (clause.body[i].kind != Literal::Kind::positive) continue;
    if (entries_[table_of(clause.body[i].atom)].complete) continue;
    waits = true;
    add(i);
  }
  if (!waits) add(clause.body.size());
}

void Engine::add_definition(const gdl::Clause& clause, const TableOf& table_of) {
  JoinPlan plan = PlanMaker(*this, clause, table_of).from_head();
  entries_[plan.head_table].definitions.push_back(static_cast<std::uint32_t>(plans_.size()));
  plans_.push_back(std::move(plan));
}

const std::vector<std::uint32_t>& Engine::distinct_values(std::uint32_t table) {
  if (distinct_cache_.size() <= table) distinct_cache_.resize(table + 1);
  auto& distinct = distinct_cache_[table];
  const Table& rows = entries_[table].table;
  for (auto column = static_cast<std::uint32_t>(distinct.size()); column < rows.width(); ++column) {
    distinct.push_back(rows.distinct_values(column));
  }
  return distinct;
}

// Expected number of rows that satisfy a condition; the smallest comes first.
double Engine::cost(const Literal& literal, std::uint32_t table, const gdl::BoundVariables& bound) {
  const Entry& entry = entries_[table];
  const auto& args = literal.atom.args;
  if (!entry.complete) {
    double free = 0;
    for (const gdl::Term& arg : args) free += is_known(arg, bound) ? 0 : 1;
    if (free == 0) return 0.3;
    if (!reach_only_) return 1.0 + std::pow(6.0, free);
    // What shares nothing with the values known so far multiplies them; the more it shares, the
    // more it restricts them.
    constexpr double unconnected = 30.0;
    const double shared = static_cast<double>(args.size()) - free;
    return 1.0 + std::pow(6.0, free) * (shared == 0 ? unconnected : 1.0) - shared * 0.01;
  }
  if (is_known(literal.atom, bound)) return 0.2;
  const auto& distinct = distinct_values(table);
  double rows = entry.table.row_count();
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (is_known(args[i], bound)) rows /= std::max(1.0, static_cast<double>(distinct[i]));
  }
  return rows;
}

// A guard that always stands for the same tuple as the head of its rules.
bool Engine::is_twin(const gdl::Clause& clause, const Literal& literal, std::uint32_t table,
                     std::uint32_t head_table) {
  Entry& guard = entries_[table];
  if (guard.table_class != TableClass::guard || literal.atom.args != clause.head.args) return false;
  if (guard.twin_table == no_row) guard.twin_table = head_table;
  return guard.twin_table == head_table;
}

}  // namespace palamedes::ground
