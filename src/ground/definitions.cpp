#include "ground/definitions.h"

#include <algorithm>

#include <fmt/format.h>

namespace palamedes::ground {

Definitions::Definitions(Engine& engine, MakeAtom names, std::vector<Role> roles,
                         const GroundLimits& limits)
    : engine_(engine), names_(std::move(names)), roles_(std::move(roles)), limits_(limits) {
  terms_.resize(engine.table_count());
  entered_.resize(engine.table_count());
  for (std::uint32_t t = 0; t < engine.table_count(); ++t) {
    const Table& table = engine.table(t);
    terms_[t].assign(table.row_count(), unknown);
    entered_[t].assign(table.row_count(), 0);
    if (roles_[t] != Role::given || engine.table_class(t) != TableClass::dynamic) continue;
    for (std::uint32_t row = 0; row < table.row_count(); ++row) {
      if (!table.derived(row)) continue;
      const std::uint32_t atom = names_(t, row);
      terms_[t][row] = atom == no_row ? falsity : atom * 2;
    }
  }
}

bool Definitions::run() {
  for (std::uint32_t t = 0; t < engine_.table_count(); ++t) {
    if (roles_[t] != Role::question) continue;
    for (std::uint32_t row = 0; row < engine_.table(t).row_count(); ++row) {
      if (!engine_.table(t).derived(row) || terms_[t][row] != unknown) continue;
      define(t, row);
      if (!stop_reason_.empty()) return false;
    }
  }
  return true;
}

// Depth first, with a stack of its own: rules may be as deep as a counter is long.
void Definitions::define(std::uint32_t table, std::uint32_t row) {
  enter(table, row);
  while (!stack_.empty() && within_limits()) {
    if (enter_next_condition(stack_.back())) continue;
    const Frame frame = stack_.back();
    stack_.pop_back();
    settle(frame);
    bodies_.resize(frame.bodies);
  }
}

void Definitions::enter(std::uint32_t table, std::uint32_t row) {
  entered_[table][row] = 1;
  stack_.push_back({table, row, bodies_.size(), bodies_.size(), 0});
  for (const std::uint32_t definition : engine_.definitions(table)) {
    if (engine_.is_single_scan(definition) && enter_scan(definition, row)) continue;
    engine_.bodies_of(definition, row, bodies_);
  }
}

// False if some scanned row has no meaning yet. A meaning that is there is older than this tuple,
// so none of these reasons can lead back to it.
bool Definitions::enter_scan(std::uint32_t definition, std::uint32_t row) {
  key_.assign({definition, 0});
  const std::uint32_t first = engine_.start_scan(definition, row, key_);
  if (first == no_row) return true;
  key_[1] = view_of(definition, first);
  if (key_[1] == no_row) return false;
  const auto [scan, added] = scans_.intern(key_);
  if (added) scan_lists_.push_back(scan_reasons(definition, row));
  bodies_.push_back(list_mark + scan_lists_[scan]);
  return true;
}

// Of the rows from this one on, or no_row if one of them has no meaning yet.
std::uint32_t Definitions::view_of(std::uint32_t definition, std::uint32_t first) {
  if (views_at_.size() <= definition) views_at_.resize(definition + 1);
  const auto& terms = terms_[engine_.scanned_table(definition)];
  auto& views = views_at_[definition];
  if (views.empty()) views.assign(terms.size(), no_row);
  if (views[first] != no_row) return views[first];
  words_.clear();
  for (std::uint32_t row = first; row != no_row; row = engine_.next_in_scan(definition, row)) {
    if (terms[row] == unknown) return no_row;
    engine_.append_found_values(definition, row, words_);
    words_.push_back(terms[row]);
  }
  return views[first] = views_.intern(words_).number;
}

// The meanings of those scanned rows that pass the tests: in order, each once.
std::uint32_t Definitions::scan_reasons(std::uint32_t definition, std::uint32_t row) {
  words_.clear();
  engine_.bodies_of(definition, row, words_);
  list_.clear();
  for (std::size_t i = 0; i < words_.size(); i += 3) {
    const Term term = terms_[words_[i + 1] / 2][words_[i + 2]];
    if (term != falsity) list_.push_back(term);
  }
  sort_list();
  return reasons_.intern(list_).number;
}

// Goes on to a condition that has to be looked up before this tuple; false if there is none left.
bool Definitions::enter_next_condition(Frame& frame) {
  while (frame.next < bodies_.size()) {
    if (frame.left == 0) {
      const std::uint32_t length = bodies_[frame.next++];
      if (length < list_mark) frame.left = length;
      continue;
    }
    const std::uint32_t table = bodies_[frame.next] / 2;
    const std::uint32_t row = bodies_[frame.next + 1];
    frame.next += 2;
    --frame.left;
    if (terms_[table][row] != unknown) continue;
    if (entered_[table][row] != 0) {
      own_atom(table, row);  // a circle: the rules above refer to it by its name
      continue;
    }
    enter(table, row);
    return true;
  }
  return false;
}

std::uint32_t Definitions::own_atom(std::uint32_t table, std::uint32_t row) {
  Term& term = terms_[table][row];
  if (term == unknown) {
    const std::uint32_t atom = names_(table, row);
    term = atom == no_row ? falsity : atom * 2;
  }
  return term / 2;
}

void Definitions::settle(const Frame& frame) {
  const Term known = terms_[frame.table][frame.row];
  if (known == falsity) return;
  collect_terms(frame, known);
  if (known != unknown) {  // part of a circle
    expand_lists();
    write(known / 2, list_);
  } else if (roles_[frame.table] == Role::question || lists_.empty()) {
    expand_lists();
    terms_[frame.table][frame.row] = meaning(frame);
  } else {
    terms_[frame.table][frame.row] = inner_meaning(frame);
  }
}

// The same reasons and lists of reasons have the same meaning, whatever is in them.
Definitions::Term Definitions::inner_meaning(const Frame& frame) {
  key_ = lists_;
  key_.push_back(static_cast<std::uint32_t>(lists_.size()));
  key_.insert(key_.end(), list_.begin(), list_.end());
  const auto [number, added] = mixtures_.intern(key_);
  if (added) {
    expand_lists();
    mixture_terms_.push_back(meaning(frame));
  }
  return mixture_terms_[number];
}

// What a tuple is, from the list of its reasons.
Definitions::Term Definitions::meaning(const Frame& frame) {
  if (list_.empty()) return falsity;
  const bool certain = list_.front() == truth;
  if (roles_[frame.table] == Role::question) {
    const std::uint32_t atom = names_(frame.table, frame.row);
    if (atom == no_row) return falsity;
    write(atom, list_);
    return certain ? truth : atom * 2;
  }
  if (certain) return truth;
  if (list_.size() == 1 && !is_product(list_.front())) return list_.front();
  const auto [number, added] = sums_.intern(list_);
  if (added) {
    sum_atoms_.push_back(names_(frame.table, frame.row));
    write(sum_atoms_.back(), list_);
  }
  return sum_atoms_[number] * 2;
}

// The reasons one by one, and those that are known as a list.
void Definitions::collect_terms(const Frame& frame, Term self) {
  list_.clear();
  lists_.clear();
  for (std::size_t i = frame.bodies; i < bodies_.size();) {
    if (bodies_[i] >= list_mark) {
      lists_.push_back(bodies_[i++] - list_mark);
      continue;
    }
    product_.clear();
    const std::size_t end = i + 1 + std::size_t{2} * bodies_[i];
    for (++i; i < end; i += 2) {
      const Term term = terms_[bodies_[i] / 2][bodies_[i + 1]];
      product_.push_back(term ^ (bodies_[i] & 1U));
    }
    const Term term = product(self);
    if (term == truth) {
      list_.assign(1, truth);
      lists_.clear();
      return;
    }
    if (term != falsity) list_.push_back(term);
  }
}

// The reasons in order, each once; only `truth` if one of them always holds.
void Definitions::expand_lists() {
  for (const std::uint32_t number : lists_) {
    const auto reasons = reasons_[number];
    list_.insert(list_.end(), reasons.begin(), reasons.end());
  }
  sort_list();
}

void Definitions::sort_list() {
  std::sort(list_.begin(), list_.end());
  list_.erase(std::unique(list_.begin(), list_.end()), list_.end());
  if (std::binary_search(list_.begin(), list_.end(), truth)) list_.assign(1, truth);
}

Definitions::Term Definitions::product(Term self) {
  std::sort(product_.begin(), product_.end());
  std::size_t kept = 0;
  for (const Term term : product_) {
    if (term == truth) continue;
    if (term == falsity || term == self) return falsity;  // or waits for itself
    if (kept > 0 && product_[kept - 1] == term) continue;
    if (kept > 0 && (product_[kept - 1] ^ term) == 1) return falsity;
    product_[kept++] = term;
  }
  if (kept == 0) return truth;
  if (kept == 1) return product_.front();
  return first_product + products_.intern({product_.data(), kept}).number;
}

void Definitions::write(std::uint32_t atom, std::span<const Term> list) {
  auto& words = rules_.words;
  for (const Term term : list) {
    words.push_back(atom);
    if (term == truth) {
      words.push_back(0);
    } else if (is_product(term)) {
      const auto terms = products_[term - first_product];
      words.push_back(static_cast<std::uint32_t>(terms.size()));
      words.insert(words.end(), terms.begin(), terms.end());
    } else {
      words.insert(words.end(), {1, term});
    }
    ++rules_.count;
  }
}

std::size_t Definitions::memory_bytes() const {
  std::size_t words = rules_.words.capacity() + bodies_.capacity();
  std::size_t flags = 0;
  for (const auto& rows : terms_) words += rows.capacity();
  for (const auto& rows : views_at_) words += rows.capacity();
  words += scan_lists_.capacity() + mixture_terms_.capacity() + sum_atoms_.capacity();
  for (const auto& rows : entered_) flags += rows.capacity();
  std::size_t bytes = engine_.memory_bytes() + words * sizeof(std::uint32_t) + flags;
  for (const ListTable* table : {&products_, &sums_, &views_, &scans_, &reasons_, &mixtures_}) {
    bytes += table->memory_bytes();
  }
  return bytes;
}

bool Definitions::within_limits() {
  // The engine that is asked for bodies looks at the clock and at memory.
  if (stop_reason_.empty()) stop_reason_ = engine_.stop_reason();
  constexpr std::size_t ticks_between_looks = 16 * 1024;
  if (!stop_reason_.empty()) return false;
  if (rules_.count > limits_.max_rules) {
    stop_reason_ = fmt::format("{} ground rules, the limit of --max-rules", limits_.max_rules);
  } else if (++ticks_ % ticks_between_looks == 0 && memory_bytes() > limits_.memory_bytes) {
    stop_reason_ =
        fmt::format("{} MB of memory, the limit of --memory-limit", limits_.memory_bytes >> 20U);
  }
  return stop_reason_.empty();
}

}  // namespace palamedes::ground
