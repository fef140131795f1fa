#include <string>

#include <boost/unordered/unordered_flat_set.hpp>
#include <fmt/format.h>

#include "gdl/checks/pass.h"
#include "gdl/printer.h"

namespace palamedes::gdl::checks {
namespace {

// Love et al., definition of the recursion restriction: an argument of a recursive condition must
// be ground, or an argument of the head, or come from a condition outside the recursion. Read per
// variable, at any depth: `(true (cell ?x ?y))` bounds ?x and ?y.
class RecursionCheck {
 public:
  explicit RecursionCheck(Pass& pass) : pass_(pass) {}

  void run(const Clause& clause) {
    const std::uint32_t component = component_of(clause.head);
    if (!pass_.program[pass_.program.relation_of(clause.head)].recursive) return;
    bounded_.assign(clause.variables.size(), false);
    for (const Literal& literal : clause.body) {
      if (literal.kind != Literal::Kind::positive) continue;
      if (component_of(literal.atom) == component) continue;
      for_each_variable(literal.atom, [&](std::uint32_t v) { bounded_[v] = true; });
    }
    in_head_.assign(clause.variables.size(), false);
    head_texts_.clear();
    for (const Term& arg : clause.head.args) {
      if (arg.is_variable()) in_head_[arg.variable] = true;
      if (arg.kind == Term::Kind::function) {
        head_texts_.insert(to_text(arg, pass_.rules.symbols));
      }
    }
    for (const Literal& literal : clause.body) {
      if (literal.kind != Literal::Kind::positive) continue;
      if (component_of(literal.atom) != component) continue;
      if (!check(clause.head, literal.atom)) return;  // once per clause is enough
    }
  }

 private:
  [[nodiscard]] std::uint32_t component_of(const Atom& atom) const {
    return pass_.program[pass_.program.relation_of(atom)].component;
  }

  // False after a report.
  bool check(const Atom& head, const Atom& condition) {
    for (const Term& arg : condition.args) {
      bool bounded = true;
      for_each_variable(arg, [&](std::uint32_t v) { bounded = bounded && bounded_[v]; });
      if (bounded || is_argument_of_head(arg)) continue;
      pass_.diagnostics.warning(
          arg.where,
          fmt::format("nothing outside the recursion of {} bounds {}, so evaluation may not end",
                      quote(pass_.name(head.relation)), quote(to_text(arg, pass_.rules.symbols))));
      return false;
    }
    return true;
  }

  [[nodiscard]] bool is_argument_of_head(const Term& arg) const {
    return arg.is_variable() ? in_head_[arg.variable]
                             : head_texts_.contains(to_text(arg, pass_.rules.symbols));
  }

  Pass& pass_;
  std::vector<bool> bounded_;  // by variable
  std::vector<bool> in_head_;  // by variable: is it an argument of the head?
  boost::unordered_flat_set<std::string> head_texts_;  // the head's arguments that are functions
};

}  // namespace

void check_recursion(Pass& pass) {
  RecursionCheck check(pass);
  for (std::size_t c = 0; c < pass.rules.clauses.size(); ++c) {
    if (pass.program.live[c]) check.run(pass.rules.clauses[c]);
  }
}

}  // namespace palamedes::gdl::checks
