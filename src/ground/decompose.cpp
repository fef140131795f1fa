#include "ground/decompose.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "ground/classes.h"
#include "ground/clause_key.h"

namespace palamedes::ground {

using gdl::Atom;
using gdl::Clause;
using gdl::Literal;
using gdl::Symbol;
using gdl::Term;

namespace {

using VariableSet = std::uint64_t;
constexpr std::size_t max_variables = 64;

VariableSet variables_of(const Atom& atom) {
  VariableSet set = 0;
  for_each_variable(atom, [&](std::uint32_t variable) { set |= VariableSet{1} << variable; });
  return set;
}

int size_of(VariableSet set) { return std::popcount(set); }

// A part of a body: conditions of the rule and parts below it.
struct Part {
  std::vector<Literal> literals;
  std::vector<std::size_t> children;
  VariableSet inside = 0;   // all variables of its rule
  VariableSet outside = 0;  // those that it shares with the rest: the helper's arguments
};

struct Item {  // what is left of the body while variables are eliminated
  std::optional<Literal> literal;
  std::size_t part = 0;
  VariableSet variables = 0;
  bool is_fixed = false;  // a positive condition that no state changes
  bool is_move = false;   // does

  [[nodiscard]] bool binds() const { return !literal || literal->kind == Literal::Kind::positive; }
};

class ClauseSplitter {
 public:
  ClauseSplitter(const Clause& clause, const FlatRules& rules, const Classified& classified)
      : head_(variables_of(clause.head)) {
    for (const Literal& literal : clause.body) {
      Item item{literal, 0, variables_of(literal.atom)};
      if (literal.kind == Literal::Kind::positive) {
        item.is_fixed = classified.class_of(literal.atom) == TableClass::fixed;
        item.is_move = rules.info(literal.atom.relation).kind == RelationKind::does;
      }
      items_.push_back(std::move(item));
    }
  }

  bool run() {
    bool split = false;
    while (const auto choice = choose()) {
      eliminate(*choice);
      split = true;
    }
    return split;
  }

  [[nodiscard]] const std::vector<Item>& items() const { return items_; }
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }

 private:
  [[nodiscard]] VariableSet all_variables() const {
    VariableSet all = head_;
    for (const Item& item : items_) all |= item.variables;
    return all;
  }

  [[nodiscard]] VariableSet neighbours(std::size_t variable) const {
    VariableSet set = 0;
    for (const Item& item : items_) {
      if ((item.variables >> variable & 1U) != 0) set |= item.variables;
    }
    return set & ~(VariableSet{1} << variable);
  }

  // Pairs of neighbours that no condition (nor the head) connects yet.
  [[nodiscard]] int fill_in(VariableSet set) const {
    int missing = 0;
    for (std::size_t a = 0; a < max_variables; ++a) {
      if ((set >> a & 1U) == 0) continue;
      VariableSet linked = VariableSet{1} << a;
      if ((head_ >> a & 1U) != 0) linked |= head_;
      for (const Item& item : items_) {
        if ((item.variables >> a & 1U) != 0) linked |= item.variables;
      }
      missing += size_of(set & ~linked);
    }
    return missing / 2;
  }

  // Whether a move and a fixed relation bind it, as in "next to the cell that is marked".
  [[nodiscard]] bool is_around_move(std::size_t variable) const {
    bool has_fixed = false;
    bool has_move = false;
    for (const Item& item : items_) {
      if ((item.variables >> variable & 1U) == 0) continue;
      has_fixed = has_fixed || item.is_fixed;
      has_move = has_move || item.is_move;
    }
    return has_fixed && has_move;
  }

  // The variable to eliminate next, if some elimination makes the rule narrower. Of those that
  // fill in the same, one around a move: of such a helper few instances are true in a step, and
  // what it is joined with changes nothing in between.
  [[nodiscard]] std::optional<std::size_t> choose() const {
    const VariableSet all = all_variables();
    std::optional<std::size_t> best;
    std::tuple<int, bool, int> best_score;
    for (std::size_t v = 0; v < max_variables; ++v) {
      if ((all >> v & 1U) == 0 || (head_ >> v & 1U) != 0) continue;
      const VariableSet near = neighbours(v);
      if (size_of(near) + 1 >= size_of(all)) continue;  // the helper would be the whole rule
      const std::tuple score{fill_in(near), !is_around_move(v), size_of(near)};
      if (!best || score < best_score) {
        best = v;
        best_score = score;
      }
    }
    return best;
  }

  void eliminate(std::size_t variable) {
    Part part;
    std::vector<Item> rest;
    for (Item& item : items_) {
      if ((item.variables >> variable & 1U) == 0) {
        rest.push_back(std::move(item));
        continue;
      }
      part.inside |= item.variables;
      if (item.literal) {
        part.literals.push_back(std::move(*item.literal));
      } else {
        part.children.push_back(item.part);
      }
    }
    part.outside = part.inside & ~(VariableSet{1} << variable);
    absorb_children(part);
    items_ = std::move(rest);
    items_.push_back({std::nullopt, parts_.size(), part.outside});
    parts_.push_back(std::move(part));
  }

  // A child that already sees all variables of its parent need not be a relation of its own.
  void absorb_children(Part& part) {
    std::vector<std::size_t> kept;
    for (const std::size_t child : part.children) {
      const Part& below = parts_[child];
      if ((part.inside & ~below.inside) != 0) {
        kept.push_back(child);
        continue;
      }
      part.inside = below.inside;
      part.literals.insert(part.literals.end(), below.literals.begin(), below.literals.end());
      kept.insert(kept.end(), below.children.begin(), below.children.end());
    }
    part.children = std::move(kept);
  }

  VariableSet head_;
  std::vector<Item> items_;
  std::vector<Part> parts_;
};

class Decomposer {
 public:
  Decomposer(FlatRules& rules, DecompositionScope scope)
      : flat_(rules), symbols_(rules.rules.symbols), scope_(scope) {}

  DecompositionReport run() {
    const Classified classified = classify(flat_);
    std::vector<Clause> input = std::move(flat_.rules.clauses);
    flat_.rules.clauses.clear();
    for (Clause& clause : input) {
      if (!takes(clause)) {
        flat_.rules.clauses.push_back(std::move(clause));
        continue;
      }
      ClauseSplitter splitter(clause, flat_, classified);
      if (!splitter.run()) {
        flat_.rules.clauses.push_back(std::move(clause));
        continue;
      }
      ++report_.rules_split;
      rebuild(clause, splitter);
    }
    return report_;
  }

 private:
  [[nodiscard]] bool is_guard(Symbol relation) const {
    return flat_.info(relation).kind == RelationKind::guard;
  }

  [[nodiscard]] bool takes(const Clause& clause) const {
    return clause.variables.size() <= max_variables &&
           (scope_ == DecompositionScope::all || is_guard(clause.head.relation));
  }

  void rebuild(const Clause& clause, const ClauseSplitter& splitter) {
    Clause result = clause;
    result.body.clear();
    for (const Item& item : splitter.items()) {
      result.body.push_back(item.literal ? *item.literal
                                         : helper_literal(clause, splitter.parts(), item.part));
    }
    flat_.rules.clauses.push_back(std::move(result));
  }

  [[nodiscard]] Term variable_term(const Clause& clause, std::uint32_t variable) const {
    return {.kind = Term::Kind::variable,
            .symbol = clause.variables[variable],
            .variable = variable,
            .where = clause.where};
  }

  // The literal that stands for a part; makes the helper's rule unless an equal one exists.
  Literal helper_literal(const Clause& clause, const std::vector<Part>& parts, std::size_t number) {
    const Part& part = parts[number];
    std::vector<Literal> body = part.literals;
    for (const std::size_t child : part.children) {
      body.push_back(helper_literal(clause, parts, child));
    }
    add_guards(clause, body, part.inside);
    return define(clause, std::move(body), part.outside,
                  is_guard(clause.head.relation) ? RelationKind::guard : RelationKind::helper);
  }

  // Variables that only a negated condition or `distinct` mentions need values to range over.
  void add_guards(const Clause& clause, std::vector<Literal>& body, VariableSet inside) {
    VariableSet bound = 0;
    for (const Literal& literal : body) {
      if (literal.kind == Literal::Kind::positive) bound |= variables_of(literal.atom);
    }
    for (std::uint32_t v = 0; v < clause.variables.size(); ++v) {
      if ((inside & ~bound & (VariableSet{1} << v)) == 0) continue;
      const Literal* source = nullptr;
      for (const Literal& literal : clause.body) {
        if (literal.kind != Literal::Kind::positive ||
            (variables_of(literal.atom) >> v & 1U) == 0) {
          continue;
        }
        if (source == nullptr ||
            size_of(variables_of(literal.atom)) < size_of(variables_of(source->atom))) {
          source = &literal;
        }
      }
      if (source == nullptr) continue;  // an unsafe rule; the checks have reported it
      body.push_back(define(clause, {*source}, VariableSet{1} << v, RelationKind::guard));
    }
  }

  // head(arguments) <- body, shared with every equal definition.
  Literal define(const Clause& clause, std::vector<Literal> body, VariableSet arguments,
                 RelationKind kind) {
    std::stable_sort(body.begin(), body.end(),
                     [&](const Literal& a, const Literal& b) { return shape_of(a) < shape_of(b); });
    std::vector<std::uint32_t> order;  // variables by first occurrence
    std::vector<std::uint32_t> number(clause.variables.size(), 0);
    for (const Literal& literal : body) {
      for_each_variable(literal.atom, [&](std::uint32_t variable) {
        if (std::find(order.begin(), order.end(), variable) != order.end()) return;
        number[variable] = static_cast<std::uint32_t>(order.size());
        order.push_back(variable);
      });
    }
    Clause definition{.where = clause.where};
    for (const std::uint32_t variable : order) {
      definition.variables.push_back(clause.variables[variable]);
    }
    for (Literal& literal : body) {
      definition.body.push_back(literal);
      for (Term& arg : definition.body.back().atom.args) renumber(arg, number);
    }
    Literal use{.atom = {.where = clause.where}};
    for (const std::uint32_t variable : order) {
      if ((arguments >> variable & 1U) == 0) continue;
      use.atom.args.push_back(variable_term(clause, variable));
      Term argument = variable_term(clause, variable);
      renumber(argument, number);
      definition.head.args.push_back(std::move(argument));
    }
    use.atom.relation = name_for(definition, kind);
    return use;
  }

  static void renumber(Term& term, const std::vector<std::uint32_t>& number) {
    if (term.is_variable()) term.variable = number[term.variable];
    for (Term& arg : term.args) renumber(arg, number);
  }

  // Relation and form of a literal, whatever its variables are called.
  static ClauseKey shape_of(const Literal& literal) {
    ClauseKey shape;
    append(shape, literal, false);
    return shape;
  }

  Symbol name_for(Clause& definition, RelationKind kind) {
    ClauseKey key{static_cast<std::uint64_t>(kind)};
    for (const Literal& literal : definition.body) append(key, literal, true);
    key.push_back(7);
    for (const Term& arg : definition.head.args) append(key, arg, true);
    const auto [entry, added] = known_.emplace(std::move(key), Symbol{});
    if (!added) {
      ++report_.helpers_shared;
      return entry->second;
    }
    const bool guard = kind == RelationKind::guard;
    const std::size_t count = guard ? ++report_.guards : ++report_.helpers;
    entry->second = symbols_.intern((!guard                              ? "part "
                                     : scope_ == DecompositionScope::all ? "guard "
                                                                         : "need part ") +
                                    std::to_string(count));
    flat_.relations.emplace(entry->second, RelationInfo{.kind = kind});
    definition.head.relation = entry->second;
    flat_.rules.clauses.push_back(std::move(definition));
    return entry->second;
  }

  FlatRules& flat_;
  gdl::SymbolTable& symbols_;
  DecompositionScope scope_;
  std::map<ClauseKey, Symbol> known_;
  DecompositionReport report_;
};

}  // namespace

DecompositionReport decompose(FlatRules& rules, DecompositionScope scope) {
  return Decomposer(rules, scope).run();
}

}  // namespace palamedes::ground
