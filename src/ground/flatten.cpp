#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

#include "gdl/rewrites/unify.h"
#include "ground/flat_rules.h"
#include "ground/shapes.h"

namespace palamedes::ground {

using gdl::Atom;
using gdl::Clause;
using gdl::Literal;
using gdl::Symbol;
using gdl::Term;
namespace keyword = gdl::keyword;

namespace {

struct KeywordKind {
  Symbol name;
  RelationKind kind;
  bool flattened;  // its last argument is a fluent or a move
};
constexpr std::array keyword_kinds = {
    KeywordKind{keyword::truth, RelationKind::truth, true},
    KeywordKind{keyword::does, RelationKind::does, true},
    KeywordKind{keyword::next, RelationKind::next, true},
    KeywordKind{keyword::legal, RelationKind::legal, true},
    KeywordKind{keyword::init, RelationKind::init, true},
    KeywordKind{keyword::base, RelationKind::base, true},
    KeywordKind{keyword::input, RelationKind::input, true},
    KeywordKind{keyword::role, RelationKind::role, false},
    KeywordKind{keyword::goal, RelationKind::goal, false},
    KeywordKind{keyword::terminal, RelationKind::terminal, false},
};

const KeywordKind* kind_of(Symbol name) {
  for (const KeywordKind& entry : keyword_kinds) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

bool is_flattened(const Atom& atom) {
  const KeywordKind* kind = kind_of(atom.relation);
  return kind != nullptr && kind->flattened && !atom.args.empty();
}

class Flattener {
 public:
  explicit Flattener(const gdl::Rules& rules) : shapes_(rules) {
    result_.rules.file = rules.file;
    result_.rules.symbols = rules.symbols;
  }

  FlatRules run(const gdl::Rules& rules) {
    is_constant_ = result_.rules.symbols.intern("is constant");
    for (const Clause& clause : rules.clauses) split(clause);
    if (uses_is_constant_) add_constants(rules);
    return std::move(result_);
  }

 private:
  // Replaces the first variable that stands for a fluent, a move or an argument that is always a
  // function, or finishes the clause.
  void split(const Clause& clause) {
    const auto open = find_open(clause);
    if (!open) {
      finish(clause);
      return;
    }
    const Term variable = open->atom->args[open->argument];
    const ShapeSet shapes = shapes_.of_variable(clause, variable.variable);
    for (const auto& [functor, arity] : shapes.functions) {
      Clause instance = clause;
      Term function{.kind = Term::Kind::function, .symbol = functor, .where = variable.where};
      for (std::uint32_t i = 0; i < arity; ++i) {
        const auto number = static_cast<std::uint32_t>(instance.variables.size());
        const Symbol name = result_.rules.symbols.intern(
            std::string(result_.rules.symbols.name(variable.symbol)) + "." + std::to_string(i + 1));
        instance.variables.push_back(name);
        function.args.push_back({.kind = Term::Kind::variable, .symbol = name, .variable = number});
      }
      replace(instance, variable, function);
      split(instance);
    }
    if (shapes.constants) {
      constants_.push_back(variable.variable);
      if (shapes.functions.empty()) {
        split(clause);
      } else {
        // The functions have had their turn: here the variable must not stand for one.
        Clause instance = clause;
        instance.body.push_back(
            {Literal::Kind::positive,
             {.relation = is_constant_, .args = {variable}, .where = clause.where}});
        uses_is_constant_ = true;
        split(instance);
      }
      constants_.pop_back();
    }
  }

  // Facts that tell constants from functions, for the clauses that need to know.
  void add_constants(const gdl::Rules& rules) {
    std::set<Symbol> constants;
    const auto collect = [&](const auto& self, const Term& term) -> void {
      if (term.kind == Term::Kind::constant) constants.insert(term.symbol);
      for (const Term& arg : term.args) self(self, arg);
    };
    for (const Clause& clause : rules.clauses) {
      for (const Term& arg : clause.head.args) collect(collect, arg);
      for (const Literal& literal : clause.body) {
        for (const Term& arg : literal.atom.args) collect(collect, arg);
      }
    }
    for (const Symbol constant : constants) {
      result_.rules.clauses.push_back(
          {.head = {.relation = is_constant_, .args = {{.symbol = constant}}}});
    }
  }

  struct Open {
    const Atom* atom;
    std::size_t argument;
  };

  [[nodiscard]] std::optional<Open> find_open(const Clause& clause) const {
    // Conditions first: what can be true is known more tightly than what a head may say.
    for (const auto kind : {Literal::Kind::positive, Literal::Kind::negative}) {
      for (const Literal& literal : clause.body) {
        if (literal.kind != kind) continue;
        if (const auto open = find_open(literal.atom)) return open;
      }
    }
    return find_open(clause.head);
  }

  [[nodiscard]] std::optional<Open> find_open(const Atom& atom) const {
    for (std::size_t i = 0; i < atom.args.size(); ++i) {
      if (!atom.args[i].is_variable() || !is_taken_apart(atom, i)) continue;
      const bool constant = std::find(constants_.begin(), constants_.end(),
                                      atom.args[i].variable) != constants_.end();
      if (!constant) return Open{&atom, i};
    }
    return std::nullopt;
  }

  // Fluents and moves always; another relation's argument if it is the same function everywhere.
  [[nodiscard]] bool is_taken_apart(const Atom& atom, std::size_t argument) const {
    if (is_flattened(atom)) return argument + 1 == atom.args.size();
    return kind_of(atom.relation) == nullptr && single_function(atom, argument) != nullptr;
  }

  [[nodiscard]] const std::pair<Symbol, std::uint32_t>* single_function(
      const Atom& atom, std::size_t argument) const {
    const ShapeSet& shapes = shapes_.of(atom.relation, atom.args.size(), argument);
    if (shapes.constants || shapes.functions.size() != 1) return nullptr;
    return &*shapes.functions.begin();
  }

  static void replace(Clause& clause, const Term& variable, const Term& term) {
    gdl::rewrites::Substitution substitution(clause.variables.size());
    substitution.unify(variable, term);
    substitution.apply(clause.head);
    for (Literal& literal : clause.body) substitution.apply(literal.atom);
  }

  void finish(const Clause& clause) {
    Clause flat = clause;
    flat.head = flatten_atom(clause.head);
    flat.body.clear();
    for (const Literal& literal : clause.body) {
      if (literal.kind == Literal::Kind::distinct) {
        flat.body.push_back(literal);
      } else if (can_hold(literal.atom)) {
        flat.body.push_back({literal.kind, flatten_atom(literal.atom)});
      } else if (literal.kind == Literal::Kind::positive) {
        return;  // this clause never fires
      }
    }
    result_.rules.clauses.push_back(std::move(flat));
  }

  // False if an argument has a shape that nothing of this relation ever has.
  [[nodiscard]] bool can_hold(const Atom& atom) const {
    for (std::size_t i = 0; i < atom.args.size(); ++i) {
      if (is_flattened(atom) || kind_of(atom.relation) != nullptr) break;
      const auto* function = single_function(atom, i);
      if (function == nullptr) continue;
      const Term& arg = atom.args[i];
      if (arg.symbol != function->first || arg.args.size() != function->second) return false;
    }
    return true;
  }

  Atom flatten_atom(const Atom& atom) {
    const KeywordKind* kind = kind_of(atom.relation);
    if (kind == nullptr) return take_functions_apart(atom);
    if (!is_flattened(atom) || atom.args.back().args.empty()) {
      declare(atom.relation, *kind, std::nullopt, atom.args.size());
      return atom;
    }
    const Term& term = atom.args.back();
    Atom flat{.where = atom.where};
    flat.args.assign(atom.args.begin(), atom.args.end() - 1);
    flat.args.insert(flat.args.end(), term.args.begin(), term.args.end());
    flat.relation = family(atom.relation, term.symbol, term.args.size());
    declare(flat.relation, *kind, term.symbol, term.args.size());
    return flat;
  }

  [[nodiscard]] Atom take_functions_apart(const Atom& atom) const {
    Atom flat{.relation = atom.relation, .where = atom.where};
    for (std::size_t i = 0; i < atom.args.size(); ++i) {
      if (single_function(atom, i) == nullptr) {
        flat.args.push_back(atom.args[i]);
      } else {
        const auto& parts = atom.args[i].args;
        flat.args.insert(flat.args.end(), parts.begin(), parts.end());
      }
    }
    return flat;
  }

  Symbol family(Symbol word, Symbol functor, std::size_t arity) {
    auto& symbols = result_.rules.symbols;
    std::string name(symbols.name(word));
    name += ' ';
    name += symbols.name(functor);
    // A blank cannot be part of a name in KIF; the arity keeps equal functors apart.
    name += '/' + std::to_string(arity);
    return symbols.intern(name);
  }

  void declare(Symbol relation, const KeywordKind& kind, std::optional<Symbol> functor,
               std::size_t arity) {
    const auto [entry, added] = result_.relations.emplace(relation, RelationInfo{});
    if (!added) return;
    RelationInfo info{.kind = kind.kind, .keyword = kind.name};
    if (functor) {
      info.has_functor = true;
      info.functor = *functor;
    }
    std::optional<Symbol> target;
    if (kind.name == keyword::next || kind.name == keyword::init) target = keyword::truth;
    if (kind.name == keyword::legal) target = keyword::does;
    if (target) {
      info.feeds = true;
      info.target = functor ? family(*target, *functor, arity) : *target;
    }
    entry->second = info;
    if (target) declare(info.target, *kind_of(*target), functor, arity);
  }

  Shapes shapes_;
  FlatRules result_;
  std::vector<std::uint32_t> constants_;  // variables decided to stand for constants
  Symbol is_constant_{};
  bool uses_is_constant_ = false;
};

}  // namespace

FlatRules flatten(const gdl::Rules& rules) { return Flattener(rules).run(rules); }

}  // namespace palamedes::ground
