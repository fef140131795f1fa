#include "gdl/printer.h"

#include <string_view>

#include "gdl/rules.h"

namespace palamedes::gdl {
namespace {

// Appends to one text. The functions are recursive with small frames, and terms are no deeper than
// ReadLimits::deepest.
class Printer {
 public:
  explicit Printer(const SymbolTable& symbols) : symbols_(symbols) {}

  void term(const Term& term) { application(term.symbol, term.args); }
  void atom(const Atom& atom) { application(atom.relation, atom.args); }

  void formula(const Formula& formula) {
    switch (formula.kind) {
      case Formula::Kind::atom:
      case Formula::Kind::distinct:
        atom(formula.atom);
        return;
      case Formula::Kind::negation:
        connective(keyword::negation, formula.parts);
        return;
      case Formula::Kind::conjunction:
        connective(keyword::conjunction, formula.parts);
        return;
      case Formula::Kind::disjunction:
        connective(keyword::disjunction, formula.parts);
        return;
    }
  }

  void literal(const Literal& literal) {
    if (literal.kind != Literal::Kind::negative) {
      atom(literal.atom);
      return;
    }
    text_ += "(not ";
    atom(literal.atom);
    text_ += ')';
  }

  template <typename Condition, typename Print>
  void sentence(const Atom& head, const std::vector<Condition>& body, Print&& print) {
    // `(<= a b)` would be read as a rule, so a fact of a relation `<=` keeps an arrow around it.
    const bool as_rule = !body.empty() || (head.relation == keyword::rule && !head.args.empty());
    if (as_rule) text_ += "(<= ";
    atom(head);
    for (const Condition& condition : body) {
      text_ += "\n  ";
      print(condition);
    }
    if (as_rule) text_ += ')';
  }

  void sentence(const Sentence& sentence) {
    this->sentence(sentence.head, sentence.body, [this](const Formula& f) { formula(f); });
  }

  void clause(const Clause& clause) {
    sentence(clause.head, clause.body, [this](const Literal& l) { literal(l); });
  }

  void line_end() { text_ += '\n'; }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void application(Symbol name, const std::vector<Term>& args) {
    if (args.empty()) {
      text_ += symbols_.name(name);
      return;
    }
    text_ += '(';
    text_ += symbols_.name(name);
    for (const Term& arg : args) {
      text_ += ' ';
      term(arg);
    }
    text_ += ')';
  }

  void connective(Symbol name, const std::vector<Formula>& parts) {
    text_ += '(';
    text_ += symbols_.name(name);
    for (const Formula& part : parts) {
      text_ += ' ';
      formula(part);
    }
    text_ += ')';
  }

  const SymbolTable& symbols_;
  std::string text_;
};

}  // namespace

std::string to_text(const Term& term, const SymbolTable& symbols) {
  Printer printer(symbols);
  printer.term(term);
  return printer.take();
}

std::string to_text(const Atom& atom, const SymbolTable& symbols) {
  Printer printer(symbols);
  printer.atom(atom);
  return printer.take();
}

std::string to_text(const Formula& formula, const SymbolTable& symbols) {
  Printer printer(symbols);
  printer.formula(formula);
  return printer.take();
}

std::string to_text(const Sentence& sentence, const SymbolTable& symbols) {
  Printer printer(symbols);
  printer.sentence(sentence);
  return printer.take();
}

std::string to_text(const Sheet& sheet) {
  Printer printer(sheet.symbols);
  for (const Sentence& sentence : sheet.sentences) {
    printer.sentence(sentence);
    printer.line_end();
  }
  return printer.take();
}

std::string to_text(const Rules& rules) {
  Printer printer(rules.symbols);
  for (const Clause& clause : rules.clauses) {
    printer.clause(clause);
    printer.line_end();
  }
  return printer.take();
}

}  // namespace palamedes::gdl
