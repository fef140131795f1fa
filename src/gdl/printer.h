#pragma once
// Back to text, in one canonical form: lower case, single blanks, one condition a line.

#include <string>
#include <vector>

#include "gdl/sheet.h"

namespace palamedes::gdl {

struct Rules;

[[nodiscard]] std::string to_text(const Term& term, const SymbolTable& symbols);
[[nodiscard]] std::string to_text(const Atom& atom, const SymbolTable& symbols);
[[nodiscard]] std::string to_text(const Formula& formula, const SymbolTable& symbols);
[[nodiscard]] std::string to_text(const Sentence& sentence, const SymbolTable& symbols);
[[nodiscard]] std::string to_text(const Sheet& sheet);
// The clauses after all rewrites.
[[nodiscard]] std::string to_text(const Rules& rules);

}  // namespace palamedes::gdl
