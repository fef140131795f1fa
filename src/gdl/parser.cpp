#include "gdl/parser.h"

#include <optional>

#include <fmt/format.h>

namespace palamedes::gdl {
namespace {

// Turns one top-level expression into a sentence. A problem is reported and makes the result empty.
class SentenceReader {
 public:
  SentenceReader(const Expressions& expressions, const SymbolTable& symbols,
                 Diagnostics& diagnostics)
      : expressions_(expressions),
        symbols_(symbols),
        diagnostics_(diagnostics),
        numbers_(symbols.size(), 0) {}

  std::optional<Sentence> read(Expressions::Index index) {
    sentence_ = {};
    failed_ = false;
    const auto& node = expressions_.at(index);
    sentence_.where = node.where;
    const auto parts = node.is_list ? expressions_.children(index) : std::vector{index};
    if (node.is_list && !parts.empty() && is_rule_arrow(parts.front())) {
      if (parts.size() < 2) {
        error(node.where, "a rule needs a head after '<='");
      } else {
        sentence_.head = atom(parts[1], "the head of a rule");
        for (std::size_t i = 2; i < parts.size(); ++i) sentence_.body.push_back(formula(parts[i]));
      }
    } else {
      sentence_.head = atom(index, "a fact");
    }
    if (failed_) return std::nullopt;
    return std::move(sentence_);
  }

 private:
  [[nodiscard]] bool is_rule_arrow(Expressions::Index index) const {
    const auto& node = expressions_.at(index);
    return !node.is_list && node.symbol == keyword::rule;
  }

  [[nodiscard]] bool is_variable_name(Symbol symbol) const {
    return symbols_.name(symbol).starts_with('?');
  }

  void error(SourceLocation where, std::string message, std::string hint = {}) {
    failed_ = true;
    diagnostics_.error(where, std::move(message), std::move(hint));
  }

  Atom atom(Expressions::Index index, std::string_view place) {
    const auto& node = expressions_.at(index);
    Atom result{.where = node.where};
    auto parts = node.is_list ? expressions_.children(index) : std::vector{index};
    if (parts.empty()) {
      error(node.where, fmt::format("{} cannot be empty parentheses", place));
      return result;
    }
    const auto& name = expressions_.at(parts.front());
    if (name.is_list) {
      error(node.where, fmt::format("{} must start with the name of a relation", place),
            "one pair of parentheses too many?");
    } else if (is_variable_name(name.symbol)) {
      error(name.where,
            fmt::format("{} cannot start with the variable {}", place,
                        quote(symbols_.name(name.symbol))),
            "GDL has no variables for relations");
    } else if (is_connective(name.symbol) && name.symbol != keyword::rule) {
      error(name.where,
            fmt::format("'{}' cannot be {}", symbols_.name(name.symbol), place),
            "it only stands in the body of a rule");
    } else {
      result.relation = name.symbol;
      for (std::size_t i = 1; i < parts.size(); ++i) result.args.push_back(term(parts[i]));
    }
    return result;
  }

  Formula formula(Expressions::Index index) {
    const auto& node = expressions_.at(index);
    Formula result{.where = node.where};
    const auto parts = node.is_list ? expressions_.children(index) : std::vector{index};
    const Symbol name = !parts.empty() && !expressions_.at(parts.front()).is_list
                            ? expressions_.at(parts.front()).symbol
                            : Symbol{0xffffffffU};
    if (name == keyword::distinct) {
      result.kind = Formula::Kind::distinct;
      result.atom = {.relation = keyword::distinct, .where = node.where};
      if (parts.size() != 3) {
        error(node.where, fmt::format("'distinct' compares 2 terms, not {}", parts.size() - 1));
        return result;
      }
      result.atom.args = {term(parts[1]), term(parts[2])};
      return result;
    }
    if (name == keyword::negation || name == keyword::conjunction ||
        name == keyword::disjunction) {
      result.kind = name == keyword::negation      ? Formula::Kind::negation
                    : name == keyword::conjunction ? Formula::Kind::conjunction
                                                   : Formula::Kind::disjunction;
      if (name == keyword::negation && parts.size() != 2) {
        error(node.where, fmt::format("'not' takes 1 formula, not {}", parts.size() - 1));
        return result;
      }
      if (parts.size() < 2) {
        error(node.where, fmt::format("'{}' needs at least 1 formula", symbols_.name(name)));
        return result;
      }
      for (std::size_t i = 1; i < parts.size(); ++i) result.parts.push_back(formula(parts[i]));
      return result;
    }
    result.atom = atom(index, "a condition");
    return result;
  }

  Term term(Expressions::Index index) {
    const auto& node = expressions_.at(index);
    Term result{.where = node.where};
    if (!node.is_list) {
      result.symbol = node.symbol;
      if (is_variable_name(node.symbol)) {
        result.kind = Term::Kind::variable;
        result.variable = number_of(node.symbol);
      }
      return result;
    }
    const auto parts = expressions_.children(index);
    if (parts.empty()) {
      error(node.where, "a term cannot be empty parentheses");
      return result;
    }
    const auto& name = expressions_.at(parts.front());
    if (name.is_list || is_variable_name(name.symbol)) {
      error(name.where, "a term must start with the name of a function");
      return result;
    }
    result.symbol = name.symbol;
    for (std::size_t i = 1; i < parts.size(); ++i) result.args.push_back(term(parts[i]));
    // (f) and f are the same constant.
    if (!result.args.empty()) result.kind = Term::Kind::function;
    return result;
  }

  std::uint32_t number_of(Symbol variable) {
    auto& names = sentence_.variables;
    auto& number = numbers_[static_cast<std::size_t>(variable)];
    // What an earlier sentence left there names another variable here, or none.
    if (number >= names.size() || names[number] != variable) {
      number = static_cast<std::uint32_t>(names.size());
      names.push_back(variable);
    }
    return number;
  }

  const Expressions& expressions_;
  const SymbolTable& symbols_;
  Diagnostics& diagnostics_;
  Sentence sentence_;
  std::vector<std::uint32_t> numbers_;  // by symbol: a variable's number in its latest sentence
  bool failed_ = false;
};

}  // namespace

Sheet parse_sheet(std::string_view text, std::string file, const ReadLimits& limits,
                  Diagnostics& diagnostics) {
  Sheet sheet{.file = std::move(file)};
  const Expressions expressions = read_expressions(text, sheet.symbols, limits, diagnostics);
  // Broken parentheses shift everything after them: reading on would only report their echoes.
  if (diagnostics.has_errors()) return sheet;
  SentenceReader reader(expressions, sheet.symbols, diagnostics);
  for (const Expressions::Index index : expressions.top()) {
    if (auto sentence = reader.read(index)) sheet.sentences.push_back(std::move(*sentence));
  }
  return sheet;
}

}  // namespace palamedes::gdl
