#include "net/factor.h"

#include <algorithm>

namespace palamedes::net {

void Factoring::run(std::vector<Inputs> terms, ComponentId first_free) {
  first_free_ = first_free;
  gates_.clear();
  planned_.clear();
  found_.clear();
  sum_.clear();
  for (Inputs& product : factor(terms)) sum_.push_back(gate(false, std::move(product)));
  std::sort(sum_.begin(), sum_.end());
  sum_.erase(std::unique(sum_.begin(), sum_.end()), sum_.end());
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
}

std::size_t Factoring::links() const {
  std::size_t count = sum_.size();
  for (const Gate& gate : gates_) count += gate.inputs.size();
  return count;
}

// Frequent literals first in every term, and the terms in the order of their first literals.
void Factoring::order_literals(std::span<Inputs> terms) {
  for (const Inputs& term : terms) {
    for (const ComponentId literal : term) {
      if (uses_.size() <= literal) uses_.resize(std::max<std::size_t>(first_free_, literal + 1), 0);
      ++uses_[literal];
    }
  }
  const auto before = [&](ComponentId a, ComponentId b) {
    return uses_[a] != uses_[b] ? uses_[a] > uses_[b] : a < b;
  };
  for (Inputs& term : terms) std::sort(term.begin(), term.end(), before);
  std::sort(terms.begin(), terms.end(), [&](const Inputs& a, const Inputs& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), before);
  });
  for (const Inputs& term : terms) {
    for (const ComponentId literal : term) uses_[literal] = 0;
  }
}

// The products of an equal sum. No term is empty.
Factoring::Products Factoring::factor(std::span<Inputs> terms) {
  order_literals(terms);
  Products result;
  for (std::size_t first = 0; first < terms.size();) {
    std::size_t end = first + 1;
    while (end < terms.size() && terms[end].front() == terms[first].front()) ++end;
    const std::span<Inputs> group = terms.subspan(first, end - first);
    first = end;
    if (group.size() == 1) {
      result.push_back(std::move(group.front()));
      continue;
    }
    for (Inputs& product : factor_group(group)) result.push_back(std::move(product));
  }
  return result;
}

// Terms that begin with the same literal: one product.
Factoring::Products Factoring::factor_group(std::span<Inputs> group) {
  const ComponentId literal = group.front().front();
  // The shortest comes first: if it is the literal alone, the others say nothing more.
  if (group.front().size() == 1) return {{literal}};
  for (Inputs& term : group) term.erase(term.begin());
  Products inner = factor(group);
  if (inner.size() == 1) {
    inner.front().push_back(literal);
    return inner;
  }
  Inputs sum;
  for (Inputs& product : inner) sum.push_back(gate(false, std::move(product)));
  return {{literal, gate(true, std::move(sum))}};
}

ComponentId Factoring::gate(bool is_sum, Inputs inputs) {
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  if (inputs.size() == 1) return inputs.front();
  const ComponentId known = (is_sum ? sums_ : products_).find(inputs);
  if (known != no_component) {
    found_.push_back(known);
    return known;
  }
  const auto [entry, added] = planned_.emplace(std::pair{is_sum, inputs}, no_component);
  if (added) {
    entry->second = first_free_ + static_cast<ComponentId>(gates_.size());
    gates_.push_back({is_sum, std::move(inputs)});
  }
  return entry->second;
}

}  // namespace palamedes::net
