#pragma once
// What the tests of the grounder share.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ground/flat_rules.h"
#include "ground/grounder.h"
#include "unit/gdl/gdl_testing.h"

namespace palamedes::ground {

// "p(?x, f(a)) <- q(?x), not r(?x), distinct(?x, a)"; names may contain blanks.
inline std::string text_of(const gdl::Term& term, const gdl::SymbolTable& symbols) {
  std::string text(symbols.name(term.symbol));
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    text += (i == 0 ? "(" : ", ") + text_of(term.args[i], symbols);
  }
  return term.args.empty() ? text : text + ")";
}
inline std::string text_of(const gdl::Atom& atom, const gdl::SymbolTable& symbols) {
  gdl::Term term{.symbol = atom.relation, .args = atom.args};
  return text_of(term, symbols);
}
inline std::string text_of(const gdl::Clause& clause, const gdl::SymbolTable& symbols) {
  std::string text = text_of(clause.head, symbols);
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    text += i == 0 ? " <- " : ", ";
    if (clause.body[i].kind == gdl::Literal::Kind::negative) text += "not ";
    text += text_of(clause.body[i].atom, symbols);
  }
  return text;
}
inline std::vector<std::string> texts_of(const FlatRules& flat) {
  std::vector<std::string> result;
  for (const gdl::Clause& clause : flat.rules.clauses) {
    result.push_back(text_of(clause, flat.rules.symbols));
  }
  return result;
}

inline std::vector<std::string> flattened(std::string_view text) {
  return texts_of(flatten(gdl::rules_of(text)));
}

// Clauses as they are, without flattening.
inline FlatRules as_written(std::string_view text) {
  FlatRules flat;
  flat.rules = gdl::rules_of(text);
  return flat;
}

inline RelationInfo info_of(const FlatRules& flat, std::string_view name) {
  const gdl::Symbol* symbol = flat.rules.symbols.find(name);
  return symbol == nullptr ? RelationInfo{} : flat.info(*symbol);
}

inline Result<GroundRules> try_ground(std::string_view text, const GroundOptions& options = {}) {
  auto game = gdl::load(text, "test");
  if (!game) return tl::unexpected(game.error());
  return ground(*game, options);
}

// The ground atoms of a kind, or all.
inline std::set<std::string> atoms_of(const GroundRules& rules, RelationKind kind) {
  std::set<std::string> result;
  for (std::uint32_t atom = 0; atom < rules.atoms.size(); ++atom) {
    if (rules.atoms[atom].kind == kind) result.insert(rules.text(atom));
  }
  return result;
}

inline std::vector<std::string> rule_texts(const GroundRules& rules) {
  std::vector<std::string> result;
  rules.for_each_rule([&](std::uint32_t head, std::span<const std::uint32_t> body) {
    std::string text = rules.text(head);
    for (std::size_t i = 0; i < body.size(); ++i) {
      text += i == 0 ? " <- " : ", ";
      text += ((body[i] & 1U) != 0 ? "not " : "") + rules.text(body[i] / 2);
    }
    result.push_back(std::move(text));
  });
  return result;
}

}  // namespace palamedes::ground
