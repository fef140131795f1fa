#pragma once
// A rule sheet as it was written: sentences with formulas, before any rewriting.

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "gdl/symbols.h"

namespace palamedes::gdl {

struct Term {
  enum class Kind : std::uint8_t { variable, constant, function };
  Kind kind = Kind::constant;
  Symbol symbol{};             // name; a variable's with its question mark
  std::uint32_t variable = 0;  // number of a variable in its sentence
  std::vector<Term> args;      // of a function, at least one
  SourceLocation where;

  [[nodiscard]] bool is_variable() const { return kind == Kind::variable; }
  // Equal up to the place in the text.
  friend bool operator==(const Term& a, const Term& b) {
    return a.kind == b.kind && a.symbol == b.symbol && a.variable == b.variable && a.args == b.args;
  }
};

struct Atom {
  Symbol relation{};
  std::vector<Term> args;
  SourceLocation where;

  friend bool operator==(const Atom& a, const Atom& b) {
    return a.relation == b.relation && a.args == b.args;
  }
};

struct Formula {
  enum class Kind : std::uint8_t { atom, distinct, negation, conjunction, disjunction };
  Kind kind = Kind::atom;
  Atom atom;                   // of an atom; of `distinct` with its two arguments
  std::vector<Formula> parts;  // of the others
  SourceLocation where;

  friend bool operator==(const Formula& a, const Formula& b) {
    return a.kind == b.kind && a.atom == b.atom && a.parts == b.parts;
  }
};

// A fact (empty body) or a rule.
struct Sentence {
  Atom head;
  std::vector<Formula> body;
  std::vector<Symbol> variables;  // names, by number
  SourceLocation where;

  friend bool operator==(const Sentence& a, const Sentence& b) {
    return a.head == b.head && a.body == b.body && a.variables == b.variables;
  }
};

struct Sheet {
  std::string file;
  SymbolTable symbols;
  std::vector<Sentence> sentences;
};

// Calls `visit(variable number)` for every occurrence of a variable in a term.
template <typename Visit>
void for_each_variable(const Term& term, Visit&& visit) {
  if (term.is_variable()) visit(term.variable);
  for (const Term& arg : term.args) for_each_variable(arg, visit);
}
template <typename Visit>
void for_each_variable(const Atom& atom, Visit&& visit) {
  for (const Term& arg : atom.args) for_each_variable(arg, visit);
}

}  // namespace palamedes::gdl
