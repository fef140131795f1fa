#include "gdl/rewrites/normalise.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "gdl/rewrites/unify.h"

namespace palamedes::gdl::rewrites {
namespace {

// What rewriting may still copy or make; shared by all rules of a sheet.
class Budget {
 public:
  explicit Budget(std::size_t terms) : left_(terms) {}
  bool spend(std::size_t terms) {
    if (terms > left_) left_ = 0;
    if (left_ == 0) return false;
    left_ -= terms;
    return true;
  }
  [[nodiscard]] std::size_t left() const { return left_; }
  [[nodiscard]] bool empty() const { return left_ == 0; }

 private:
  std::size_t left_;
};

// An atom or `distinct` of a body, and whether it stands under an odd number of `not`s.
struct Condition {
  Formula* formula;
  bool negated;
};
using Conjunction = std::vector<Condition>;
using Alternatives = std::vector<Conjunction>;

class BodyExpander {
 public:
  BodyExpander(std::size_t max_alternatives, Budget& budget)
      : max_alternatives_(max_alternatives), budget_(budget) {}

  // The alternatives of a body in the order of the text; false if there are too many.
  bool expand(std::vector<Formula>& body, Alternatives& result) {
    result.assign(1, {});
    return std::all_of(body.begin(), body.end(),
                       [&](Formula& formula) { return conjoin(result, formula, false); });
  }

 private:
  // Adds one formula to each alternative. Results go through parameters to keep the stack frames
  // small: formulas nest as deep as the text may.
  bool conjoin(Alternatives& alternatives, Formula& formula, bool negated) {
    switch (formula.kind) {
      case Formula::Kind::negation:
        return conjoin(alternatives, formula.parts.front(), !negated);
      case Formula::Kind::conjunction:
        return negated ? any_of(alternatives, formula.parts, true)
                       : all_of(alternatives, formula.parts, false);
      case Formula::Kind::disjunction:
        return negated ? all_of(alternatives, formula.parts, true)
                       : any_of(alternatives, formula.parts, false);
      case Formula::Kind::distinct:
      case Formula::Kind::atom:
        break;
    }
    if (alternatives.size() > 1 && !budget_.spend(alternatives.size())) return false;
    for (Conjunction& alternative : alternatives) alternative.push_back({&formula, negated});
    return true;
  }

  bool all_of(Alternatives& alternatives, std::vector<Formula>& parts, bool negated) {
    return std::all_of(parts.begin(), parts.end(),
                       [&](Formula& part) { return conjoin(alternatives, part, negated); });
  }

  bool any_of(Alternatives& alternatives, std::vector<Formula>& parts, bool negated) {
    if (parts.size() == 1) return conjoin(alternatives, parts.front(), negated);
    Alternatives result;
    for (const Conjunction& alternative : alternatives) {
      for (Formula& part : parts) {
        if (!budget_.spend(alternative.size() + 1)) return false;
        Alternatives choices{alternative};
        if (!conjoin(choices, part, negated)) return false;
        if (result.size() + choices.size() > max_alternatives_) return false;
        std::move(choices.begin(), choices.end(), std::back_inserter(result));
      }
    }
    alternatives = std::move(result);
    return true;
  }

  std::size_t max_alternatives_;
  Budget& budget_;
};

std::size_t size_of(const Term& term) {
  std::size_t size = 1;
  for (const Term& arg : term.args) size += size_of(arg);
  return size;
}

std::size_t size_of(const Atom& atom) {
  std::size_t size = 1;
  for (const Term& arg : atom.args) size += size_of(arg);
  return size;
}

class ClauseMaker {
 public:
  ClauseMaker(const RewriteLimits& limits, Rules& rules, Diagnostics& diagnostics)
      : limits_(limits), budget_(limits.max_terms), rules_(rules), diagnostics_(diagnostics) {}

  void add(Sentence sentence) {
    if (!expand(sentence)) {
      report(sentence);
      return;
    }
    substitution_ = Substitution(has_distinct() ? sentence.variables.size() : 0);
    for (std::size_t i = 0; i < alternatives_.size(); ++i) {
      // The parts of the sentence can be moved where nobody needs them again.
      const bool last = i + 1 == alternatives_.size();
      Clause clause{.where = sentence.where};
      equalities_.clear();
      if (!fill(clause, sentence, alternatives_[i], last, alternatives_.size() == 1)) {
        report(sentence);
        return;
      }
      const bool possible = apply_equalities(clause);
      if (!equalities_.empty() && substitution_.exhausted()) {
        report_terms(sentence);
        return;
      }
      if (possible && decide_distinct(clause)) rules_.clauses.push_back(std::move(clause));
    }
  }

 private:
  bool expand(Sentence& sentence) {
    return BodyExpander(limits_.max_clauses_per_rule, budget_).expand(sentence.body, alternatives_);
  }

  [[nodiscard]] bool has_distinct() const {
    return std::any_of(alternatives_.begin(), alternatives_.end(), [](const auto& alternative) {
      return std::any_of(alternative.begin(), alternative.end(), [](const Condition& condition) {
        return condition.formula->kind == Formula::Kind::distinct;
      });
    });
  }

  // False if the budget does not allow it.
  bool fill(Clause& clause, Sentence& sentence, const Conjunction& alternative, bool last,
            bool only) {
    if (!last && !budget_.spend(size_of(sentence.head) + sentence.variables.size())) return false;
    clause.head = last ? std::move(sentence.head) : sentence.head;
    clause.variables = last ? std::move(sentence.variables) : sentence.variables;
    clause.body.reserve(alternative.size());
    for (const auto& [formula, negated] : alternative) {
      if (!only && !budget_.spend(size_of(formula->atom))) return false;
      Atom atom = only ? std::move(formula->atom) : formula->atom;
      if (formula->kind == Formula::Kind::atom) {
        const auto kind = negated ? Literal::Kind::negative : Literal::Kind::positive;
        clause.body.push_back({kind, std::move(atom)});
      } else if (negated) {
        equalities_.push_back(std::move(atom));
      } else {
        clause.body.push_back({Literal::Kind::distinct, std::move(atom)});
      }
    }
    return true;
  }

  // Puts the equalities into the clause; false if they can never hold.
  bool apply_equalities(Clause& clause) {
    if (equalities_.empty()) return true;
    substitution_.reset(budget_.left());
    const bool possible =
        std::all_of(equalities_.begin(), equalities_.end(), [&](const Atom& equality) {
          return substitution_.unify(equality.args[0], equality.args[1]);
        });
    if (possible && !substitution_.empty()) {
      substitution_.apply(clause.head);
      for (Literal& literal : clause.body) substitution_.apply(literal.atom);
    }
    budget_.spend(budget_.left() - substitution_.steps_left());
    return possible;
  }

  // Removes `distinct` literals that are decided; false if one of them can never hold.
  bool decide_distinct(Clause& clause) {
    // The literal of a pair of terms that takes longer just stays.
    constexpr std::size_t steps_per_literal = 1000;
    bool possible = true;
    const auto is_decided = [&](const Literal& literal) {
      if (literal.kind != Literal::Kind::distinct) return false;
      const Term& left = literal.atom.args[0];
      const Term& right = literal.atom.args[1];
      if (left == right) possible = false;
      substitution_.reset(steps_per_literal);
      return !substitution_.unify(left, right) && !substitution_.exhausted();
    };
    std::erase_if(clause.body, is_decided);
    return possible;
  }

  void report(const Sentence& sentence) {
    if (budget_.empty()) {
      report_terms(sentence);
      return;
    }
    diagnostics_.error(
        sentence.where,
        fmt::format("the alternatives of this rule multiply out to more than {}",
                    limits_.max_clauses_per_rule),
        "name parts of it with relations of their own, or --max-clauses allows more");
  }

  void report_terms(const Sentence& sentence) {
    diagnostics_.error(
        sentence.where,
        budget_.empty()
            ? fmt::format("rewriting the rules makes more than {} terms", limits_.max_terms)
            : std::string("'not distinct' makes a term that is nested too deep"),
        "name parts of it with relations of their own");
  }

  const RewriteLimits& limits_;
  Budget budget_;
  Rules& rules_;
  Diagnostics& diagnostics_;
  Alternatives alternatives_;
  std::vector<Atom> equalities_;
  Substitution substitution_{0};
};

}  // namespace

Rules normalise(Sheet sheet, const RewriteLimits& limits, Diagnostics& diagnostics) {
  Rules rules{.file = std::move(sheet.file), .symbols = std::move(sheet.symbols)};
  ClauseMaker maker(limits, rules, diagnostics);
  for (Sentence& sentence : sheet.sentences) maker.add(std::move(sentence));
  return rules;
}

}  // namespace palamedes::gdl::rewrites
