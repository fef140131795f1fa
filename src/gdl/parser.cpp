#include "gdl/parser.h"

#include <optional>

#include <fmt/format.h>

namespace palamedes::gdl {
namespace {

using Index = Expressions::Index;

// Turns one top-level expression into a sentence. A problem is reported and makes the result empty.
// Texts may be nested deep: results go through parameters and messages are made elsewhere, which
// keeps the stack frames of the recursive functions small.
class SentenceReader {
 public:
  SentenceReader(const Expressions& expressions, const SymbolTable& symbols,
                 Diagnostics& diagnostics)
      : expressions_(expressions),
        symbols_(symbols),
        diagnostics_(diagnostics),
        numbers_(symbols.size(), 0) {}

  std::optional<Sentence> read(Index index) {
    sentence_ = {};
    failed_ = false;
    const auto& node = expressions_.at(index);
    sentence_.where = node.where;
    if (node.is_list && node.first != Expressions::none && is_atom(node.first, keyword::rule)) {
      const Index head = expressions_.at(node.first).next;
      if (head == Expressions::none) {
        error(node.where, "a rule needs a head after '<='");
      } else {
        atom(head, "the head of a rule", sentence_.head);
        for (Index part = next(head); part != Expressions::none; part = next(part)) {
          formula(part, sentence_.body.emplace_back());
        }
      }
    } else {
      atom(index, "a fact", sentence_.head);
    }
    if (failed_) return std::nullopt;
    return std::move(sentence_);
  }

 private:
  [[nodiscard]] Index next(Index index) const { return expressions_.at(index).next; }

  // The first part of a list, or the atom itself; none for empty parentheses.
  [[nodiscard]] Index first_part(Index index) const {
    const auto& node = expressions_.at(index);
    return node.is_list ? node.first : index;
  }

  // The part after the first; an atom's neighbour is none of its parts.
  [[nodiscard]] Index second_part(Index index) const {
    return expressions_.at(index).is_list ? next(first_part(index)) : Expressions::none;
  }

  [[nodiscard]] std::size_t count_from(Index part) const {
    std::size_t count = 0;
    for (; part != Expressions::none; part = next(part)) ++count;
    return count;
  }

  [[nodiscard]] bool is_atom(Index index, Symbol symbol) const {
    const auto& node = expressions_.at(index);
    return !node.is_list && node.symbol == symbol;
  }

  [[nodiscard]] bool is_variable_name(Symbol symbol) const {
    return symbols_.name(symbol).starts_with('?');
  }

  void error(SourceLocation where, std::string_view message, std::string_view hint = {}) {
    failed_ = true;
    diagnostics_.error(where, std::string(message), std::string(hint));
  }

  void atom(Index index, std::string_view place, Atom& result) {
    result.where = expressions_.at(index).where;
    const Index first = first_part(index);
    if (first == Expressions::none || expressions_.at(first).is_list ||
        is_variable_name(expressions_.at(first).symbol) ||
        (is_connective(expressions_.at(first).symbol) && !is_atom(first, keyword::rule))) {
      report_bad_atom(index, place);
      return;
    }
    result.relation = expressions_.at(first).symbol;
    for (Index part = second_part(index); part != Expressions::none; part = next(part)) {
      term(part, result.args.emplace_back());
    }
  }

  void report_bad_atom(Index index, std::string_view place) {
    const SourceLocation where = expressions_.at(index).where;
    const Index first = first_part(index);
    if (first == Expressions::none) {
      error(where, fmt::format("{} cannot be empty parentheses", place));
      return;
    }
    const auto& name = expressions_.at(first);
    if (name.is_list) {
      error(where, fmt::format("{} must start with the name of a relation", place),
            "one pair of parentheses too many?");
    } else if (is_variable_name(name.symbol)) {
      error(name.where,
            fmt::format("{} cannot start with the variable {}", place,
                        quote(symbols_.name(name.symbol))),
            "GDL has no variables for relations");
    } else {
      error(name.where, fmt::format("'{}' cannot be {}", symbols_.name(name.symbol), place),
            "it only stands in the body of a rule");
    }
  }

  void formula(Index index, Formula& result) {
    result.where = expressions_.at(index).where;
    const Index first = first_part(index);
    if (first == Expressions::none || expressions_.at(first).is_list) {
      atom(index, "a condition", result.atom);
      return;
    }
    const Symbol name = expressions_.at(first).symbol;
    if (name == keyword::distinct) {
      result.kind = Formula::Kind::distinct;
      result.atom.relation = keyword::distinct;
      result.atom.where = result.where;
    } else if (name == keyword::negation) {
      result.kind = Formula::Kind::negation;
    } else if (name == keyword::conjunction) {
      result.kind = Formula::Kind::conjunction;
    } else if (name == keyword::disjunction) {
      result.kind = Formula::Kind::disjunction;
    } else {
      atom(index, "a condition", result.atom);
      return;
    }
    if (!has_right_count(index, name)) return;
    for (Index part = second_part(index); part != Expressions::none; part = next(part)) {
      if (name == keyword::distinct) {
        term(part, result.atom.args.emplace_back());
      } else {
        formula(part, result.parts.emplace_back());
      }
    }
  }

  bool has_right_count(Index index, Symbol connective) {
    const SourceLocation where = expressions_.at(index).where;
    const std::size_t count = count_from(second_part(index));
    if (connective == keyword::distinct) {
      if (count != 2) error(where, fmt::format("'distinct' compares 2 terms, not {}", count));
      return count == 2;
    }
    if (connective == keyword::negation) {
      if (count != 1) error(where, fmt::format("'not' takes 1 formula, not {}", count));
      return count == 1;
    }
    if (count == 0) {
      error(where, fmt::format("'{}' needs at least 1 formula", symbols_.name(connective)));
    }
    return count > 0;
  }

  void term(Index index, Term& result) {
    const auto& node = expressions_.at(index);
    result.where = node.where;
    const Index first = first_part(index);
    if (first == Expressions::none) {
      error(node.where, "a term cannot be empty parentheses");
      return;
    }
    const auto& name = expressions_.at(first);
    if (name.is_list || (node.is_list && is_variable_name(name.symbol))) {
      error(name.where, "a term must start with the name of a function");
      return;
    }
    result.symbol = name.symbol;
    if (is_variable_name(name.symbol)) {
      result.kind = Term::Kind::variable;
      result.variable = number_of(name.symbol);
      return;
    }
    for (Index part = second_part(index); part != Expressions::none; part = next(part)) {
      term(part, result.args.emplace_back());
    }
    // (f) and f are the same constant.
    if (!result.args.empty()) result.kind = Term::Kind::function;
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
  for (const Index index : expressions.top()) {
    if (auto sentence = reader.read(index)) sheet.sentences.push_back(std::move(*sentence));
  }
  return sheet;
}

}  // namespace palamedes::gdl
