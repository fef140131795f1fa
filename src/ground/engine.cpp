#include "ground/engine.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "gdl/argument_buffer.h"

namespace palamedes::ground {

using gdl::ArgumentBuffer;
using gdl::Literal;
using gdl::Pattern;
using gdl::TermId;

std::uint32_t Engine::add_table(std::uint32_t width, TableClass table_class) {
  entries_.push_back({.table = Table(width), .table_class = table_class});
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

void Engine::feed(std::uint32_t from, std::uint32_t to) { entries_[from].feeds.push_back(to); }

std::uint32_t Engine::atom_of(std::uint32_t table, std::uint32_t row) const {
  const auto& atoms = entries_[table].atoms;
  return row < atoms.size() ? atoms[row] : no_row;
}

std::uint32_t Engine::make_atom(std::uint32_t table, std::uint32_t row) {
  auto& atoms = entries_[table].atoms;
  if (row >= atoms.size()) atoms.resize(std::max<std::size_t>(row + 1, atoms.size() * 2), no_row);
  if (atoms[row] == no_row) {
    atoms[row] = static_cast<std::uint32_t>(atoms_.size());
    atoms_.push_back({table, row});
  }
  return atoms[row];
}

void Engine::add_rule(const gdl::Clause& clause,
                      const std::function<std::uint32_t(const gdl::Atom&)>& table_of) {
  bool waits = false;
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    if (clause.body[i].kind != Literal::Kind::positive) continue;
    if (entries_[table_of(clause.body[i].atom)].complete) continue;
    waits = true;
    add_plan(clause, table_of, i);
  }
  if (!waits) add_plan(clause, table_of, clause.body.size());
}

// Expected number of rows that satisfy a condition; the smallest comes first.
double Engine::cost(const Literal& literal, std::uint32_t table, const gdl::BoundVariables& bound) {
  const Entry& entry = entries_[table];
  const auto& args = literal.atom.args;
  if (!entry.complete) {
    double free = 0;
    for (const gdl::Term& arg : args) free += is_known(arg, bound) ? 0 : 1;
    return free == 0 ? 0.3 : 1.0 + std::pow(6.0, free);
  }
  if (distinct_cache_.size() <= table) distinct_cache_.resize(table + 1);
  auto& distinct = distinct_cache_[table];
  if (distinct.empty()) {
    for (std::uint32_t column = 0; column < entry.table.width(); ++column) {
      distinct.push_back(entry.table.distinct_values(column));
    }
  }
  double rows = entry.table.row_count();
  bool all = true;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (is_known(args[i], bound)) {
      rows /= std::max(1.0, static_cast<double>(distinct[i]));
    } else {
      all = false;
    }
  }
  return all ? 0.2 : rows;
}

// A guard that always stands for the same tuple as the head of its rules.
bool Engine::is_twin(const gdl::Clause& clause, const Literal& literal, std::uint32_t table,
                     std::uint32_t head_table) {
  Entry& guard = entries_[table];
  if (guard.table_class != TableClass::guard || literal.atom.args != clause.head.args) return false;
  if (guard.twin_table == no_row) guard.twin_table = head_table;
  return guard.twin_table == head_table;
}

void Engine::add_plan(const gdl::Clause& clause,
                      const std::function<std::uint32_t(const gdl::Atom&)>& table_of,
                      std::size_t start) {
  Plan plan;
  plan.slots = static_cast<std::uint32_t>(clause.variables.size());
  plan.head_table = table_of(clause.head);
  plan.writes = entries_[plan.head_table].table_class == TableClass::dynamic;
  gdl::BoundVariables bound(clause.variables.size(), false);

  // Places in the ground rule, in the order of the clause whatever the order of the joins.
  std::vector<std::uint32_t> place(clause.body.size(), no_row);
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    if (clause.body[i].kind != Literal::Kind::positive) continue;
    if (entries_[table_of(clause.body[i].atom)].table_class == TableClass::dynamic) {
      place[i] = plan.body_size++;
    }
  }

  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    const Literal& literal = clause.body[i];
    if (i == start) {
      plan.start_table = table_of(literal.atom);
      plan.start_body = place[i];
      for (const gdl::Term& arg : literal.atom.args) {
        plan.start.push_back(compile_pattern(arg, bound, pool_));
      }
      if (is_twin(clause, literal, plan.start_table, plan.head_table)) {
        plan.twin_guard = plan.start_table;
      }
      continue;
    }
    if (literal.kind == Literal::Kind::negative &&
        entries_[table_of(literal.atom)].table_class == TableClass::dynamic) {
      continue;
    }
    open.push_back(i);
  }

  while (!open.empty()) {
    std::size_t best = 0;
    double best_cost = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < open.size(); ++k) {
      const Literal& literal = clause.body[open[k]];
      double this_cost = 1e300;
      if (literal.kind == Literal::Kind::positive) {
        this_cost = cost(literal, table_of(literal.atom), bound);
      } else if (is_known(literal.atom, bound)) {
        this_cost = 0.0;
      }
      if (this_cost < best_cost) {
        best_cost = this_cost;
        best = k;
      }
    }
    const std::size_t number = open[best];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
    const Literal& literal = clause.body[number];
    Condition condition;
    condition.body = place[number];
    condition.all_known = is_known(literal.atom, bound);
    for (std::size_t i = 0; i < literal.atom.args.size() && i < 64; ++i) {
      if (is_known(literal.atom.args[i], bound)) condition.known |= std::uint64_t{1} << i;
    }
    for (const gdl::Term& arg : literal.atom.args) {
      condition.args.push_back(compile_pattern(arg, bound, pool_));
    }
    if (literal.kind == Literal::Kind::distinct) {
      condition.kind = Condition::Kind::distinct;
    } else {
      condition.kind =
          literal.kind == Literal::Kind::positive ? Condition::Kind::scan : Condition::Kind::absent;
      condition.table = table_of(literal.atom);
      condition.before_start = number < start && condition.table == plan.start_table;
      if (!condition.all_known && condition.known != 0) {
        condition.index = entries_[condition.table].table.index_for(condition.known);
      }
      if (is_twin(clause, literal, condition.table, plan.head_table)) {
        plan.twin_guard = condition.table;
        plan.twin_condition = static_cast<std::uint32_t>(plan.conditions.size());
      }
    }
    plan.conditions.push_back(std::move(condition));
  }

  for (const Literal& literal : clause.body) {
    if (literal.kind != Literal::Kind::negative) continue;
    const std::uint32_t table = table_of(literal.atom);
    if (entries_[table].table_class != TableClass::dynamic) continue;
    NegativeAtom atom{table, {}};
    for (const gdl::Term& arg : literal.atom.args) {
      atom.args.push_back(compile_pattern(arg, bound, pool_));
    }
    if (plan.writes) plan.negatives.push_back(std::move(atom));
  }
  for (const gdl::Term& arg : clause.head.args) {
    plan.head.push_back(compile_pattern(arg, bound, pool_));
  }

  const auto number = static_cast<std::uint32_t>(plans_.size());
  if (plan.start_table == no_row) {
    once_.push_back(number);
  } else {
    entries_[plan.start_table].plans.push_back(number);
  }
  plans_.push_back(std::move(plan));
}

bool Engine::within_limits() {
  if (!stop_reason_.empty()) return false;
  if (rules_.count > limits_.max_rules) {
    stop_reason_ = fmt::format("{} ground rules, the limit of --max-rules", limits_.max_rules);
    return false;
  }
  // A look at the clock costs more than most steps.
  constexpr std::size_t ticks_between_looks = 4096;
  if (++ticks_ % ticks_between_looks != 0) return true;
  if (watch_.seconds() > limits_.seconds) {
    stop_reason_ =
        fmt::format("{:g} seconds, the limit of {}", limits_.seconds, limits_.seconds_option);
  } else if (limits_.is_cancelled()) {
    stop_reason_ = "the wish of who asked for it";
  } else if (pool_.size() > limits_.max_terms) {
    stop_reason_ = fmt::format("{} terms, the limit of --max-terms", limits_.max_terms);
  } else if (ticks_ % (ticks_between_looks * 16) == 0 && memory_bytes() > limits_.memory_bytes) {
    stop_reason_ =
        fmt::format("{} MB of memory, the limit of --memory-limit", limits_.memory_bytes >> 20U);
  }
  return stop_reason_.empty();
}

bool Engine::run() {
  for (std::size_t i = 0; i < once_.size() && within_limits(); ++i) {
    run_plan(plans_[once_[i]], no_row);
  }
  once_.clear();
  while (queue_head_ < queue_.size() && within_limits()) {
    const AtomPlace place = queue_[queue_head_++];
    entries_[place.table].table.show(place.row);
    current_table_ = place.table;
    current_row_ = place.row;
    for (std::size_t i = 0; i < entries_[place.table].plans.size(); ++i) {
      run_plan(plans_[entries_[place.table].plans[i]], place.row);
    }
  }
  if (queue_head_ == queue_.size()) {
    queue_.clear();
    queue_head_ = 0;
  }
  return stop_reason_.empty();
}

void Engine::run_plan(const Plan& plan, std::uint32_t row) {
  if (slots_.size() < plan.slots) slots_.resize(plan.slots);
  if (body_.size() < plan.body_size) body_.resize(plan.body_size);
  if (matched_rows_.size() < plan.conditions.size()) matched_rows_.resize(plan.conditions.size());
  if (row != no_row) {
    const auto values = entries_[plan.start_table].table.row(row);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!match(plan.start[i], values[i], slots_.data(), pool_)) return;
    }
    if (plan.start_body != no_row) body_[plan.start_body] = make_atom(plan.start_table, row);
  }
  join(plan, 0);
}

bool Engine::try_row(const Plan& plan, std::size_t number, std::uint32_t row) {
  const Condition& condition = plan.conditions[number];
  if (condition.before_start && row == current_row_) return true;
  const auto values = entries_[condition.table].table.row(row);
  for (std::size_t i = 0; i < values.size(); ++i) {
    // Known columns were compared by the index.
    if (i < 64 && (condition.known >> i & 1U) != 0) continue;
    if (!match(condition.args[i], values[i], slots_.data(), pool_)) return true;
  }
  if (condition.body != no_row) body_[condition.body] = make_atom(condition.table, row);
  matched_rows_[number] = row;
  join(plan, number + 1);
  return stop_reason_.empty();
}

void Engine::join(const Plan& plan, std::size_t number) {
  for (; number < plan.conditions.size(); ++number) {
    const Condition& condition = plan.conditions[number];
    if (condition.kind == Condition::Kind::distinct) {
      if (make_value(condition.args[0], slots_.data(), pool_) ==
          make_value(condition.args[1], slots_.data(), pool_)) {
        return;
      }
      continue;
    }
    const Table& table = entries_[condition.table].table;
    ArgumentBuffer key(condition.args.size());
    std::size_t count = 0;
    bool possible = true;
    for (std::size_t i = 0; i < condition.args.size(); ++i) {
      if (!condition.all_known && (i >= 64 || (condition.known >> i & 1U) == 0)) continue;
      const TermId value = find_value(condition.args[i], slots_.data(), pool_);
      possible = possible && value != gdl::no_term;
      key[count++] = value;
    }
    if (condition.all_known) {
      const std::uint32_t row = possible ? table.find(key.first(count)) : no_row;
      const bool there =
          row != no_row && table.visible(row) && !(condition.before_start && row == current_row_);
      if (there != (condition.kind == Condition::Kind::scan)) return;
      matched_rows_[number] = row;
      if (condition.body != no_row) body_[condition.body] = make_atom(condition.table, row);
      continue;
    }
    if (!possible || !within_limits()) return;
    if (condition.index != no_row) {
      std::uint32_t row = table.first(condition.index, key.first(count));
      while (row != no_row && try_row(plan, number, row)) row = table.next(condition.index, row);
    } else {
      for (const std::uint32_t row : table.visible_rows()) {
        if (!try_row(plan, number, row)) return;
      }
    }
    return;
  }
  emit(plan);
}

std::span<const TermId> Engine::make_tuple(const std::vector<Pattern>& patterns) {
  tuple_.clear();
  for (const Pattern& pattern : patterns) {
    tuple_.push_back(make_value(pattern, slots_.data(), pool_));
  }
  return tuple_;
}

void Engine::derive(std::uint32_t table, std::uint32_t row) {
  Entry& entry = entries_[table];
  if (entry.table.derived(row)) return;
  entry.table.set_derived(row);
  queue_.push_back({table, row});
  for (const std::uint32_t target : entry.feeds) {
    const auto values = entry.table.row(row);
    tuple_.assign(values.begin(), values.end());
    derive(target, entries_[target].table.intern(tuple_));
  }
}

std::uint32_t Engine::head_row(const Plan& plan) {
  Table& table = entries_[plan.head_table].table;
  if (plan.twin_guard == no_row) return table.intern(make_tuple(plan.head));
  auto& rows = entries_[plan.twin_guard].twin_rows;
  const std::uint32_t place =
      plan.twin_condition == no_row ? current_row_ : matched_rows_[plan.twin_condition];
  if (rows.size() <= place) rows.resize(std::max<std::size_t>(place + 1, rows.size() * 2), no_row);
  if (rows[place] == no_row) rows[place] = table.intern(make_tuple(plan.head));
  return rows[place];
}

void Engine::emit(const Plan& plan) {
  const std::uint32_t row = head_row(plan);
  derive(plan.head_table, row);
  if (!plan.writes) return;
  if (!within_limits()) return;
  const std::uint32_t head = make_atom(plan.head_table, row);
  auto& words = rules_.words;
  words.push_back(head);
  words.push_back(plan.body_size + static_cast<std::uint32_t>(plan.negatives.size()));
  for (std::uint32_t i = 0; i < plan.body_size; ++i) words.push_back(body_[i] * 2);
  for (const NegativeAtom& negative : plan.negatives) {
    Table& other = entries_[negative.table].table;
    const std::uint32_t other_row = other.intern(make_tuple(negative.args));
    words.push_back(make_atom(negative.table, other_row) * 2 + 1);
  }
  ++rules_.count;
}

std::size_t Engine::memory_bytes() const {
  std::size_t bytes = pool_.memory_bytes() + rules_.words.capacity() * sizeof(std::uint32_t) +
                      (atoms_.capacity() + queue_.capacity()) * sizeof(AtomPlace);
  for (const Entry& entry : entries_) {
    bytes += entry.table.memory_bytes() +
             (entry.atoms.capacity() + entry.twin_rows.capacity()) * sizeof(std::uint32_t);
  }
  return bytes;
}

}  // namespace palamedes::ground
