#include "gdl/program.h"

#include <algorithm>

#include "base/graph.h"

namespace palamedes::gdl {
namespace {

std::uint64_t key_of(Symbol name, std::size_t arity) {
  return (static_cast<std::uint64_t>(name) << 32U) | static_cast<std::uint32_t>(arity);
}

// A clause is live if every positive condition is given or the head of a live clause.
std::vector<bool> find_live(const Rules& rules, const Program& program,
                            std::vector<bool> derivable) {
  std::vector<bool> live(rules.clauses.size(), false);
  // Counts down the open conditions of each clause, in linear time.
  std::vector<std::uint32_t> open(rules.clauses.size(), 0);
  std::vector<std::vector<std::uint32_t>> waiting(program.relations.size());
  std::vector<std::uint32_t> ready;
  for (std::uint32_t c = 0; c < rules.clauses.size(); ++c) {
    for (const Literal& literal : rules.clauses[c].body) {
      if (literal.kind != Literal::Kind::positive) continue;
      const auto relation = index_of(program.relation_of(literal.atom));
      if (derivable[relation]) continue;
      waiting[relation].push_back(c);
      ++open[c];
    }
    if (open[c] == 0) ready.push_back(c);
  }
  while (!ready.empty()) {
    const std::uint32_t clause = ready.back();
    ready.pop_back();
    live[clause] = true;
    const auto head = index_of(program.relation_of(rules.clauses[clause].head));
    if (derivable[head]) continue;
    derivable[head] = true;
    for (const std::uint32_t other : waiting[head]) {
      if (--open[other] == 0) ready.push_back(other);
    }
  }
  return live;
}

}  // namespace

std::optional<RelationId> Program::find(Symbol name, std::size_t arity) const {
  const auto known = ids_.find(key_of(name, arity));
  if (known == ids_.end()) return std::nullopt;
  return known->second;
}

RelationId Program::relation_of(const Atom& atom) const {
  return ids_.at(key_of(atom.relation, atom.args.size()));
}

RelationId Program::intern(const Atom& atom) {
  const RelationId fresh{static_cast<std::uint32_t>(relations.size())};
  const auto [entry, added] = ids_.emplace(key_of(atom.relation, atom.args.size()), fresh);
  if (added) {
    relations.push_back(
        {.name = atom.relation, .arity = static_cast<std::uint32_t>(atom.args.size())});
  }
  return entry->second;
}

Program analyse(const Rules& rules, std::span<const GivenRelation> given) {
  Program program;
  for (const Clause& clause : rules.clauses) {
    program.intern(clause.head);
    for (const Literal& literal : clause.body) {
      if (literal.kind != Literal::Kind::distinct) program.intern(literal.atom);
    }
  }
  boost::unordered_flat_map<Symbol, Scope> given_scopes;
  for (const GivenRelation& relation : given) given_scopes.emplace(relation.name, relation.scope);
  std::vector<bool> is_given(program.relations.size(), false);
  for (std::size_t r = 0; r < is_given.size(); ++r) {
    const auto entry = given_scopes.find(program.relations[r].name);
    if (entry == given_scopes.end()) continue;
    is_given[r] = true;
    program.relations[r].scope = entry->second;
  }
  program.live = find_live(rules, program, std::move(is_given));

  std::vector<std::vector<std::uint32_t>> needs(program.relations.size());
  for (std::uint32_t c = 0; c < rules.clauses.size(); ++c) {
    if (!program.live[c]) continue;
    const auto head = index_of(program.relation_of(rules.clauses[c].head));
    program.relations[head].clauses.push_back(c);
    for (const Literal& literal : rules.clauses[c].body) {
      if (literal.kind == Literal::Kind::distinct) continue;
      needs[head].push_back(
          static_cast<std::uint32_t>(index_of(program.relation_of(literal.atom))));
    }
  }
  for (auto& list : needs) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  for (const auto& members : strong_components(needs)) {
    const auto number = static_cast<std::uint32_t>(program.components.size());
    auto& component = program.components.emplace_back();
    Scope scope = Scope::fixed;
    for (const std::uint32_t member : members) {
      Relation& relation = program.relations[member];
      component.push_back(RelationId{member});
      relation.component = number;
      relation.recursive = members.size() > 1 ||
                           std::binary_search(needs[member].begin(), needs[member].end(), member);
      scope = std::max(scope, relation.scope);  // of a given relation; the others start fixed
      // Needed components come first, so their scopes are known.
      for (const std::uint32_t needed : needs[member]) {
        scope = std::max(scope, program.relations[needed].scope);
      }
    }
    for (const std::uint32_t member : members) program.relations[member].scope = scope;
  }
  return program;
}

}  // namespace palamedes::gdl
