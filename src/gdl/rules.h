#pragma once
// Rules in normal form: clauses whose bodies are plain conjunctions of literals. This is what all
// later stages read.

#include <cstdint>
#include <string>
#include <vector>

#include "gdl/sheet.h"

namespace palamedes::gdl {

struct Literal {
  enum class Kind : std::uint8_t { positive, negative, distinct };
  Kind kind = Kind::positive;
  Atom atom;  // of `distinct`: relation `distinct` with the two compared terms
};

struct Clause {
  Atom head;
  std::vector<Literal> body;
  std::vector<Symbol> variables;  // names, by number; some may no longer occur
  SourceLocation where;
};

struct Rules {
  std::string file;
  SymbolTable symbols;
  std::vector<Clause> clauses;
};

}  // namespace palamedes::gdl
