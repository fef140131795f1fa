#include <algorithm>
#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>
#include <fmt/format.h>

#include "gdl/checks/pass.h"
#include "gdl/domains.h"
#include "gdl/printer.h"

namespace palamedes::gdl::checks {
namespace {

using Place = Domains::Place;
using Set = Domains::Set;

// What a condition asks for that nothing makes: where it first goes wrong.
struct Mismatch {
  Place place;
  const Term* term = nullptr;
};

// Compares what is asked with what is made. A slip is reported where it is made: what only follows
// from it counts as possible.
class MatchCheck {
 public:
  MatchCheck(Pass& pass, const Domains& domains) : pass_(pass), domains_(domains) {
    for (const Clause& clause : pass.rules.clauses) {
      made_[key_of(clause.head)].push_back({&clause, {}});
    }
  }

  void run() {
    for (const Clause& clause : pass_.rules.clauses) {
      for (const Literal& literal : clause.body) {
        if (literal.kind != Literal::Kind::distinct) check(literal);
      }
      if (afford(clause.variables.size() * domains_.set_words())) check_variables(clause);
    }
  }

 private:
  // A head, with what its variables can be once somebody asks for it.
  struct Made {
    const Clause* clause;
    std::vector<Set> variables;
  };

  static std::uint64_t key_of(const Atom& atom) {
    return (static_cast<std::uint64_t>(source_of(atom.relation)) << 32U) |
           static_cast<std::uint32_t>(atom.args.size());
  }

  void check(const Literal& literal) {
    const Atom& asked = literal.atom;
    const auto made = made_.find(key_of(asked));
    // A relation without facts and rules has a check of its own.
    if (made == made_.end() && source_of(asked.relation) == asked.relation &&
        asked.relation != keyword::truth) {
      return;
    }
    const std::optional<Mismatch> mismatch = find_mismatch(asked);
    if (mismatch) {
      if (!is_reported(*mismatch)) report(literal, mismatch);
    } else if (made != made_.end() && !some_head_matches(asked, made->second)) {
      report(literal, std::nullopt);
    }
  }

  std::optional<Mismatch> find_mismatch(const Atom& asked) const {
    std::optional<Mismatch> found;
    for_each_place(asked, [&](const Place& place, const Term& term) {
      if (!found) found = find_mismatch(place, term);
    });
    return found;
  }
  std::optional<Mismatch> find_mismatch(const Place& place, const Term& term) const {
    if (term.is_variable()) return std::nullopt;
    const Set& set = domains_.at(place);
    if (set.anything) return std::nullopt;
    if (!domains_.contains(set, term.symbol, term.args.size())) return Mismatch{place, &term};
    std::optional<Mismatch> found;
    for_each_place(term, [&](const Place& inner, const Term& arg) {
      if (!found) found = find_mismatch(inner, arg);
    });
    return found;
  }

  // A condition inside a term and one function with different numbers of arguments have checks of
  // their own.
  bool is_reported(const Mismatch& mismatch) {
    if (mismatch.term->args.empty()) return false;
    if (is_connective(mismatch.term->symbol)) return true;
    const auto names = known_at(mismatch.place);
    return std::binary_search(names.begin(), names.end(), pass_.name(mismatch.term->symbol)) &&
           !domains_.contains(domains_.at(mismatch.place), mismatch.term->symbol, 0);
  }

  bool some_head_matches(const Atom& asked, std::vector<Made>& heads) {
    if (std::all_of(asked.args.begin(), asked.args.end(),
                    [](const Term& term) { return term.is_variable(); })) {
      return true;
    }
    return std::any_of(heads.begin(), heads.end(), [&](Made& made) {
      const Clause& clause = *made.clause;
      if (!afford(1)) return true;
      if (made.variables.empty() && !clause.variables.empty()) {
        if (!afford(clause.variables.size() * domains_.set_words())) return true;
        made.variables = domains_.of_variables(clause);
      }
      bool matches = true;
      for (std::size_t i = 0; matches && i < asked.args.size(); ++i) {
        matches = may_match(asked.args[i], clause.head.args[i], made.variables);
      }
      return matches;
    });
  }

  bool may_match(const Term& asked, const Term& made, const std::vector<Set>& variables) const {
    if (asked.is_variable()) return true;
    if (made.is_variable()) {
      return domains_.contains(variables[made.variable], asked.symbol, asked.args.size());
    }
    if (asked.symbol != made.symbol || asked.args.size() != made.args.size()) return false;
    for (std::size_t i = 0; i < asked.args.size(); ++i) {
      if (!may_match(asked.args[i], made.args[i], variables)) return false;
    }
    return true;
  }

  void report(const Literal& literal, const std::optional<Mismatch>& mismatch) {
    pass_.diagnostics.warning(
        mismatch ? mismatch->term->where : literal.atom.where,
        fmt::format("{}, so this condition {} holds", statement(literal.atom, mismatch),
                    literal.kind == Literal::Kind::positive ? "never" : "always"),
        mismatch ? hint(literal.atom, *mismatch) : std::string());
  }

  std::string statement(const Atom& asked, const std::optional<Mismatch>& mismatch) const {
    const bool of_moves = source_of(asked.relation) == keyword::does;
    if (of_moves && mismatch && is_argument(*mismatch, 0)) {
      return fmt::format("{} never has a legal move", text(*mismatch->term));
    }
    std::string result = of_moves ? fmt::format("{} is never legal", text(asked.args[1]))
                         : asked.relation == keyword::truth
                             ? fmt::format("nothing makes {} true", text(asked.args[0]))
                             : fmt::format("no fact or rule gives {}", text(asked));
    if (mismatch && !is_whole(asked, *mismatch)) {
      result += fmt::format(": {} is never {}", text(mismatch->place),
                            quote(pass_.name(mismatch->term->symbol)));
    } else if (of_moves && !mismatch && !asked.args[0].is_variable()) {
      result += fmt::format(" for {}", text(asked.args[0]));
    }
    return result;
  }

  static bool is_argument(const Mismatch& mismatch, std::size_t argument) {
    return !mismatch.place.of_function && mismatch.place.argument == argument;
  }
  // The fact or the move as a whole, and not a part of it.
  static bool is_whole(const Atom& asked, const Mismatch& mismatch) {
    if (asked.relation == keyword::truth) return is_argument(mismatch, 0);
    return source_of(asked.relation) == keyword::does && is_argument(mismatch, 1);
  }

  std::string hint(const Atom& asked, const Mismatch& mismatch) {
    constexpr std::size_t most_listed = 6;
    std::vector<std::string> known = known_at(mismatch.place);
    std::string nearest = pass_.suggestions.did_you_mean(pass_.name(mismatch.term->symbol), known);
    if (!nearest.empty() || known.empty() || known.size() > most_listed) return nearest;
    if (is_whole(asked, mismatch)) return {};
    const std::string last = std::move(known.back());
    known.pop_back();
    return known.empty() ? fmt::format("it is always {}", last)
                         : fmt::format("it is {} or {}", fmt::join(known, ", "), last);
  }

  std::vector<std::string> known_at(const Place& place) {
    if (!afford(domains_.shape_count())) return {};
    return domains_.names(domains_.at(place), pass_.rules.symbols);
  }

  // Takes part of the work that all comparisons together may cost. Without any left everything
  // fits.
  bool afford(std::size_t steps) {
    if (steps > steps_left_) return false;
    steps_left_ -= steps;
    return true;
  }

  std::string text(const Place& place) const {
    return fmt::format("argument {} of {}", place.argument + 1, quote(pass_.name(place.name)));
  }
  template <typename Part>
  std::string text(const Part& part) const {
    return quote(to_text(part, pass_.rules.symbols));
  }

  // Values that two conditions want of the same variable and that have nothing in common. One
  // variable of a clause is enough.
  void check_variables(const Clause& clause) {
    std::vector<std::optional<Place>> first(clause.variables.size());
    std::vector<Set> sets(clause.variables.size());
    bool fits = true;
    for (const Literal& literal : clause.body) {
      if (literal.kind != Literal::Kind::positive) continue;
      for_each_place(literal.atom, [&](const Place& place, const Term& term) {
        fits = fits && check_variables(clause, place, term, first, sets);
      });
    }
  }
  bool check_variables(const Clause& clause, const Place& place, const Term& term,
                       std::vector<std::optional<Place>>& first, std::vector<Set>& sets) {
    if (!term.is_variable()) {
      bool fits = true;
      for_each_place(term, [&](const Place& inner, const Term& arg) {
        fits = fits && check_variables(clause, inner, arg, first, sets);
      });
      return fits;
    }
    const Set& here = domains_.strictly_at(place);
    if (here.empty()) return true;
    std::optional<Place>& before = first[term.variable];
    if (!before) {
      before = place;
      sets[term.variable] = here;
      return true;
    }
    Set& set = sets[term.variable];
    set.restrict_to(here);
    if (!set.empty()) return true;
    pass_.diagnostics.warning(
        term.where,
        fmt::format("no value of {} fits both {} and {}, so these conditions never hold together",
                    quote(pass_.name(clause.variables[term.variable])), text(*before),
                    text(place)));
    return false;
  }

  Pass& pass_;
  const Domains& domains_;
  boost::unordered_flat_map<std::uint64_t, std::vector<Made>> made_;
  std::size_t steps_left_ = 10'000'000;
};

}  // namespace

void check_matches(Pass& pass) {
  // With a wrong number of arguments nothing fits anything, and that has been said.
  if (pass.diagnostics.has_errors()) return;
  const std::optional<Domains> domains = Domains::of(pass.rules);
  if (domains) MatchCheck(pass, *domains).run();
}

}  // namespace palamedes::gdl::checks
