#pragma once
// What can stand at each place of an atom, judged by the heads alone: for every argument of every
// relation and function the outermost names that clauses can put there.
//
//   shapes      (name, number of arguments), numbered; 0 arguments is a constant
//   positions   (relation or function, number of arguments, which of them), numbered; what is made
//               by `init` and `next` counts for `true`, what is `legal` for `does`
//   sets        one per position, a bit per shape
//
// Nothing that can ever be derived is missing from a set; a set may hold more.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "gdl/rules.h"

namespace palamedes::gdl {

// Under which relation the arguments of an atom are kept: `true` for the facts of states, `does`
// for moves, and the relation itself for all others.
[[nodiscard]] Symbol source_of(Symbol relation);

class Domains {
 public:
  struct Set {
    bool anything = false;             // of what depends on a condition that never holds
    std::vector<std::uint64_t> words;  // by shape

    [[nodiscard]] bool empty() const;
    bool merge(const Set& other);  // true if something was new
    void restrict_to(const Set& other);
  };
  // A place for a term: an argument of a relation or of a function.
  struct Place {
    Symbol name{};
    std::size_t arity = 0;
    std::size_t argument = 0;
    bool of_function = false;
  };

  // Nothing for rules whose sets would cost more than a share of a second.
  [[nodiscard]] static std::optional<Domains> of(const Rules& rules);

  // What can be made there.
  [[nodiscard]] const Set& strictly_at(const Place& place) const { return find(strict_, place); }
  // The same if conditions that never hold, or never together, held: so a slip does not make all
  // that follows from it look like further slips.
  [[nodiscard]] const Set& at(const Place& place) const { return find(sets_, place); }
  // By variable of a clause: what its positive conditions let through, under the same assumption.
  [[nodiscard]] std::vector<Set> of_variables(const Clause& clause) const;
  [[nodiscard]] bool contains(const Set& set, Symbol name, std::size_t arity) const;
  [[nodiscard]] std::size_t shape_count() const { return shapes_.size(); }
  [[nodiscard]] std::size_t set_words() const { return words_; }
  // The names of a set in alphabetical order.
  [[nodiscard]] std::vector<std::string> names(const Set& set, const SymbolTable& symbols) const;

 private:
  struct Shape {
    Symbol name{};
    std::size_t arity = 0;
  };

  Domains() = default;
  bool spend(std::size_t steps);
  void number(const Place& place, const Term& term);
  bool spread(const std::vector<const Clause*>& clauses);
  bool visit(const Clause& clause);
  bool add(const Place& place, const Term& term, const std::vector<Set>& variables);
  // What the places of a variable allow: all of them, and at least one of them.
  struct Allowed {
    Set by_all;
    Set by_some;
    bool seen = false;
  };
  void collect(const Place& place, const Term& term, std::vector<Allowed>& variables) const;
  [[nodiscard]] Set nothing() const { return {false, std::vector<std::uint64_t>(words_, 0)}; }

  boost::unordered_flat_map<std::uint64_t, std::uint32_t> shape_numbers_;
  std::vector<Shape> shapes_;
  using Sets = boost::unordered_flat_map<std::uint64_t, Set>;
  [[nodiscard]] const Set& find(const Sets& sets, const Place& place) const;

  Sets sets_;
  Sets strict_;
  Set nothing_;
  std::size_t words_ = 0;
  std::size_t steps_left_ = 50'000'000;
  bool lenient_ = false;  // conditions that never hold do not stop anything any more
};

// The places of an atom's arguments, in their order, with the term that stands there.
template <typename Visit>
void for_each_place(const Atom& atom, Visit&& visit) {
  for (std::size_t i = 0; i < atom.args.size(); ++i) {
    visit(Domains::Place{source_of(atom.relation), atom.args.size(), i, false}, atom.args[i]);
  }
}
template <typename Visit>
void for_each_place(const Term& term, Visit&& visit) {
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    visit(Domains::Place{term.symbol, term.args.size(), i, true}, term.args[i]);
  }
}

}  // namespace palamedes::gdl
