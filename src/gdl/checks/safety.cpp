#include <fmt/format.h>

#include "gdl/checks/pass.h"

namespace palamedes::gdl::checks {
namespace {

class SafetyCheck {
 public:
  explicit SafetyCheck(Pass& pass) : pass_(pass) {}

  void run(const Clause& clause) {
    clause_ = &clause;
    settled_.assign(clause.variables.size(), false);
    for (const Literal& literal : clause.body) {
      if (literal.kind != Literal::Kind::positive) continue;
      for_each_variable(literal.atom, [&](std::uint32_t v) { settled_[v] = true; });
    }
    known_names_.clear();
    require(clause.head, "the head");
    for (const Literal& literal : clause.body) {
      if (literal.kind == Literal::Kind::negative) require(literal.atom, "a negative condition");
      if (literal.kind == Literal::Kind::distinct) require(literal.atom, "'distinct'");
    }
  }

 private:
  void require(const Atom& atom, std::string_view place) {
    for_each_term(atom, [&](const Term& term) {
      if (!term.is_variable() || settled_[term.variable]) return;
      const std::string suggestion = hint(term);
      settled_[term.variable] = true;  // once per clause is enough
      pass_.diagnostics.error(term.where,
                              fmt::format("variable {} of {} occurs in no positive condition",
                                          quote(pass_.name(term.symbol)), place),
                              suggestion);
    });
  }

  std::string hint(const Term& variable) {
    if (clause_->body.empty()) return "a fact can have no variables";
    if (known_names_.empty()) {
      for (std::size_t v = 0; v < settled_.size(); ++v) {
        if (settled_[v]) known_names_.emplace_back(pass_.name(clause_->variables[v]));
      }
    }
    // The question mark counts, so that `?x` is never taken for a slip of `?y`.
    const auto name = pass_.name(variable.symbol);
    constexpr std::size_t shortest = 4;
    if (name.size() < shortest) return {};
    return pass_.suggestions.did_you_mean(name, known_names_);
  }

  Pass& pass_;
  const Clause* clause_ = nullptr;
  std::vector<bool> settled_;
  std::vector<std::string> known_names_;
};

}  // namespace

void check_safety(Pass& pass) {
  SafetyCheck check(pass);
  for (const Clause& clause : pass.rules.clauses) check.run(clause);
}

}  // namespace palamedes::gdl::checks
