#include "machine/scalar/expressions.h"

#include <algorithm>
#include <iterator>

namespace palamedes::machine::scalar {
namespace {

// Beyond these sizes a search for simple reasons costs more than it brings.
constexpr std::size_t most_literals = 12;
constexpr std::size_t most_inner = 12;
constexpr int most_depth = 3;

bool contains(std::span<const Literal> literals, Literal literal) {
  return std::find(literals.begin(), literals.end(), literal) != literals.end();
}

}  // namespace

Literal Expressions::conjunction(std::vector<Literal>& literals) {
  return simplified(literals, most_depth);
}

Literal Expressions::given(Literal literal, CircuitNode node, bool value, int depth) {
  if (literal.node() == node)
    return (value ? true_literal : false_literal) ^ literal.is_complemented();
  if (depth == 0 || !is_new(literal.node()) || literal.node() < node) return literal;
  const std::span<const Literal> inner = inputs(literal.node());
  std::vector<Literal> rest(inner.begin(), inner.end());
  for (Literal& input : rest) input = given(input, node, value, depth - 1);
  return conjunction(rest) ^ literal.is_complemented();
}

Literal Expressions::simplified(std::vector<Literal>& literals, int depth) {
  for (;;) {
    if (!circuit::wide::simplify_conjunction(literals)) return false_literal;
    if (literals.empty()) return true_literal;
    if (literals.size() == 1) return literals.front();
    if (depth == 0 || literals.size() > most_literals) return intern(literals);
    Outcome outcome = Outcome::nothing;
    for (std::size_t i = 0; i < literals.size() && outcome == Outcome::nothing; ++i) {
      outcome = use_inner(literals, i, depth);
    }
    if (outcome == Outcome::nothing) outcome = merge_pair(literals, depth);
    if (outcome == Outcome::contradiction) return false_literal;
    if (outcome == Outcome::nothing) return intern(literals);
  }
}

// One of the literals is a gate: what do the others say about its inputs?
Expressions::Outcome Expressions::use_inner(std::vector<Literal>& literals, std::size_t position,
                                            int depth) {
  const Literal literal = literals[position];
  if (is_source(literal.node())) return Outcome::nothing;
  const std::span<const Literal> inner = inputs(literal.node());
  if (inner.size() > most_inner) return Outcome::nothing;
  const bool is_false = std::any_of(inner.begin(), inner.end(),
                                    [&](Literal input) { return contains(literals, !input); });
  if (!literal.is_complemented()) {
    if (is_false) return Outcome::contradiction;
    const std::size_t before = literals.size();
    std::erase_if(literals, [&](Literal other) { return contains(inner, other); });
    return literals.size() == before ? Outcome::nothing : Outcome::changed;
  }
  if (is_false) {
    literals.erase(literals.begin() + static_cast<std::ptrdiff_t>(position));
    return Outcome::changed;
  }
  std::vector<Literal> rest;
  std::copy_if(inner.begin(), inner.end(), std::back_inserter(rest),
               [&](Literal input) { return !contains(literals, input); });
  if (rest.empty()) return Outcome::contradiction;
  if (rest.size() == inner.size()) return Outcome::nothing;
  literals[position] = !simplified(rest, depth - 1);
  return Outcome::changed;
}

// NOT (x AND y) and NOT (x AND NOT y) together say NOT x.
Expressions::Outcome Expressions::merge_pair(std::vector<Literal>& literals, int depth) {
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (!literals[i].is_complemented() || is_source(literals[i].node())) continue;
    const std::span<const Literal> left = inputs(literals[i].node());
    if (left.size() > most_inner) continue;
    for (std::size_t j = i + 1; j < literals.size(); ++j) {
      if (!literals[j].is_complemented() || is_source(literals[j].node())) continue;
      const std::span<const Literal> right = inputs(literals[j].node());
      if (left.size() != right.size()) continue;
      std::vector<Literal> shared;
      std::size_t opposite = 0;
      for (const Literal literal : left) {
        if (contains(right, literal)) shared.push_back(literal);
        if (contains(right, !literal)) ++opposite;
      }
      if (opposite != 1 || shared.size() + 1 != left.size()) continue;
      literals.erase(literals.begin() + static_cast<std::ptrdiff_t>(j));
      literals[i] = !simplified(shared, depth - 1);
      return Outcome::changed;
    }
  }
  return Outcome::nothing;
}

Literal Expressions::intern(const std::vector<Literal>& literals) {
  const auto [entry, is_new] = by_hash_.try_emplace(circuit::wide::hash_of(literals), node_count());
  if (!is_new && std::ranges::equal(inputs(entry->second), literals)) return {entry->second, false};
  entry->second = node_count();
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  first_.push_back(static_cast<std::uint32_t>(literals_.size()));
  return {entry->second, false};
}

}  // namespace palamedes::machine::scalar
