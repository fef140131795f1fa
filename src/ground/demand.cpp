#include "ground/demand.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include <boost/unordered/unordered_flat_set.hpp>

#include "gdl/pattern.h"
#include "ground/classes.h"

namespace palamedes::ground {

using gdl::Atom;
using gdl::BoundVariables;
using gdl::Clause;
using gdl::Literal;
using gdl::Term;

namespace {

using ArgumentSet = std::uint64_t;
constexpr std::size_t max_arguments = 64;
constexpr std::uint32_t min_width = 3;
// Demand for that many arguments that comes from sources which have nothing to do with each other
// is a product, often larger than what can be derived.
constexpr int wide_demand = 6;

bool contains(ArgumentSet set, std::size_t argument) {
  return argument < max_arguments && (set >> argument & 1U) != 0;
}

ArgumentSet known_arguments(const Atom& atom, const BoundVariables& bound) {
  ArgumentSet set = 0;
  for (std::size_t i = 0; i < atom.args.size() && i < max_arguments; ++i) {
    if (is_known(atom.args[i], bound)) set |= ArgumentSet{1} << i;
  }
  return set;
}

void mark_bound(const Atom& atom, BoundVariables& bound) {
  for_each_variable(atom, [&](std::uint32_t variable) { bound[variable] = true; });
}

// Where a rule's variables have their values from, while its conditions are gone through.
class Sources {
 public:
  Sources(const Clause& clause, const BoundVariables& bound_by_head)
      : variables_(clause.variables.size()) {
    sets_.emplace_back(bound_by_head, false);
  }

  void add(const Atom& atom, bool fixed) {
    BoundVariables set(variables_, false);
    mark_bound(atom, set);
    sets_.emplace_back(std::move(set), fixed);
  }

  // The arguments that the first source has a say in. Sources belong together if they share an
  // argument, or if a fixed relation connects them.
  [[nodiscard]] ArgumentSet arguments_of_one(const Atom& atom) const {
    BoundVariables own(variables_, false);
    mark_bound(atom, own);
    BoundVariables reached(variables_, false);
    std::vector<bool> taken(sets_.size(), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < sets_.size(); ++i) {
        if (taken[i] || !(changed_first(taken, i, own) || meets(sets_[i], reached, own))) continue;
        taken[i] = changed = true;
        for (std::size_t v = 0; v < variables_; ++v) reached[v] = reached[v] || sets_[i].first[v];
      }
    }
    ArgumentSet result = 0;
    for (std::size_t i = 0; i < atom.args.size() && i < max_arguments; ++i) {
      if (is_known(atom.args[i], reached)) result |= ArgumentSet{1} << i;
    }
    return result;
  }

 private:
  using Source = std::pair<BoundVariables, bool>;  // its variables, and whether it is fixed

  // The first changing source that says something about the arguments.
  [[nodiscard]] bool changed_first(const std::vector<bool>& taken, std::size_t number,
                                   const BoundVariables& own) const {
    if (std::find(taken.begin(), taken.end(), true) != taken.end() || sets_[number].second) {
      return false;
    }
    for (std::size_t v = 0; v < variables_; ++v) {
      if (own[v] && sets_[number].first[v]) return true;
    }
    return false;
  }
  [[nodiscard]] bool meets(const Source& source, const BoundVariables& reached,
                           const BoundVariables& own) const {
    for (std::size_t v = 0; v < variables_; ++v) {
      if (source.first[v] && reached[v] && (source.second || own[v])) return true;
    }
    return false;
  }

  std::size_t variables_;
  std::vector<Source> sets_;
};

class DemandRewriter {
 public:
  DemandRewriter(FlatRules& rules, const RelationSizes& sizes)
      : flat_(rules), sizes_(sizes), classified_(classify(rules)), program_(classified_.program) {
    bound_.assign(program_.relations.size(), 0);
    guarded_.assign(program_.relations.size(), false);
    for (const Clause& clause : rules.rules.clauses) {
      for (const Literal& literal : clause.body) {
        if (flat_.info(literal.atom.relation).kind != RelationKind::guard) continue;
        guarded_[index_of(program_.relation_of(clause.head))] = true;
      }
    }
    for (std::size_t r = 0; r < bound_.size(); ++r) {
      if (!can_wait(r)) continue;
      const std::size_t arity = std::min<std::size_t>(program_.relations[r].arity, max_arguments);
      bound_[r] = arity == max_arguments ? ~ArgumentSet{0} : (ArgumentSet{1} << arity) - 1;
    }
  }

  DemandReport run() {
    settle_bound_arguments();
    std::vector<Clause> rules = flat_.rules.clauses;
    collect_demand();
    while (give_up_on_products()) {
      settle_bound_arguments();
      collect_demand();
    }
    for (Clause& clause : rules) {
      const auto relation = index_of(program_.relation_of(clause.head));
      if (bound_[relation] != 0) {
        clause.body.insert(clause.body.begin(), need_literal(clause.head, relation));
      }
    }
    for (const ArgumentSet set : bound_) report_.relations += set != 0 ? 1 : 0;
    report_.rules = demands_.size();
    rules.insert(rules.end(), demands_.begin(), demands_.end());
    flat_.rules.clauses = std::move(rules);
    return report_;
  }

 private:
  // Relations that are derived while the game is explored, that no one outside the rules reads, and
  // that are wide: a narrow one is small in any case, and finding out who needs it costs more.
  [[nodiscard]] bool can_wait(std::size_t relation) const {
    const RelationKind kind = flat_.info(program_.relations[relation].name).kind;
    return classified_.classes[relation] == TableClass::dynamic &&
           program_.relations[relation].arity >= min_width &&
           (kind == RelationKind::other || kind == RelationKind::helper);
  }

  // The order in which a rule's conditions pass on what they know.
  [[nodiscard]] std::vector<std::size_t> order_of(const Clause& clause,
                                                  BoundVariables bound) const {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < clause.body.size(); ++i) open.push_back(i);
    std::vector<std::size_t> order;
    while (!open.empty()) {
      std::size_t best = 0;
      double best_cost = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < open.size(); ++k) {
        const double this_cost = cost(clause.body[open[k]], bound);
        if (this_cost < best_cost) {
          best_cost = this_cost;
          best = k;
        }
      }
      order.push_back(open[best]);
      if (clause.body[open[best]].kind == Literal::Kind::positive) {
        mark_bound(clause.body[open[best]].atom, bound);
      }
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
    }
    return order;
  }

  [[nodiscard]] double cost(const Literal& literal, const BoundVariables& bound) const {
    double free = 0;
    for (const Term& arg : literal.atom.args) free += is_known(arg, bound) ? 0 : 1;
    if (literal.kind == Literal::Kind::distinct) return free == 0 ? 0.0 : 1e300;
    const bool fixed = classified_.class_of(literal.atom) == TableClass::fixed;
    if (literal.kind == Literal::Kind::negative) {
      // Whoever asks for a negated condition wants to know as much as possible first.
      return free > 0 ? 1e300 : fixed ? 0.0 : 1e200;
    }
    const RelationKind kind = flat_.info(literal.atom.relation).kind;
    if (fixed) return fixed_cost(literal.atom, bound);
    // Nothing is known of these yet: wide relations are taken to be the larger ones, and what has
    // nothing to do with the values known so far would multiply them.
    const auto width = static_cast<double>(literal.atom.args.size());
    const double unconnected = free > 0 && free >= width ? 30.0 : 1.0;
    if (kind == RelationKind::truth || kind == RelationKind::does) {
      return 1.0 + std::pow(3.0, free) * unconnected + width;
    }
    // What is defined with guards tests more than it finds: let others say with what first.
    const bool tests = guarded_[index_of(program_.relation_of(literal.atom))];
    return 20.0 + std::pow(6.0, free) * unconnected * (tests ? 1000.0 : 1.0) + width;
  }

  [[nodiscard]] double fixed_cost(const Atom& atom, const BoundVariables& bound) const {
    const auto size = sizes_.find(atom.relation);
    if (size == sizes_.end() || size->second.distinct.size() != atom.args.size()) return 1.0;
    double rows = size->second.rows;
    for (std::size_t i = 0; i < atom.args.size(); ++i) {
      if (is_known(atom.args[i], bound)) rows /= std::max(1.0, size->second.distinct[i]);
    }
    return rows;
  }

  [[nodiscard]] BoundVariables bound_by_head(const Clause& clause) const {
    BoundVariables bound(clause.variables.size(), false);
    const ArgumentSet set = bound_[index_of(program_.relation_of(clause.head))];
    for (std::size_t i = 0; i < clause.head.args.size(); ++i) {
      if (!contains(set, i)) continue;
      for_each_variable(clause.head.args[i], [&](std::uint32_t v) { bound[v] = true; });
    }
    return bound;
  }

  // Takes away from each relation the arguments that some use of it leaves open, until all agree.
  void settle_bound_arguments() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t c = 0; c < flat_.rules.clauses.size(); ++c) {
        const Clause& clause = flat_.rules.clauses[c];
        if (!program_.live[c]) continue;
        BoundVariables bound = bound_by_head(clause);
        Sources sources(clause, bound);
        for (const std::size_t number : order_of(clause, bound)) {
          const Literal& literal = clause.body[number];
          if (literal.kind == Literal::Kind::distinct) continue;
          const auto relation = index_of(program_.relation_of(literal.atom));
          ArgumentSet known = bound_[relation] & known_arguments(literal.atom, bound);
          if (std::popcount(known) >= wide_demand) known &= sources.arguments_of_one(literal.atom);
          changed = changed || known != bound_[relation];
          bound_[relation] = known;
          if (literal.kind != Literal::Kind::positive) continue;
          mark_bound(literal.atom, bound);
          sources.add(literal.atom, is_fixed(literal));
        }
      }
    }
  }

  void collect_demand() {
    demands_.clear();
    demanded_.clear();
    for (std::size_t c = 0; c < flat_.rules.clauses.size(); ++c) {
      if (program_.live[c]) demand_of(flat_.rules.clauses[c]);
    }
  }

  // What is asked for with a join of fixed relations only is asked for with nearly everything, and
  // the join may be larger than all that could be derived: such a relation is derived as a whole.
  bool give_up_on_products() {
    bool changed = false;
    for (std::size_t i = 0; i < demands_.size(); ++i) {
      std::size_t conditions = 0;
      const bool fixed = std::all_of(
          demands_[i].body.begin(), demands_[i].body.end(), [&](const Literal& literal) {
            conditions += literal.kind == Literal::Kind::positive ? 1 : 0;
            return is_fixed(literal);
          });
      if (!fixed || conditions < 2 || bound_[demanded_[i]] == 0) continue;
      bound_[demanded_[i]] = 0;
      changed = true;
    }
    return changed;
  }

  // Made here, so that the program does not know it.
  [[nodiscard]] bool is_need(const Atom& atom) const { return needs_.contains(atom.relation); }

  Literal need_literal(const Atom& atom, std::size_t relation) {
    Literal literal{.atom = {.where = atom.where}};
    const std::string name =
        "need " + std::string(flat_.rules.symbols.name(program_.relations[relation].name)) + "/" +
        std::to_string(program_.relations[relation].arity);
    literal.atom.relation = flat_.rules.symbols.intern(name);
    flat_.relations.emplace(literal.atom.relation, RelationInfo{.kind = RelationKind::guard});
    needs_.insert(literal.atom.relation);
    for (std::size_t i = 0; i < atom.args.size(); ++i) {
      if (contains(bound_[relation], i)) literal.atom.args.push_back(atom.args[i]);
    }
    return literal;
  }

  // Rules that say with which arguments this clause asks for the relations of its body.
  void demand_of(const Clause& clause) {
    const auto head = index_of(program_.relation_of(clause.head));
    std::vector<Literal> before;
    if (bound_[head] != 0) before.push_back(need_literal(clause.head, head));
    for (const std::size_t number : order_of(clause, bound_by_head(clause))) {
      const Literal& literal = clause.body[number];
      if (literal.kind != Literal::Kind::distinct) {
        const auto relation = index_of(program_.relation_of(literal.atom));
        if (bound_[relation] != 0) add_demand(clause, literal, relation, before);
      }
      const bool settled = literal.kind == Literal::Kind::positive ||
                           literal.kind == Literal::Kind::distinct ||
                           classified_.class_of(literal.atom) == TableClass::fixed;
      if (settled) before.push_back(literal);
    }
  }

  void add_demand(const Clause& clause, const Literal& literal, std::size_t relation,
                  const std::vector<Literal>& before) {
    Clause demand{.head = need_literal(literal.atom, relation).atom,
                  .variables = clause.variables,
                  .where = clause.where};
    // Only what is connected with the arguments says something about them.
    BoundVariables linked(clause.variables.size(), false);
    mark_bound(demand.head, linked);
    std::vector<bool> taken(before.size(), false);
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t i = 0; i < before.size(); ++i) {
        if (taken[i] || before[i].kind != Literal::Kind::positive) continue;
        bool touches = false;
        for_each_variable(before[i].atom, [&](std::uint32_t v) { touches = touches || linked[v]; });
        if (!touches) continue;
        taken[i] = changed = true;
        mark_bound(before[i].atom, linked);
      }
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i].kind != Literal::Kind::positive) taken[i] = is_known(before[i].atom, linked);
      if (!taken[i]) continue;
      if (before[i].atom == demand.head) return;  // asks for what is asked already
      demand.body.push_back(before[i]);
    }
    drop_filters(demand);
    demands_.push_back(std::move(demand));
    demanded_.push_back(relation);
  }

  [[nodiscard]] bool is_fixed(const Literal& literal) const {
    return literal.kind == Literal::Kind::distinct ||
           (!is_need(literal.atom) && classified_.class_of(literal.atom) == TableClass::fixed);
  }

  // Fixed conditions that only choose among the tuples of one changing condition, by way of
  // variables of their own, cost a join and hardly ever refuse one. Asking for more is allowed.
  void drop_filters(Clause& demand) const {
    BoundVariables known(demand.variables.size(), false);
    mark_bound(demand.head, known);
    for (const Literal& literal : demand.body) {
      if (!is_fixed(literal)) mark_bound(literal.atom, known);
    }
    std::vector<bool> looked_at(demand.body.size(), false);
    std::vector<bool> dropped(demand.body.size(), false);
    for (std::size_t i = 0; i < demand.body.size(); ++i) {
      if (looked_at[i] || !is_fixed(demand.body[i]) || is_known(demand.body[i].atom, known))
        continue;
      const Filter filter = filter_from(demand, i, known);
      for (const std::size_t member : filter.members) {
        looked_at[member] = true;
        dropped[member] = filter.chooses_from_one;
      }
    }
    std::vector<Literal> kept;
    for (std::size_t i = 0; i < demand.body.size(); ++i) {
      if (!dropped[i]) kept.push_back(std::move(demand.body[i]));
    }
    demand.body = std::move(kept);
  }

  struct Filter {
    std::vector<std::size_t> members;
    bool chooses_from_one = false;
  };
  // The conditions that hang together with this one through variables that are not `known`.
  [[nodiscard]] Filter filter_from(const Clause& demand, std::size_t first,
                                   const BoundVariables& known) const {
    Filter filter{{first}};
    BoundVariables reached(demand.variables.size(), false);
    mark_bound(demand.body[first].atom, reached);
    for (std::size_t next = 0; next < filter.members.size(); ++next) {
      for (std::size_t i = 0; i < demand.body.size(); ++i) {
        bool touches = false;
        for_each_variable(demand.body[i].atom,
                          [&](std::uint32_t v) { touches = touches || (reached[v] && !known[v]); });
        const auto& members = filter.members;
        if (!touches || std::find(members.begin(), members.end(), i) != members.end()) continue;
        filter.members.push_back(i);
        mark_bound(demand.body[i].atom, reached);
      }
    }
    filter.chooses_from_one =
        std::any_of(demand.body.begin(), demand.body.end(), [&](const Literal& literal) {
          if (is_fixed(literal)) return false;
          BoundVariables own(demand.variables.size(), false);
          mark_bound(literal.atom, own);
          for (std::size_t v = 0; v < own.size(); ++v) {
            if (reached[v] && known[v] && !own[v]) return false;
          }
          return true;
        });
    return filter;
  }

  FlatRules& flat_;
  const RelationSizes& sizes_;
  Classified classified_;
  const gdl::Program& program_;
  std::vector<ArgumentSet> bound_;
  std::vector<bool> guarded_;  // relations with a guard in some rule
  std::vector<Clause> demands_;
  std::vector<std::size_t> demanded_;  // the relation that each of them is for
  boost::unordered_flat_set<gdl::Symbol> needs_;
  DemandReport report_;
};

}  // namespace

DemandReport restrict_to_demand(FlatRules& rules, const RelationSizes& sizes) {
  return DemandRewriter(rules, sizes).run();
}

}  // namespace palamedes::ground
