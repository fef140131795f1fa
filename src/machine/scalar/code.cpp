#include "machine/scalar/code.h"

#include <algorithm>

namespace palamedes::machine::scalar {
namespace {

constexpr std::uint32_t no_place = 0xffffffffU;

}  // namespace

Code CodePool::compile(const Expressions& expressions, std::span<const Literal> literals,
                       std::vector<Operand>& operands) {
  place_.resize(expressions.node_count(), no_place);
  const auto place_of = [&](CircuitNode node) {
    const bool is_known = node < kept_->circuit().node_count() && kept_->kept(node) != not_kept;
    return is_known ? kept_->kept(node) : place_[node];
  };
  Code code{.first = static_cast<std::uint32_t>(first_.size() - 1), .end = 0};
  for (const Literal literal : literals) {
    stack_.assign(1, {literal.node(), 0});
    while (!stack_.empty()) {
      auto& [node, next] = stack_.back();
      if (place_of(node) != no_place) {
        stack_.pop_back();
        continue;
      }
      const std::span<const Literal> inputs = expressions.inputs(node);
      if (next < inputs.size()) {
        stack_.emplace_back(inputs[next++].node(), 0);
        continue;
      }
      for (const Literal input : inputs) {
        operands_.push_back(2 * place_of(input.node()) + (input.is_complemented() ? 1 : 0));
      }
      const auto number = static_cast<std::uint32_t>(first_.size() - 1) - code.first;
      place_[node] = kept_->end() + 64 * number;
      placed_.push_back(node);
      first_.push_back(static_cast<std::uint32_t>(operands_.size()));
      stack_.pop_back();
    }
    operands.push_back(2 * place_of(literal.node()) + (literal.is_complemented() ? 1 : 0));
  }
  code.end = static_cast<std::uint32_t>(first_.size() - 1);
  longest_ = std::max<std::size_t>(longest_, code.end - code.first);
  for (const CircuitNode node : placed_) place_[node] = no_place;
  placed_.clear();
  return code;
}

void CodePool::clear() {
  first_.assign(1, 0);
  operands_.clear();
}

}  // namespace palamedes::machine::scalar
