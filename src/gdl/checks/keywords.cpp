#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "gdl/checks/pass.h"
#include "gdl/printer.h"

namespace palamedes::gdl::checks {
namespace {

constexpr int highest_goal = 100;

// The value of a whole number without sign; nothing for other names.
std::optional<int> number(std::string_view text) {
  constexpr std::size_t longest = 9;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || text.size() > longest) return std::nullopt;
  if (!std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  int value = 0;
  for (const char c : text) value = value * 10 + (c - '0');
  return value;
}

class KeywordCheck {
 public:
  explicit KeywordCheck(Pass& pass) : pass_(pass) {}

  void run() {
    for (const Clause& clause : pass_.rules.clauses) {
      for_each_atom(clause, [&](const Atom& atom, bool is_head) {
        check_place(clause, atom, is_head);
        check_names_of_terms(atom);
      });
      for (const Literal& literal : clause.body) {
        if (literal.kind == Literal::Kind::distinct) check_names_of_terms(literal.atom);
      }
      check_goal_value(clause.head);
      if (clause.head.relation == keyword::role && !clause.body.empty()) {
        pass_.diagnostics.warning(clause.head.where,
                                  "'role' is defined by a rule; the specification asks for facts");
      }
    }
  }

 private:
  void check_place(const Clause& clause, const Atom& atom, bool is_head) {
    const KeywordUse* use = find_keyword(atom.relation);
    if (use == nullptr) return;
    if (atom.args.size() != use->arity) {
      pass_.diagnostics.error(
          atom.where, fmt::format("'{}' takes {} argument{}, not {}", pass_.name(atom.relation),
                                  use->arity, use->arity == 1 ? "" : "s", atom.args.size()));
    }
    if (is_head && !use->in_heads) {
      pass_.diagnostics.error(atom.where,
                              fmt::format("'{}' cannot be a head", pass_.name(atom.relation)),
                              atom.relation == keyword::does ? "did you mean 'legal'?"
                              : clause.body.empty()          ? "did you mean 'init'?"
                                                             : "did you mean 'next'?");
    }
    if (!is_head && !use->in_bodies) {
      pass_.diagnostics.error(atom.where,
                              fmt::format("'{}' cannot be a condition", pass_.name(atom.relation)),
                              "did you mean 'true'?");
    }
    if (!is_head && atom.relation == keyword::next) {
      pass_.diagnostics.warning(atom.where,
                                "'next' as a condition is read as what this very step derives",
                                "the specification has it in heads only");
    }
  }

  // `(true (not (p)))` is read as a function `not`, which is hardly ever what was meant.
  void check_names_of_terms(const Atom& atom) {
    for_each_term(atom, [&](const Term& term) {
      if (term.kind != Term::Kind::function || !is_connective(term.symbol)) return;
      pass_.diagnostics.warning(
          term.where, fmt::format("'{}' inside a term is only a name", pass_.name(term.symbol)),
          "a condition cannot stand inside a term");
    });
  }

  void check_goal_value(const Atom& head) {
    constexpr std::size_t goal_arity = 2;
    if (head.relation != keyword::goal || head.args.size() != goal_arity) return;
    const Term& value = head.args[1];
    if (value.is_variable()) return;
    if (value.kind == Term::Kind::constant) {
      const auto known = number(pass_.name(value.symbol));
      if (known && *known <= highest_goal) return;
    }
    pass_.diagnostics.warning(
        value.where, fmt::format("goal value {} is not a number from 0 to {}",
                                 quote(to_text(value, pass_.rules.symbols)), highest_goal));
  }

  Pass& pass_;
};

}  // namespace

void check_keywords(Pass& pass) { KeywordCheck(pass).run(); }

void check_presence(Pass& pass) {
  const auto has_head = [&](Symbol name) {
    return std::any_of(pass.rules.clauses.begin(), pass.rules.clauses.end(),
                       [&](const Clause& clause) { return clause.head.relation == name; });
  };
  const auto can_hold = [&](Symbol name) {
    const auto relation = pass.program.find(name, find_keyword(name)->arity);
    return !has_head(name) || !relation || !pass.program[*relation].clauses.empty();
  };
  for (const Symbol name : {keyword::role, keyword::legal, keyword::goal}) {
    if (has_head(name)) continue;
    pass.diagnostics.error({}, fmt::format("there is no '{}' {}", pass.name(name),
                                           name == keyword::role ? "fact" : "rule"));
  }
  if (!has_head(keyword::terminal)) {
    pass.diagnostics.warning({}, "there is no 'terminal' rule, so the game never ends");
  }
  if (!has_head(keyword::init)) {
    pass.diagnostics.warning({}, "there is no 'init' fact, so the game starts with an empty state");
  }
  if (!can_hold(keyword::role)) pass.diagnostics.error({}, "'role' can never hold");
  for (const Symbol name : {keyword::legal, keyword::goal, keyword::terminal}) {
    if (can_hold(name)) continue;
    pass.diagnostics.warning({}, fmt::format("'{}' can never hold", pass.name(name)));
  }
}

}  // namespace palamedes::gdl::checks
