#include "cli/aim_text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "board/term.h"
#include "cli/text.h"
#include "games/header.h"
#include "gdl/printer.h"

namespace palamedes::cli {
namespace {

constexpr std::size_t most_values = 6;      // with their conditions
constexpr std::size_t most_conditions = 3;  // of a rule that can be read at a glance
constexpr std::size_t most_ways = 2;        // to the same value

const std::string always = "in any case";

// A rule as conditions; nothing where they are too many.
using Ways = std::vector<std::optional<std::string>>;

void put_in(gdl::Term& term, std::uint32_t variable, gdl::Symbol value) {
  if (term.is_variable() && term.variable == variable) {
    term = {.kind = gdl::Term::Kind::constant, .symbol = value, .args = {}, .where = {}};
  }
  for (gdl::Term& argument : term.args) put_in(argument, variable, value);
}

// The only value that fixed facts let a variable of this condition have, if it has one variable.
std::optional<std::pair<std::uint32_t, std::string>> only_value(
    const gdl::Literal& literal, const std::vector<board::Term>& facts,
    const gdl::SymbolTable& symbols) {
  if (literal.kind != gdl::Literal::Kind::positive) return std::nullopt;
  const gdl::Atom& atom = literal.atom;
  std::optional<std::size_t> open;
  for (std::size_t i = 0; i < atom.args.size(); ++i) {
    if (atom.args[i].kind == gdl::Term::Kind::constant) continue;
    if (!atom.args[i].is_variable() || open) return std::nullopt;
    open = i;
  }
  if (!open) return std::nullopt;
  std::optional<std::string> value;
  for (const board::Term& fact : facts) {
    if (fact.name != symbols.name(atom.relation) || fact.arguments.size() != atom.args.size()) {
      continue;
    }
    bool fits = true;
    for (std::size_t i = 0; i < atom.args.size(); ++i) {
      fits &= i == *open || fact.arguments[i] == symbols.name(atom.args[i].symbol);
    }
    if (!fits) continue;
    if (value) return std::nullopt;
    value = fact.arguments[*open];
  }
  if (!value) return std::nullopt;
  return std::pair{atom.args[*open].variable, *value};
}

bool has_variables(const gdl::Atom& atom) {
  bool found = false;
  gdl::for_each_variable(atom, [&](std::uint32_t) { found = true; });
  return found;
}

// (true (cell 1 1 x)) is told as (cell 1 1 x). Conditions that are always true are left out.
std::optional<std::string> condition_text(const gdl::Literal& literal,
                                          const gdl::SymbolTable& symbols) {
  const gdl::Atom& atom = literal.atom;
  if (literal.kind == gdl::Literal::Kind::distinct) {
    if (!has_variables(atom)) return std::nullopt;
    return fmt::format("{} is not {}", gdl::to_text(atom.args[0], symbols),
                       gdl::to_text(atom.args[1], symbols));
  }
  if (atom.relation == gdl::keyword::role && !has_variables(atom)) return std::nullopt;
  const std::string text = atom.relation == gdl::keyword::truth
                               ? gdl::to_text(atom.args[0], symbols)
                               : gdl::to_text(atom, symbols);
  return literal.kind == gdl::Literal::Kind::negative ? "not " + text : text;
}

void put_in(gdl::Clause& clause, std::uint32_t variable, gdl::Symbol value) {
  for (gdl::Literal& literal : clause.body) {
    for (gdl::Term& argument : literal.atom.args) put_in(argument, variable, value);
  }
}

std::optional<std::string> conditions_of(gdl::Clause clause, gdl::Symbol role,
                                         const std::vector<board::Term>& fixed,
                                         const gdl::SymbolTable& symbols) {
  const gdl::Term& who = clause.head.args[0];
  if (who.is_variable()) put_in(clause, who.variable, role);
  for (std::size_t i = 0; i < clause.body.size();) {
    const auto told = only_value(clause.body[i], fixed, symbols);
    const gdl::Symbol* const value = told ? symbols.find(told->second) : nullptr;
    if (value == nullptr) {
      ++i;
      continue;
    }
    clause.body.erase(clause.body.begin() + static_cast<std::ptrdiff_t>(i));
    put_in(clause, told->first, *value);
    i = 0;
  }
  std::vector<std::string> conditions;
  for (const gdl::Literal& literal : clause.body) {
    if (auto text = condition_text(literal, symbols)) conditions.push_back(std::move(*text));
  }
  if (conditions.size() > most_conditions) return std::nullopt;
  return conditions.empty() ? always : fmt::format("{}", fmt::join(conditions, " and "));
}

std::optional<int> number_of(const gdl::Term& term, const gdl::SymbolTable& symbols) {
  if (term.kind != gdl::Term::Kind::constant) return std::nullopt;
  const std::string_view text = symbols.name(term.symbol);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string value_line(int value, const Ways& ways, std::size_t columns) {
  std::vector<std::string> texts;
  for (const auto& way : ways) {
    if (!way) return {};
    texts.push_back(*way);
  }
  if (texts.size() > most_ways) return {};
  const std::string_view word = texts.size() == 1 && texts.front() == always ? "" : "if ";
  return folded(fmt::format("  {} {}{}", value, word, fmt::join(texts, ", or if ")), columns, 6);
}

}  // namespace

std::string title_text(std::string_view sheet, std::size_t columns) {
  const games::GameHeader header = games::read_header(sheet);
  // Any sheet may begin with a comment; these lines belong together.
  if (header.description.empty() || !header.players || header.goals.empty()) return {};
  return folded(fmt::format("{}: {}", header.title, header.description), columns);
}

std::string aim_text(const gdl::Loaded& game, const board::FixedFacts& fixed,
                     const std::string& role, std::size_t columns) {
  const gdl::SymbolTable& symbols = game.rules.symbols;
  const gdl::Symbol* const symbol = symbols.find(role);
  if (symbol == nullptr) return {};
  std::vector<board::Term> facts;
  for (const std::string& tuple : fixed.tuples) facts.push_back(board::take_apart(tuple));
  std::map<int, Ways, std::greater<>> ways;
  bool computed = false;  // some rule has a value that depends on the state
  for (const gdl::Clause& clause : game.rules.clauses) {
    if (clause.head.relation != gdl::keyword::goal || clause.head.args.size() != 2) continue;
    const gdl::Term& who = clause.head.args[0];
    if (!who.is_variable() && who.symbol != *symbol) continue;
    if (const auto value = number_of(clause.head.args[1], symbols)) {
      ways[*value].push_back(conditions_of(clause, *symbol, facts, symbols));
    } else {
      computed = true;
    }
  }
  const std::string aim = "Aim: as many points as you can get";
  if (computed) return folded(aim + "; the rules count them.", columns, 2);
  if (ways.empty()) return {};
  std::vector<int> values;
  for (const auto& [value, conditions] : ways) values.insert(values.begin(), value);
  if (values.size() > most_values) {
    return folded(fmt::format("{}, from {} to {}.", aim, values.front(), values.back()), columns,
                  2);
  }
  std::string text = folded(fmt::format("{}, of {}.", aim, fmt::join(values, ", ")), columns, 2);
  for (const auto& [value, conditions] : ways) text += value_line(value, conditions, columns);
  return text;
}

}  // namespace palamedes::cli
