#include "ground/shapes.h"

#include <algorithm>

namespace palamedes::ground {

using gdl::Term;

namespace {

// Functions and relations may share a name; the lowest bit tells them apart.
std::uint64_t position_of(gdl::Symbol name, std::size_t arity, std::size_t argument,
                          bool function) {
  return (static_cast<std::uint64_t>(name) << 32U) |
         (std::min<std::uint64_t>(arity, 0x7fff) << 16U) |
         (std::min<std::uint64_t>(argument, 0x7fff) << 1U) | (function ? 1U : 0U);
}

}  // namespace

bool ShapeSet::merge(const ShapeSet& other) {
  const std::size_t before = functions.size() + (constants ? 1 : 0);
  constants = constants || other.constants;
  functions.insert(other.functions.begin(), other.functions.end());
  return functions.size() + (constants ? 1 : 0) != before;
}

void ShapeSet::restrict_to(const ShapeSet& other) {
  constants = constants && other.constants;
  std::erase_if(functions, [&](const auto& shape) { return !other.functions.contains(shape); });
}

Shapes::Shapes(const gdl::Rules& rules) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const gdl::Clause& clause : rules.clauses) changed = visit(clause) || changed;
  }
}

const ShapeSet& Shapes::of(gdl::Symbol relation, std::size_t arity, std::size_t argument) const {
  const auto entry = positions_.find(position_of(relation, arity, argument, false));
  return entry == positions_.end() ? nothing_ : entry->second;
}

void Shapes::collect(std::uint64_t position, const Term& term, std::vector<ShapeSet>& variables,
                     std::vector<bool>& seen) const {
  if (term.is_variable()) {
    const auto entry = positions_.find(position);
    const ShapeSet& here = entry == positions_.end() ? nothing_ : entry->second;
    if (seen[term.variable]) {
      variables[term.variable].restrict_to(here);
    } else {
      seen[term.variable] = true;
      variables[term.variable] = here;
    }
  }
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    collect(position_of(term.symbol, term.args.size(), i, true), term.args[i], variables, seen);
  }
}

bool Shapes::add(std::uint64_t position, const Term& term, const std::vector<ShapeSet>& variables) {
  ShapeSet shape;
  if (term.is_variable()) {
    shape = variables[term.variable];
  } else if (term.args.empty()) {
    shape.constants = true;
  } else {
    shape.functions.emplace(term.symbol, static_cast<std::uint32_t>(term.args.size()));
  }
  bool changed = positions_[position].merge(shape);
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    changed = add(position_of(term.symbol, term.args.size(), i, true), term.args[i], variables) ||
              changed;
  }
  return changed;
}

bool Shapes::flow(const gdl::Atom& from, gdl::Symbol to, std::size_t first_argument) {
  bool changed = false;
  for (std::size_t i = first_argument; i < from.args.size(); ++i) {
    const ShapeSet source = positions_[position_of(from.relation, from.args.size(), i, false)];
    changed = positions_[position_of(to, from.args.size(), i, false)].merge(source) || changed;
  }
  return changed;
}

void Shapes::collect(const gdl::Clause& clause, std::vector<ShapeSet>& variables,
                     std::vector<bool>& seen) const {
  for (const gdl::Literal& literal : clause.body) {
    if (literal.kind != gdl::Literal::Kind::positive) continue;
    for (std::size_t i = 0; i < literal.atom.args.size(); ++i) {
      collect(position_of(literal.atom.relation, literal.atom.args.size(), i, false),
              literal.atom.args[i], variables, seen);
    }
  }
}

ShapeSet Shapes::of_variable(const gdl::Clause& clause, std::uint32_t variable) const {
  std::vector<ShapeSet> variables(clause.variables.size());
  std::vector<bool> seen(clause.variables.size(), false);
  collect(clause, variables, seen);
  return std::move(variables[variable]);
}

bool Shapes::visit(const gdl::Clause& clause) {
  std::vector<ShapeSet> variables(clause.variables.size());
  std::vector<bool> seen(clause.variables.size(), false);
  collect(clause, variables, seen);
  const gdl::Atom& head = clause.head;
  bool changed = false;
  for (std::size_t i = 0; i < head.args.size(); ++i) {
    changed =
        add(position_of(head.relation, head.args.size(), i, false), head.args[i], variables) ||
        changed;
  }
  // What comes next becomes true, what is legal can be done.
  if (head.relation == gdl::keyword::init || head.relation == gdl::keyword::next) {
    changed = flow(head, gdl::keyword::truth, 0) || changed;
  }
  if (head.relation == gdl::keyword::legal) changed = flow(head, gdl::keyword::does, 0) || changed;
  return changed;
}

}  // namespace palamedes::ground
