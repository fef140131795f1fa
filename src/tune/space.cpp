#include "tune/space.h"

#include <bit>

namespace palamedes::tune {
namespace {

// The position of the n-th set bit, from 0 on.
std::uint8_t nth_value(ValueSet set, std::uint32_t n) {
  for (; n > 0; --n) set &= set - 1;
  return static_cast<std::uint8_t>(std::countr_zero(set));
}

}  // namespace

Digits Space::digits_of(std::uint32_t number) const {
  Digits digits{};
  for (std::size_t i = 0; i < size(); ++i) {
    digits[i] = static_cast<std::uint8_t>(number % counts_[i]);
    number /= counts_[i];
  }
  return digits;
}

bool Space::is_legal(const Digits& digits) const {
  for (const std::size_t i : conflicting_) {
    for (const std::size_t other : conflicting_) {
      if (other > i && (conflicts(i, digits[i], other) >> digits[other] & 1) != 0) return false;
    }
  }
  return true;
}

ValueSet Space::compatible(const Digits& digits, std::uint32_t chosen, std::size_t i) const {
  ValueSet set = all(i);
  for (const std::size_t other : conflicting_) {
    if ((chosen >> other & 1) != 0) set &= ~conflicts(other, digits[other], i);
  }
  return set;
}

// Of the parameters that have conflicts; stops once there are enough.
std::uint64_t Space::count_legal(Digits& digits, std::uint32_t chosen, std::uint64_t enough) const {
  for (const std::size_t i : conflicting_) {
    if ((chosen >> i & 1) != 0) continue;
    std::uint64_t count = 0;
    for (ValueSet rest = compatible(digits, chosen, i); rest != 0 && count < enough;
         rest &= rest - 1) {
      digits[i] = static_cast<std::uint8_t>(std::countr_zero(rest));
      count += count_legal(digits, chosen | 1U << i, enough - count);
    }
    return count;
  }
  return 1;
}

ValueSet Space::allowed(const Digits& digits, std::uint32_t chosen, std::size_t i) const {
  if (is_free()) return all(i);
  ValueSet set = compatible(digits, chosen, i);
  for (ValueSet rest = set; rest != 0; rest &= rest - 1) {
    Digits extended = digits;
    extended[i] = static_cast<std::uint8_t>(std::countr_zero(rest));
    if (count_legal(extended, chosen | 1U << i, 1) == 0) set &= ~(rest & -rest);
  }
  return set;
}

std::uint8_t Space::draw_allowed(const Digits& digits, std::uint32_t chosen, std::size_t i,
                                 Rng& rng) const {
  const ValueSet set = allowed(digits, chosen, i);
  return nth_value(set, rng.below(static_cast<std::uint32_t>(std::popcount(set))));
}

Digits Space::draw(Rng& rng) const {
  Digits digits{};
  std::uint32_t chosen = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (is_free()) {
      digits[i] = static_cast<std::uint8_t>(rng.below(counts_[i]));
      continue;
    }
    digits[i] = draw_allowed(digits, chosen, i, rng);
    chosen |= 1U << i;
  }
  return digits;
}

Space::Mutation Space::draw_legal_neighbour(const Digits& digits, Rng& rng) const {
  constexpr int enough_tries = 100;
  for (int tries = 0; tries < enough_tries && !changeable_.empty(); ++tries) {
    const Mutation mutation = draw_any_neighbour(digits, rng);
    Digits changed = digits;
    changed[mutation.parameter] = mutation.value;
    if (is_legal(changed)) return mutation;
  }
  return {.parameter = size()};
}

}  // namespace palamedes::tune
