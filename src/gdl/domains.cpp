#include "gdl/domains.h"

#include <algorithm>

namespace palamedes::gdl {
namespace {

constexpr std::size_t bits_per_word = 64;

// Very long lists of arguments share their last place, which makes its set larger and no less true.
std::uint64_t key_of(const Domains::Place& place) {
  constexpr std::uint64_t most = 0x7fff;
  return (static_cast<std::uint64_t>(place.name) << 32U) |
         (std::min<std::uint64_t>(place.arity, most) << 16U) |
         (std::min<std::uint64_t>(place.argument, most) << 1U) | (place.of_function ? 1U : 0U);
}

std::uint64_t key_of(Symbol name, std::size_t arity) {
  return (static_cast<std::uint64_t>(name) << 32U) | static_cast<std::uint32_t>(arity);
}

bool has_variable(const Atom& atom) {
  bool found = false;
  for_each_variable(atom, [&](std::uint32_t) { found = true; });
  return found;
}

std::size_t size_of(const Clause& clause) {
  std::size_t terms = clause.variables.size() + clause.head.args.size() + 1;
  for (const Literal& literal : clause.body) {
    for_each_variable(literal.atom, [&](std::uint32_t) { ++terms; });
  }
  return terms;
}

}  // namespace

Symbol source_of(Symbol relation) {
  if (relation == keyword::init || relation == keyword::next) return keyword::truth;
  return relation == keyword::legal ? keyword::does : relation;
}

bool Domains::Set::empty() const {
  return !anything &&
         std::all_of(words.begin(), words.end(), [](std::uint64_t word) { return word == 0; });
}

bool Domains::Set::merge(const Set& other) {
  bool changed = other.anything && !anything;
  anything = anything || other.anything;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t merged = words[i] | other.words[i];
    changed = changed || merged != words[i];
    words[i] = merged;
  }
  return changed;
}

void Domains::Set::restrict_to(const Set& other) {
  if (other.anything) return;
  if (anything) {
    *this = other;
    return;
  }
  for (std::size_t i = 0; i < words.size(); ++i) words[i] &= other.words[i];
}

std::optional<Domains> Domains::of(const Rules& rules) {
  constexpr std::size_t most_words = 4'000'000;
  Domains domains;
  for (const Clause& clause : rules.clauses) {
    for_each_place(clause.head,
                   [&](const Place& place, const Term& term) { domains.number(place, term); });
  }
  domains.words_ = (domains.shapes_.size() + bits_per_word - 1) / bits_per_word;
  if (domains.sets_.size() * domains.words_ > most_words) return std::nullopt;
  domains.nothing_ = domains.nothing();
  for (auto& [key, set] : domains.sets_) set = domains.nothing();

  // What has no variable in its head says the same every time.
  std::vector<const Clause*> once;
  std::vector<const Clause*> again;
  for (const Clause& clause : rules.clauses) {
    (has_variable(clause.head) ? again : once).push_back(&clause);
  }
  for (const Clause* clause : once) {
    if (!domains.spend(clause->head.args.size() + 1)) return std::nullopt;
    for_each_place(clause->head,
                   [&](const Place& place, const Term& term) { domains.add(place, term, {}); });
  }
  if (!domains.spread(again)) return std::nullopt;
  domains.strict_ = domains.sets_;
  domains.lenient_ = true;
  if (!domains.spread(again)) return std::nullopt;
  return domains;
}

bool Domains::spend(std::size_t steps) {
  if (steps > steps_left_) return false;
  steps_left_ -= steps;
  return true;
}

void Domains::number(const Place& place, const Term& term) {
  sets_.try_emplace(key_of(place));
  if (term.is_variable()) return;
  const auto [entry, added] = shape_numbers_.try_emplace(
      key_of(term.symbol, term.args.size()), static_cast<std::uint32_t>(shapes_.size()));
  if (added) shapes_.push_back({term.symbol, term.args.size()});
  for_each_place(term, [&](const Place& inner, const Term& arg) { number(inner, arg); });
}

// Until nothing changes; false if that takes too long.
bool Domains::spread(const std::vector<const Clause*>& clauses) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Clause* clause : clauses) {
      if (!spend(size_of(*clause) * (words_ + 1))) return false;
      changed = visit(*clause) || changed;
    }
  }
  return true;
}

bool Domains::visit(const Clause& clause) {
  const std::vector<Set> variables = of_variables(clause);
  bool changed = false;
  for_each_place(clause.head, [&](const Place& place, const Term& term) {
    changed = add(place, term, variables) || changed;
  });
  return changed;
}

bool Domains::add(const Place& place, const Term& term, const std::vector<Set>& variables) {
  Set& set = sets_.find(key_of(place))->second;
  if (term.is_variable()) return set.merge(variables[term.variable]);
  const std::uint32_t shape = shape_numbers_.find(key_of(term.symbol, term.args.size()))->second;
  std::uint64_t& word = set.words[shape / bits_per_word];
  const std::uint64_t bit = std::uint64_t{1} << (shape % bits_per_word);
  bool changed = (word & bit) == 0;
  word |= bit;
  for_each_place(term, [&](const Place& inner, const Term& arg) {
    changed = add(inner, arg, variables) || changed;
  });
  return changed;
}

void Domains::collect(const Place& place, const Term& term, std::vector<Allowed>& variables) const {
  if (!term.is_variable()) {
    for_each_place(term,
                   [&](const Place& inner, const Term& arg) { collect(inner, arg, variables); });
    return;
  }
  const Set& here = at(place);
  if (lenient_ && here.empty()) return;
  Allowed& allowed = variables[term.variable];
  if (allowed.seen) {
    allowed.by_all.restrict_to(here);
  } else {
    allowed.by_all = here;
  }
  allowed.seen = true;
  if (lenient_) allowed.by_some.merge(here);
}

std::vector<Domains::Set> Domains::of_variables(const Clause& clause) const {
  std::vector<Allowed> allowed(clause.variables.size(), {nothing_, nothing_, false});
  for (const Literal& literal : clause.body) {
    if (literal.kind != Literal::Kind::positive) continue;
    for_each_place(literal.atom,
                   [&](const Place& place, const Term& term) { collect(place, term, allowed); });
  }
  std::vector<Set> variables;
  variables.reserve(allowed.size());
  for (Allowed& each : allowed) {
    Set& set = variables.emplace_back(std::move(each.by_all));
    if (!lenient_ || !set.empty()) continue;
    set = std::move(each.by_some);
    set.anything = set.anything || set.empty();
  }
  return variables;
}

const Domains::Set& Domains::find(const Sets& sets, const Place& place) const {
  const auto entry = sets.find(key_of(place));
  return entry == sets.end() ? nothing_ : entry->second;
}

bool Domains::contains(const Set& set, Symbol name, std::size_t arity) const {
  if (set.anything) return true;
  const auto shape = shape_numbers_.find(key_of(name, arity));
  if (shape == shape_numbers_.end()) return false;
  return ((set.words[shape->second / bits_per_word] >> (shape->second % bits_per_word)) & 1U) != 0;
}

std::vector<std::string> Domains::names(const Set& set, const SymbolTable& symbols) const {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (((set.words[i / bits_per_word] >> (i % bits_per_word)) & 1U) == 0) continue;
    result.emplace_back(symbols.name(shapes_[i].name));
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace palamedes::gdl
