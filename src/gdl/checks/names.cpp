#include <algorithm>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <fmt/format.h>

#include "gdl/checks/pass.h"

namespace palamedes::gdl::checks {
namespace {

std::uint64_t key_of(Symbol name, std::size_t arity) {
  return (static_cast<std::uint64_t>(name) << 32U) | static_cast<std::uint32_t>(arity);
}

std::string count_of_arguments(std::size_t arity) {
  if (arity == 0) return "no arguments";
  return fmt::format("{} argument{}", arity, arity == 1 ? "" : "s");
}

// Remembers where each name was first seen with which number of arguments.
class ArityBook {
 public:
  // The first entry of the name, the first time that this differs from it; else nothing.
  struct Entry {
    std::size_t arity;
    SourceLocation where;
  };
  const Entry* enter(Symbol name, std::size_t arity, SourceLocation where) {
    const auto [first, added] = first_.emplace(name, Entry{arity, where});
    if (added || first->second.arity == arity) return nullptr;
    return reported_.insert(key_of(name, arity)).second ? &first->second : nullptr;
  }

 private:
  boost::unordered_flat_map<Symbol, Entry> first_;
  boost::unordered_flat_set<std::uint64_t> reported_;
};

// Relations by number: has it clauses, is it in a body, where does it stand first?
struct Occurrences {
  std::vector<const Atom*> head;
  std::vector<const Literal*> condition;

  explicit Occurrences(const Pass& pass)
      : head(pass.program.relations.size(), nullptr),
        condition(pass.program.relations.size(), nullptr) {
    for (const Clause& clause : pass.rules.clauses) {
      note(head, pass.program.relation_of(clause.head), &clause.head);
      for (const Literal& literal : clause.body) {
        if (literal.kind == Literal::Kind::distinct) continue;
        note(condition, pass.program.relation_of(literal.atom), &literal);
      }
    }
  }

 private:
  template <typename T>
  static void note(std::vector<const T*>& list, RelationId relation, const T* place) {
    if (list[index_of(relation)] == nullptr) list[index_of(relation)] = place;
  }
};

// What the state is made of: the arguments of `init`, `next` and `true`.
boost::unordered_flat_set<std::uint64_t> find_fluents(const Rules& rules) {
  boost::unordered_flat_set<std::uint64_t> fluents;
  for (const Clause& clause : rules.clauses) {
    for_each_atom(clause, [&](const Atom& atom, bool) {
      const bool of_state = atom.relation == keyword::init || atom.relation == keyword::next ||
                            atom.relation == keyword::truth;
      if (!of_state || atom.args.size() != 1 || atom.args[0].is_variable()) return;
      fluents.insert(key_of(atom.args[0].symbol, atom.args[0].args.size()));
    });
  }
  return fluents;
}

// By name: with how many arities it is used as a relation.
boost::unordered_flat_map<Symbol, std::size_t> count_arities(const Pass& pass) {
  boost::unordered_flat_map<Symbol, std::size_t> arities;
  for (const Relation& relation : pass.program.relations) ++arities[relation.name];
  return arities;
}

class DefinitionCheck {
 public:
  explicit DefinitionCheck(Pass& pass) : pass_(pass), places_(pass) {
    for (std::size_t r = 0; r < places_.head.size(); ++r) {
      if (places_.head[r] != nullptr) {
        known_.emplace_back(pass.name(pass.program.relations[r].name));
      }
    }
    for (const KeywordUse& use : keyword_uses) {
      if (use.in_bodies) known_.emplace_back(pass.name(use.symbol));
    }
  }

  void run() {
    for (std::size_t r = 0; r < places_.condition.size(); ++r) {
      if (places_.condition[r] != nullptr && places_.head[r] == nullptr) {
        check(pass_.program.relations[r], *places_.condition[r]);
      }
    }
  }

 private:
  void check(const Relation& relation, const Literal& literal) {
    if (relation.name == keyword::rule) {
      pass_.diagnostics.error(literal.atom.where, "a rule cannot stand inside another",
                              "is a ')' missing before it?");
      return;
    }
    // GDL's own relations have checks of their own; so have names with several arities.
    const bool is_optional = relation.name == keyword::base || relation.name == keyword::input;
    if (find_keyword(relation.name) != nullptr && !is_optional) return;
    if (arities_[relation.name] > 1) return;
    pass_.diagnostics.warning(
        literal.atom.where,
        fmt::format("relation {} is used but never defined, so this condition {} holds",
                    quote(pass_.name(relation.name)),
                    literal.kind == Literal::Kind::positive ? "never" : "always"),
        hint(relation));
  }

  std::string hint(const Relation& relation) {
    if (fluents_.contains(key_of(relation.name, relation.arity))) {
      return "it is part of the state: did you mean '(true ...)'?";
    }
    return pass_.suggestions.did_you_mean(pass_.name(relation.name), known_);
  }

  Pass& pass_;
  Occurrences places_;
  boost::unordered_flat_map<Symbol, std::size_t> arities_ = count_arities(pass_);
  boost::unordered_flat_set<std::uint64_t> fluents_ = find_fluents(pass_.rules);
  std::vector<std::string> known_;
};

// Per relation: does anything that the game is made of need it, through all clauses?
std::vector<bool> find_needed(const Pass& pass) {
  const std::size_t count = pass.program.relations.size();
  std::vector<std::vector<std::uint32_t>> clauses(count);
  for (std::uint32_t c = 0; c < pass.rules.clauses.size(); ++c) {
    clauses[index_of(pass.program.relation_of(pass.rules.clauses[c].head))].push_back(c);
  }
  std::vector<bool> needed(count, false);
  std::vector<std::size_t> open;
  const auto need = [&](std::size_t relation) {
    if (needed[relation]) return;
    needed[relation] = true;
    open.push_back(relation);
  };
  for (std::size_t r = 0; r < count; ++r) {
    if (find_keyword(pass.program.relations[r].name) != nullptr) need(r);
  }
  while (!open.empty()) {
    const std::size_t relation = open.back();
    open.pop_back();
    for (const std::uint32_t c : clauses[relation]) {
      for (const Literal& literal : pass.rules.clauses[c].body) {
        if (literal.kind == Literal::Kind::distinct) continue;
        need(index_of(pass.program.relation_of(literal.atom)));
      }
    }
  }
  return needed;
}

}  // namespace

void check_arities(Pass& pass) {
  ArityBook relations;
  ArityBook functions;
  const auto enter_functions = [&](const Atom& atom) {
    for_each_term(atom, [&](const Term& term) {
      if (term.kind != Term::Kind::function) return;
      const auto* first = functions.enter(term.symbol, term.args.size(), term.where);
      if (first == nullptr) return;
      pass.diagnostics.warning(
          term.where,
          fmt::format("function {} has {} here but {} at {}", quote(pass.name(term.symbol)),
                      count_of_arguments(term.args.size()), count_of_arguments(first->arity),
                      to_text(first->where)));
    });
  };
  for (const Clause& clause : pass.rules.clauses) {
    for_each_atom(clause, [&](const Atom& atom, bool) {
      enter_functions(atom);
      if (find_keyword(atom.relation) != nullptr) return;
      const auto* first = relations.enter(atom.relation, atom.args.size(), atom.where);
      if (first == nullptr) return;
      pass.diagnostics.error(
          atom.where,
          fmt::format("relation {} has {} here but {} at {}", quote(pass.name(atom.relation)),
                      count_of_arguments(atom.args.size()), count_of_arguments(first->arity),
                      to_text(first->where)));
    });
    for (const Literal& literal : clause.body) {
      if (literal.kind == Literal::Kind::distinct) enter_functions(literal.atom);
    }
  }
}

void check_definitions(Pass& pass) { DefinitionCheck(pass).run(); }

void check_needs(Pass& pass, bool warn_unused) {
  const Occurrences places(pass);
  const std::vector<bool> needed = warn_unused ? find_needed(pass) : std::vector<bool>{};
  auto arities = count_arities(pass);
  for (std::size_t r = 0; r < places.head.size(); ++r) {
    const Relation& relation = pass.program.relations[r];
    if (places.head[r] == nullptr || is_keyword(relation.name)) continue;
    std::string hint;
    if (places.condition[r] == nullptr) {
      // Nobody uses it: perhaps it is a mistyped `next`, `legal`, …
      std::vector<std::string> similar;
      for (const KeywordUse& use : keyword_uses) {
        if (use.in_heads && use.arity == relation.arity)
          similar.emplace_back(pass.name(use.symbol));
      }
      hint = pass.suggestions.did_you_mean(pass.name(relation.name), similar);
    }
    // A name with several arities has been reported as such.
    if (hint.empty() && (!warn_unused || needed[r] || arities[relation.name] > 1)) continue;
    pass.diagnostics.warning(
        places.head[r]->where,
        fmt::format("relation {} is never needed", quote(pass.name(relation.name))),
        std::move(hint));
  }
}

}  // namespace palamedes::gdl::checks
