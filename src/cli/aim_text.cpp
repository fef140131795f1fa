#include "cli/aim_text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/game_header.h"
#include "cli/text.h"
#include "gdl/printer.h"

namespace palamedes::cli {
namespace {

constexpr std::size_t most_values = 6;      // with their conditions
constexpr std::size_t most_conditions = 3;  // of a rule that can be read at a glance
constexpr std::size_t most_ways = 2;        // to the same value

// A rule as conditions; nothing where they are too many.
using Ways = std::vector<std::optional<std::string>>;

void put_in(gdl::Term& term, std::uint32_t variable, gdl::Symbol value) {
  if (term.is_variable() && term.variable == variable) {
    term = {.kind = gdl::Term::Kind::constant, .symbol = value, .args = {}, .where = {}};
  }
  for (gdl::Term& argument : term.args) put_in(argument, variable, value);
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
  const std::string text = atom.relation == gdl::keyword::truth ? gdl::to_text(atom.args[0], symbols)
                                                                : gdl::to_text(atom, symbols);
  return literal.kind == gdl::Literal::Kind::negative ? "not " + text : text;
}

std::optional<std::string> conditions_of(gdl::Clause clause, gdl::Symbol role,
                                         const gdl::SymbolTable& symbols) {
  const gdl::Term& who = clause.head.args[0];
  std::vector<std::string> conditions;
  for (gdl::Literal& literal : clause.body) {
    if (who.is_variable()) {
      for (gdl::Term& argument : literal.atom.args) put_in(argument, who.variable, role);
    }
    if (auto text = condition_text(literal, symbols)) conditions.push_back(std::move(*text));
  }
  if (conditions.size() > most_conditions) return std::nullopt;
  return conditions.empty() ? "in any case" : fmt::format("{}", fmt::join(conditions, " and "));
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
  const bool always = texts.size() == 1 && texts.front() == "in any case";
  std::string text = fmt::format("{} {}{}", value, always ? "" : "if ", fmt::join(texts, ", or if "));
  std::string result;
  for (const std::string& line : wrapped(text, columns - 6)) {
    result += (result.empty() ? "  " : "      ") + line + "\n";
  }
  return result;
}

}  // namespace

std::string title_text(std::string_view sheet) {
  const GameHeader header = read_header(sheet);
  // Any sheet may begin with a comment; these lines belong together.
  if (header.description.empty() || !header.players || header.goals.empty()) return {};
  return fmt::format("{}: {}\n", header.title, header.description);
}

std::string aim_text(const gdl::Loaded& game, const std::string& role, std::size_t columns) {
  const gdl::SymbolTable& symbols = game.rules.symbols;
  const gdl::Symbol* const symbol = symbols.find(role);
  if (symbol == nullptr) return {};
  std::map<int, Ways, std::greater<>> ways;
  bool computed = false;  // some rule has a value that depends on the state
  for (const gdl::Clause& clause : game.rules.clauses) {
    if (clause.head.relation != gdl::keyword::goal || clause.head.args.size() != 2) continue;
    const gdl::Term& who = clause.head.args[0];
    if (!who.is_variable() && who.symbol != *symbol) continue;
    if (const auto value = number_of(clause.head.args[1], symbols)) {
      ways[*value].push_back(conditions_of(clause, *symbol, symbols));
    } else {
      computed = true;
    }
  }
  if (computed) return "Aim: as many points as you can get; the rules count them.\n";
  if (ways.empty()) return {};
  std::vector<int> values;
  for (const auto& [value, conditions] : ways) values.insert(values.begin(), value);
  std::string text;
  if (values.size() > most_values) {
    return fmt::format("Aim: as many points as you can get, from {} to {}.\n", values.front(),
                       values.back());
  }
  text = fmt::format("Aim: as many points as you can get, of {}.\n", fmt::join(values, ", "));
  for (const auto& [value, conditions] : ways) text += value_line(value, conditions, columns);
  return text;
}

}  // namespace palamedes::cli
