#include "circuit/builder.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "base/hash.h"

namespace palamedes::circuit {
namespace {

constexpr std::size_t smallest_table = 1024;

std::optional<Literal> trivial_and(Literal a, Literal b) {
  if (a == false_literal || b == false_literal || a == !b) return false_literal;
  if (a == true_literal || a == b) return b;
  if (b == true_literal) return a;
  return std::nullopt;
}

Gate sorted(Literal a, Literal b) { return a < b ? Gate{a, b} : Gate{b, a}; }

}  // namespace

CircuitBuilder::CircuitBuilder(CircuitNode given, std::size_t expected_gates)
    : given_(given), slots_(std::bit_ceil(std::max(smallest_table, expected_gates * 2)), 0) {
  gates_.reserve(expected_gates);
}

std::size_t CircuitBuilder::slot_of(const Gate& gate) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = mix((std::uint64_t{gate.a.code()} << 32U) | gate.b.code()) & mask;
  while (slots_[slot] != 0 && gates_[slots_[slot] - 1] != gate) slot = (slot + 1) & mask;
  return slot;
}

void CircuitBuilder::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::uint32_t i = 0; i < gates_.size(); ++i) slots_[slot_of(gates_[i])] = i + 1;
}

bool CircuitBuilder::find(Literal a, Literal b, Literal& found) const {
  if (const auto trivial = trivial_and(a, b)) {
    found = *trivial;
    return true;
  }
  const std::uint32_t number = slots_[slot_of(sorted(a, b))];
  if (number == 0) return false;
  found = Literal(given_ + number - 1, false);
  return true;
}

Literal CircuitBuilder::and_of(Literal a, Literal b) {
  if (const auto trivial = trivial_and(a, b)) return *trivial;
  if ((gates_.size() + 1) * 2 > slots_.size()) grow();
  const Gate gate = sorted(a, b);
  std::uint32_t& slot = slots_[slot_of(gate)];
  if (slot == 0) {
    gates_.push_back(gate);
    slot = static_cast<std::uint32_t>(gates_.size());
  }
  return {given_ + slot - 1, false};
}

Literal CircuitBuilder::and_of_all(std::span<const Literal> literals) {
  row_.assign(literals.begin(), literals.end());
  std::sort(row_.begin(), row_.end());
  row_.erase(std::unique(row_.begin(), row_.end()), row_.end());
  // A literal and its complement stand side by side.
  for (std::size_t i = 1; i < row_.size(); ++i) {
    if (row_[i] == !row_[i - 1]) return false_literal;
  }
  if (!row_.empty() && row_.front() == false_literal) return false_literal;
  if (!row_.empty() && row_.front() == true_literal) row_.erase(row_.begin());
  if (row_.empty()) return true_literal;
  while (row_.size() > 1) {
    std::size_t count = 0;
    for (std::size_t i = 0; i + 1 < row_.size(); i += 2) {
      row_[count++] = and_of(row_[i], row_[i + 1]);
    }
    if (row_.size() % 2 != 0) row_[count++] = row_.back();
    row_.resize(count);
  }
  return row_.front();
}

Literal CircuitBuilder::or_of_all(std::span<const Literal> literals) {
  std::vector<Literal> complements(literals.begin(), literals.end());
  for (Literal& literal : complements) literal = !literal;
  return !and_of_all(complements);
}

}  // namespace palamedes::circuit
