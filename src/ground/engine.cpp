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

bool Engine::within_limits() {
  if (!stop_reason_.empty()) return false;
  if (rules_.count > limits_.max_rules || unwritten_ > max_unwritten_) {
    const std::size_t limit = rules_.count > limits_.max_rules ? limits_.max_rules : max_unwritten_;
    stop_reason_ = fmt::format("{} ground rules, the limit of --max-rules", limit);
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

// Binds what the row gives; false if it does not fit.
bool Engine::start_plan(const JoinPlan& plan, std::uint32_t row) {
  if (slots_.size() < plan.slots) slots_.resize(plan.slots);
  if (body_.size() < plan.body_tables.size()) body_.resize(plan.body_tables.size());
  if (matched_rows_.size() < plan.conditions.size()) matched_rows_.resize(plan.conditions.size());
  found_ = false;
  if (row == no_row) return true;
  const auto values = entries_[plan.start_table].table.row(row);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!match(plan.start[i], values[i], slots_.data(), pool_)) return false;
  }
  if (plan.start_body != no_row) body_[plan.start_body] = row;
  return true;
}

void Engine::run_plan(const JoinPlan& plan, std::uint32_t row) {
  if (start_plan(plan, row)) join(plan, 0);
}

// False when there is no need to try further rows.
bool Engine::try_row(const JoinPlan& plan, std::size_t number, std::uint32_t row) {
  const Condition& condition = plan.conditions[number];
  ++rows_tried_;
  if (condition.before_start && row == current_row_) return true;
  const auto values = entries_[condition.table].table.row(row);
  for (std::size_t i = 0; i < values.size(); ++i) {
    // Known columns were compared by the index.
    if (i < 64 && (condition.known >> i & 1U) != 0) continue;
    if (!match(condition.args[i], values[i], slots_.data(), pool_)) return true;
  }
  if (condition.body != no_row) body_[condition.body] = row;
  matched_rows_[number] = row;
  join(plan, number + 1);
  if (number < plan.decided_at) found_ = false;
  return stop_reason_.empty() && !found_;
}

// Whether the head, known before this condition, is derived already and wants no other reason.
bool Engine::is_settled(const JoinPlan& plan, std::size_t number) {
  if (number != plan.decided_at) return false;
  const Table& table = entries_[plan.head_table].table;
  std::uint32_t row = no_row;
  if (plan.twin_guard != no_row &&
      (plan.twin_condition == no_row || plan.twin_condition < number)) {
    const auto& rows = entries_[plan.twin_guard].twin_rows;
    const std::uint32_t place =
        plan.twin_condition == no_row ? current_row_ : matched_rows_[plan.twin_condition];
    if (place < rows.size()) row = rows[place];
  } else {
    ArgumentBuffer key(plan.head.size());
    for (std::size_t i = 0; i < plan.head.size(); ++i) {
      key[i] = find_value(plan.head[i], slots_.data(), pool_);
      if (key[i] == gdl::no_term) return false;
    }
    row = table.find(key.first(plan.head.size()));
  }
  return row != no_row && table.derived(row);
}

// Whether a test of what is settled already holds.
bool Engine::passes(const Condition& condition) {
  if (condition.kind == Condition::Kind::distinct) {
    return make_value(condition.args[0], slots_.data(), pool_) !=
           make_value(condition.args[1], slots_.data(), pool_);
  }
  ArgumentBuffer key(condition.args.size());
  bool possible = true;
  for (std::size_t i = 0; i < condition.args.size(); ++i) {
    key[i] = find_value(condition.args[i], slots_.data(), pool_);
    possible = possible && key[i] != gdl::no_term;
  }
  const Table& table = entries_[condition.table].table;
  const bool holds = possible && table.holds(key.first(condition.args.size()));
  return holds == (condition.kind == Condition::Kind::scan);
}

void Engine::join(const JoinPlan& plan, std::size_t number) {
  for (; number < plan.conditions.size(); ++number) {
    if (is_settled(plan, number)) return;
    const Condition& condition = plan.conditions[number];
    if (condition.is_test) {
      if (!passes(condition)) return;
      continue;
    }
    ArgumentBuffer key(condition.args.size());
    std::size_t count = 0;
    bool possible = true;
    for (std::size_t i = 0; i < condition.args.size(); ++i) {
      if (!condition.all_known && (i >= 64 || (condition.known >> i & 1U) == 0)) continue;
      const TermId value = find_value(condition.args[i], slots_.data(), pool_);
      possible = possible && value != gdl::no_term;
      key[count++] = value;
    }
    if (!condition.all_known) {
      if (possible && within_limits()) scan(plan, number, key.first(count));
      return;
    }
    const Table& table = entries_[condition.table].table;
    const std::uint32_t row = possible ? table.find(key.first(count)) : no_row;
    const bool there =
        row != no_row && table.visible(row) && !(condition.before_start && row == current_row_);
    if (there != (condition.kind == Condition::Kind::scan)) return;
    matched_rows_[number] = row;
    if (condition.body != no_row) body_[condition.body] = row;
  }
  emit(plan);
}

void Engine::scan(const JoinPlan& plan, std::size_t number, std::span<const TermId> key) {
  const Condition& condition = plan.conditions[number];
  const Table& table = entries_[condition.table].table;
  if (condition.index == no_row) {
    for (const std::uint32_t row : table.visible_rows()) {
      if (!try_row(plan, number, row)) return;
    }
    return;
  }
  std::uint32_t row = table.first(condition.index, key);
  if (condition.drops_settled) {
    scan_open(plan, number, row);
    return;
  }
  while (row != no_row && try_row(plan, number, row)) row = table.next(condition.index, row);
}

// The first row of a chain stays where it is: it stands for the chain's key.
void Engine::scan_open(const JoinPlan& plan, std::size_t number, std::uint32_t row) {
  const Condition& condition = plan.conditions[number];
  Table& table = entries_[condition.table].table;
  const Table& heads = entries_[plan.head_table].table;
  std::uint32_t before = no_row;
  while (row != no_row) {
    const auto& twins = entries_[condition.table].twin_rows;
    const std::uint32_t head = row < twins.size() ? twins[row] : no_row;
    const std::uint32_t following = table.next(condition.index, row);
    if (head != no_row && heads.derived(head)) {
      if (before != no_row) table.set_next(condition.index, before, following);
    } else {
      before = row;
      if (!try_row(plan, number, row)) return;
    }
    if (before == no_row) before = row;
    row = following;
  }
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
    derive(target, row_from_outside(target, tuple_));
  }
}

std::uint32_t Engine::head_row(const JoinPlan& plan) {
  Entry& entry = entries_[plan.head_table];
  if (plan.twin_guard == no_row) {
    entry.is_fed_otherwise = true;
    return entry.table.intern(make_tuple(plan.head));
  }
  auto& rows = entries_[plan.twin_guard].twin_rows;
  const std::uint32_t place =
      plan.twin_condition == no_row ? current_row_ : matched_rows_[plan.twin_condition];
  if (rows.size() <= place) rows.resize(std::max<std::size_t>(place + 1, rows.size() * 2), no_row);
  if (rows[place] != no_row) return rows[place];
  // A guard has each tuple once; if it is the only way in, the tuple is new here too.
  if (entry.fed_by == no_row) entry.fed_by = plan.twin_guard;
  entry.is_fed_otherwise = entry.is_fed_otherwise || entry.fed_by != plan.twin_guard;
  const auto tuple = make_tuple(plan.head);
  rows[place] = entry.is_fed_otherwise ? entry.table.intern(tuple) : entry.table.append(tuple);
  return rows[place];
}

void Engine::emit(const JoinPlan& plan) {
  if (bodies_ != nullptr) {
    append_body(plan);
    return;
  }
  const std::uint32_t row = head_row(plan);
  if (!plan.writes && !entries_[plan.head_table].table.derived(row)) ++unwritten_;
  derive(plan.head_table, row);
  found_ = plan.decided_at != no_row;
  // also where nothing is written: tuples are memory too
  if (within_limits() && plan.writes) write_rule(plan, row);
}

void Engine::write_rule(const JoinPlan& plan, std::uint32_t row) {
  const std::uint32_t head = make_atom(plan.head_table, row);
  auto& words = rules_.words;
  words.push_back(head);
  words.push_back(static_cast<std::uint32_t>(plan.body_tables.size() + plan.negatives.size()));
  for (std::size_t i = 0; i < plan.body_tables.size(); ++i) {
    words.push_back(make_atom(plan.body_tables[i], body_[i]) * 2);
  }
  for (const NegativeAtom& negative : plan.negatives) {
    Table& other = entries_[negative.table].table;
    entries_[negative.table].is_fed_otherwise = true;
    const std::uint32_t other_row = other.intern(make_tuple(negative.args));
    words.push_back(make_atom(negative.table, other_row) * 2 + 1);
  }
  ++rules_.count;
}

void Engine::append_body(const JoinPlan& plan) {
  const std::size_t start = bodies_->size();
  bodies_->push_back(0);
  for (std::size_t i = 0; i < plan.body_tables.size(); ++i) {
    bodies_->push_back(plan.body_tables[i] * 2);
    bodies_->push_back(body_[i]);
  }
  for (const NegativeAtom& negative : plan.negatives) {
    const Table& other = entries_[negative.table].table;
    const std::uint32_t row = other.find(make_tuple(negative.args));
    if (row == no_row || !other.derived(row)) continue;
    bodies_->push_back(negative.table * 2 + 1);
    bodies_->push_back(row);
  }
  (*bodies_)[start] = static_cast<std::uint32_t>((bodies_->size() - start) / 2);
}

void Engine::bodies_of(std::uint32_t definition, std::uint32_t row,
                       std::vector<std::uint32_t>& words) {
  bodies_ = &words;
  current_table_ = plans_[definition].head_table;
  current_row_ = row;
  run_plan(plans_[definition], row);
  bodies_ = nullptr;
}

std::uint32_t Engine::start_scan(std::uint32_t definition, std::uint32_t row,
                                 std::vector<std::uint32_t>& tested) {
  const JoinPlan& plan = plans_[definition];
  if (!within_limits() || !start_plan(plan, row)) return no_row;
  for (std::uint32_t i = 0; i < plan.only_scan; ++i) {
    if (!passes(plan.conditions[i])) return no_row;
  }
  const Condition& scan = plan.conditions[plan.only_scan];
  ArgumentBuffer key(scan.args.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < scan.args.size(); ++i) {
    if ((scan.known >> i & 1U) == 0) continue;
    key[count] = find_value(scan.args[i], slots_.data(), pool_);
    if (key[count++] == gdl::no_term) return no_row;
  }
  for (const std::uint32_t slot : plan.tested_slots) {
    tested.push_back(static_cast<std::uint32_t>(slots_[slot]));
  }
  return entries_[scan.table].table.first(scan.index, key.first(count));
}

void Engine::append_found_values(std::uint32_t definition, std::uint32_t row,
                                 std::vector<std::uint32_t>& words) const {
  const Condition& scan = scan_of(definition);
  const auto values = entries_[scan.table].table.row(row);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if ((scan.known >> i & 1U) == 0) words.push_back(static_cast<std::uint32_t>(values[i]));
  }
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
