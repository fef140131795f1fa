#include "ground/alternatives.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "ground/clause_key.h"

namespace palamedes::ground {

using gdl::Clause;
using gdl::Literal;
using gdl::Symbol;
using gdl::Term;

namespace {

using Variables = std::set<std::uint32_t>;

Variables variables_of(const gdl::Atom& atom) {
  Variables set;
  for_each_variable(atom, [&](std::uint32_t variable) { set.insert(variable); });
  return set;
}

class AlternativeMerger {
 public:
  explicit AlternativeMerger(FlatRules& rules) : flat_(rules) {}

  std::size_t run() {
    const std::size_t before = flat_.rules.clauses.size();
    while (merge_once()) {
    }
    const std::size_t merged = before - flat_.rules.clauses.size();
    for (Clause& clause : definitions_) flat_.rules.clauses.push_back(std::move(clause));
    return merged;
  }

 private:
  struct Place {
    std::size_t clause;
    std::size_t condition;
  };
  using Group = std::vector<Place>;

  bool merge_once() {
    auto& clauses = flat_.rules.clauses;
    std::vector<bool> gone(clauses.size(), false);
    std::vector<bool> changed(clauses.size(), false);
    bool merged = false;
    for (const Group& group : find_groups()) {
      Group open;
      for (const Place& place : group) {
        if (!changed[place.clause]) open.push_back(place);
      }
      if (open.size() < 2) continue;
      merge(open);
      for (const Place& place : open) changed[place.clause] = gone[place.clause] = true;
      gone[open.front().clause] = false;
      merged = true;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      if (gone[i]) continue;
      if (kept != i) clauses[kept] = std::move(clauses[i]);
      ++kept;
    }
    clauses.resize(kept);
    return merged;
  }

  // Clauses that say the same besides one condition; the largest groups first, and then those that
  // come first in the text, so that nothing depends on names.
  [[nodiscard]] std::vector<Group> find_groups() const {
    std::map<ClauseKey, Group> by_key;
    const auto& clauses = flat_.rules.clauses;
    for (std::size_t c = 0; c < clauses.size(); ++c) {
      if (clauses[c].variables.empty() || clauses[c].body.size() < 2) continue;
      for (std::size_t i = 0; i < clauses[c].body.size(); ++i) {
        const Literal& literal = clauses[c].body[i];
        if (literal.kind != Literal::Kind::positive || literal.atom.args.empty()) continue;
        by_key[key_without(clauses[c], i)].push_back({c, i});
      }
    }
    std::vector<Group> groups;
    for (auto& [key, group] : by_key) {
      if (group.size() > 1) groups.push_back(std::move(group));
    }
    std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
      const auto order = [](const Group& group) {
        return std::tuple(-static_cast<std::ptrdiff_t>(group.size()), group.front().clause,
                          group.front().condition);
      };
      return order(a) < order(b);
    });
    return groups;
  }

  static ClauseKey key_without(const Clause& clause, std::size_t condition) {
    ClauseKey key;
    append(key, Literal{Literal::Kind::positive, clause.head}, true);
    for (std::size_t i = 0; i < clause.body.size(); ++i) {
      if (i != condition) append(key, clause.body[i], true);
    }
    key.push_back(condition);
    for (const std::uint32_t variable : shared_variables(clause, condition)) {
      key.push_back(variable);
    }
    return key;
  }

  // Those of a condition that the rest of the clause mentions too.
  static std::vector<std::uint32_t> shared_variables(const Clause& clause, std::size_t condition) {
    Variables rest = variables_of(clause.head);
    for (std::size_t i = 0; i < clause.body.size(); ++i) {
      if (i != condition) rest.merge(variables_of(clause.body[i].atom));
    }
    std::vector<std::uint32_t> shared;
    for (const std::uint32_t variable : variables_of(clause.body[condition].atom)) {
      if (rest.contains(variable)) shared.push_back(variable);
    }
    return shared;
  }

  // The first clause gets a condition that stands for those of all.
  void merge(const Group& places) {
    const auto shared =
        shared_variables(flat_.rules.clauses[places.front().clause], places.front().condition);
    std::vector<Clause> alternatives;
    std::set<ClauseKey> keys;
    for (const auto& [clause, condition] : places) {
      alternatives.push_back(alternative(flat_.rules.clauses[clause], condition, shared));
      ClauseKey key;
      append(key, alternatives.back().body.front(), true);
      for (const Term& arg : alternatives.back().head.args) append(key, arg, true);
      keys.insert(std::move(key));
    }
    const auto [entry, added] = known_.emplace(std::move(keys), Symbol{});
    if (added) {
      entry->second = flat_.rules.symbols.intern("either " + std::to_string(known_.size()));
      flat_.relations.emplace(entry->second, RelationInfo{.kind = RelationKind::helper});
      for (Clause& clause : alternatives) {
        clause.head.relation = entry->second;
        definitions_.push_back(std::move(clause));
      }
    }
    Clause& clause = flat_.rules.clauses[places.front().clause];
    gdl::Atom atom{.relation = entry->second, .where = clause.where};
    for (const std::uint32_t variable : shared)
      atom.args.push_back(variable_term(clause, variable));
    clause.body[places.front().condition].atom = std::move(atom);
  }

  static Term variable_term(const Clause& clause, std::uint32_t variable) {
    return {.kind = Term::Kind::variable,
            .symbol = clause.variables[variable],
            .variable = variable,
            .where = clause.where};
  }

  // head(shared) <- condition, with variables numbered by the head, then by first occurrence, so
  // that equal alternatives of different clauses are equal.
  static Clause alternative(const Clause& clause, std::size_t condition,
                            const std::vector<std::uint32_t>& shared) {
    Clause result{.where = clause.where};
    std::map<std::uint32_t, std::uint32_t> number;
    const auto renumbered = [&](std::uint32_t variable) {
      const auto [entry, added] =
          number.emplace(variable, static_cast<std::uint32_t>(number.size()));
      if (added) result.variables.push_back(clause.variables[variable]);
      return entry->second;
    };
    const auto renumber = [&](const auto& self, Term& term) -> void {
      if (term.is_variable()) term.variable = renumbered(term.variable);
      for (Term& arg : term.args) self(self, arg);
    };
    for (const std::uint32_t variable : shared) {
      result.head.args.push_back(variable_term(clause, variable));
      renumber(renumber, result.head.args.back());
    }
    result.body.push_back(clause.body[condition]);
    for (Term& arg : result.body.front().atom.args) renumber(renumber, arg);
    return result;
  }

  FlatRules& flat_;
  std::vector<Clause> definitions_;
  std::map<std::set<ClauseKey>, Symbol> known_;
};

}  // namespace

std::size_t merge_alternatives(FlatRules& rules) { return AlternativeMerger(rules).run(); }

}  // namespace palamedes::ground
