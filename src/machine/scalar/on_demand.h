#pragma once
// Values that are not kept up to date, worked out when they are asked for.
//
// A reference state is evaluated once. Of another state only what differs from it is looked at, and
// not even all of that: an AND that is false in the reference state waits for one of its false
// literals and ignores the others until that one has become true. So counting the pieces of a board
// visits one partial count per cell, however many there could be.
//
//   place     kept node: bases | gates of the kept; then the gates worked out here
//   waiters   per place: the gates that have to look when its value differs from the reference

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "machine/scalar/kept_gates.h"

namespace palamedes::machine::scalar {

// What never changes about it; shared.
class OnDemandGates {
 public:
  using Place = std::uint32_t;

  OnDemandGates(const KeptGates& kept, std::span<const Literal> roots);

  [[nodiscard]] std::size_t gate_count() const { return gates_.size(); }
  // Kept nodes that somebody waits for.
  [[nodiscard]] std::span<const Place> sources() const { return sources_; }
  [[nodiscard]] bool reference(Place place) const { return reference_[place]; }
  [[nodiscard]] std::span<const std::uint32_t> waiters(Place place) const {
    return {waiters_.data() + first_waiter_[place],
            first_waiter_[place + 1] - first_waiter_[place]};
  }
  // Of a gate worked out here: 2 * place + 1 if complemented.
  [[nodiscard]] std::span<const std::uint32_t> operands(std::uint32_t gate) const {
    return {operands_.data() + first_operand_[gate],
            first_operand_[gate + 1] - first_operand_[gate]};
  }
  [[nodiscard]] std::uint32_t operand(Literal literal) const;
  [[nodiscard]] Place first_gate() const { return first_gate_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void choose_gates(std::span<const Literal> roots);
  void evaluate_reference();
  void link_waiters();

  const KeptGates& kept_;
  Place first_gate_;
  std::vector<CircuitNode> gates_;
  std::vector<Place> place_;  // by wide node, of the gates here
  std::vector<bool> reference_;
  std::vector<Place> sources_;
  std::vector<std::uint32_t> first_waiter_;
  std::vector<std::uint32_t> waiters_;
  std::vector<std::uint32_t> first_operand_;
  std::vector<std::uint32_t> operands_;
};

class OnDemand {
 public:
  explicit OnDemand(const OnDemandGates& gates);

  // `kept_value(place)` gives the value of a kept node.
  template <typename KeptValue>
  void evaluate(const KeptValue& kept_value) {
    for (const std::uint32_t gate : different_) differs_[gate] = 0;
    different_.clear();
    for (const OnDemandGates::Place source : gates_->sources()) {
      if (kept_value(source) != gates_->reference(source)) wake(source);
    }
    for (std::size_t word = 0; word < awake_.size(); ++word) {
      while (awake_[word] != 0) {
        const auto gate = static_cast<std::uint32_t>(word * 64) +
                          static_cast<std::uint32_t>(std::countr_zero(awake_[word]));
        awake_[word] &= awake_[word] - 1;
        bool all = true;
        for (const std::uint32_t operand : gates_->operands(gate)) {
          if (!value(operand, kept_value)) {
            all = false;
            break;
          }
        }
        if (all == gates_->reference(gates_->first_gate() + gate)) continue;
        differs_[gate] = 1;
        different_.push_back(gate);
        wake(gates_->first_gate() + gate);
      }
    }
  }

  template <typename KeptValue>
  [[nodiscard]] bool value(std::uint32_t operand, const KeptValue& kept_value) const {
    const OnDemandGates::Place place = operand / 2;
    const bool complemented = (operand & 1U) != 0;
    if (place < gates_->first_gate()) return kept_value(place) != complemented;
    return (gates_->reference(place) != (differs_[place - gates_->first_gate()] != 0)) !=
           complemented;
  }

  [[nodiscard]] std::size_t memory_bytes() const { return differs_.capacity() * 2; }

 private:
  void wake(OnDemandGates::Place place) {
    for (const std::uint32_t gate : gates_->waiters(place)) {
      awake_[gate / 64] |= std::uint64_t{1} << (gate % 64);
    }
  }

  const OnDemandGates* gates_;
  std::vector<std::uint8_t> differs_;  // by gate
  std::vector<std::uint32_t> different_;
  std::vector<std::uint64_t> awake_;
};

}  // namespace palamedes::machine::scalar
