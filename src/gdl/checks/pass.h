#pragma once
// What the checks share. Each of them looks at all clauses once and reports everything it finds;
// their costs are linear in the rules, whatever the rules look like.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "gdl/program.h"
#include "gdl/rules.h"

namespace palamedes::gdl::checks {

struct KeywordUse {
  Symbol symbol;
  std::size_t arity;
  bool in_heads;
  bool in_bodies;
};

// The relations that GDL gives a meaning.
inline constexpr std::array<KeywordUse, 10> keyword_uses = {{
    {keyword::role, 1, true, true},
    {keyword::init, 1, true, false},
    {keyword::truth, 1, false, true},
    {keyword::does, 2, false, true},
    {keyword::next, 1, true, true},
    {keyword::legal, 2, true, true},
    {keyword::goal, 2, true, true},
    {keyword::terminal, 0, true, true},
    {keyword::base, 1, true, true},
    {keyword::input, 2, true, true},
}};

// Nothing for names that are no relation of GDL itself.
[[nodiscard]] const KeywordUse* find_keyword(Symbol symbol);

// "Did you mean …?" for as long as its share of work lasts: the search is quadratic, and a hostile
// text has as many unknown names as known ones.
class Suggestions {
 public:
  [[nodiscard]] std::string did_you_mean(std::string_view name,
                                         const std::vector<std::string>& known);

 private:
  std::size_t comparisons_left_ = 100'000;
};

struct Pass {
  const Rules& rules;
  const Program& program;
  Diagnostics& diagnostics;
  Suggestions suggestions;

  [[nodiscard]] std::string_view name(Symbol symbol) const { return rules.symbols.name(symbol); }
  [[nodiscard]] std::string_view name(RelationId relation) const {
    return name(program[relation].name);
  }
};

// "12:3", for a message that points to a second place.
[[nodiscard]] std::string to_text(SourceLocation where);

// "a -> b -> c", with the middle of a long way left out.
[[nodiscard]] std::string arrows(const std::vector<std::string>& names);

// Calls `visit(atom, is_head)` for the head and every condition but `distinct`.
template <typename Visit>
void for_each_atom(const Clause& clause, Visit&& visit) {
  visit(clause.head, true);
  for (const Literal& literal : clause.body) {
    if (literal.kind != Literal::Kind::distinct) visit(literal.atom, false);
  }
}

// Calls `visit(term)` for a term and all terms inside it.
template <typename Visit>
void for_each_term(const Term& term, Visit&& visit) {
  visit(term);
  for (const Term& arg : term.args) for_each_term(arg, visit);
}
template <typename Visit>
void for_each_term(const Atom& atom, Visit&& visit) {
  for (const Term& arg : atom.args) for_each_term(arg, visit);
}

void check_keywords(Pass& pass);     // arities and places of GDL's own relations, goal values
void check_presence(Pass& pass);     // role, legal, goal, terminal, init
void check_arities(Pass& pass);      // one name, one arity
void check_definitions(Pass& pass);  // used but not defined
void check_needs(Pass& pass, bool warn_unused);  // defined but not needed
void check_matches(Pass& pass);                  // asked for but never made
void check_safety(Pass& pass);                   // variables without a positive condition
void check_dependencies(Pass& pass);             // what may not depend on the state or on moves
void check_negation(Pass& pass);                 // negation through recursion
void check_recursion(Pass& pass);                // the recursion restriction

}  // namespace palamedes::gdl::checks
