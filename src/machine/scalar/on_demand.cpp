#include "machine/scalar/on_demand.h"

#include <algorithm>

namespace palamedes::machine::scalar {
namespace {

constexpr OnDemandGates::Place no_place = 0xffffffffU;

}  // namespace

OnDemandGates::OnDemandGates(const KeptGates& kept, std::span<const Literal> roots)
    : kept_(kept), first_gate_(kept.end()), place_(kept.circuit().node_count(), no_place) {
  choose_gates(roots);
  evaluate_reference();
  link_waiters();
}

std::uint32_t OnDemandGates::operand(Literal literal) const {
  const CircuitNode node = literal.node();
  const Place place = kept_.kept(node) != not_kept ? kept_.kept(node) : place_[node];
  return 2 * place + (literal.is_complemented() ? 1 : 0);
}

void OnDemandGates::choose_gates(std::span<const Literal> roots) {
  const WideCircuit& wide = kept_.circuit();
  std::vector<bool> wanted(wide.node_count(), false);
  for (const Literal root : roots) wanted[root.node()] = true;
  for (CircuitNode gate = wide.node_count(); gate-- > wide.first_gate();) {
    if (!wanted[gate] || kept_.kept(gate) != not_kept) continue;
    for (const Literal literal : wide.inputs(gate)) wanted[literal.node()] = true;
  }
  first_operand_.push_back(0);
  for (CircuitNode gate = wide.first_gate(); gate < wide.node_count(); ++gate) {
    if (!wanted[gate] || kept_.kept(gate) != not_kept) continue;
    place_[gate] = first_gate_ + static_cast<Place>(gates_.size());
    gates_.push_back(gate);
    for (const Literal literal : wide.inputs(gate)) operands_.push_back(operand(literal));
    first_operand_.push_back(static_cast<std::uint32_t>(operands_.size()));
  }
}

// The state in which every base is false.
void OnDemandGates::evaluate_reference() {
  const WideCircuit& wide = kept_.circuit();
  reference_.assign(first_gate_ + gates_.size(), false);
  std::vector<bool> value(wide.node_count(), false);
  for (CircuitNode gate = wide.first_gate(); gate < wide.node_count(); ++gate) {
    const auto inputs = wide.inputs(gate);
    value[gate] = std::all_of(inputs.begin(), inputs.end(), [&](Literal literal) {
      return value[literal.node()] != literal.is_complemented();
    });
    const Place place = kept_.kept(gate) != not_kept ? kept_.kept(gate) : place_[gate];
    if (place != no_place) reference_[place] = value[gate];
  }
}

void OnDemandGates::link_waiters() {
  // Of a false AND the literal that comes last in the order: it stands for the most.
  const auto for_each_wait = [&](auto&& function) {
    for (std::uint32_t gate = 0; gate < gates_.size(); ++gate) {
      const auto inputs = operands(gate);
      if (reference_[first_gate_ + gate]) {
        for (const std::uint32_t input : inputs) function(input / 2, gate);
        continue;
      }
      Place chosen = no_place;
      for (const std::uint32_t input : inputs) {
        const bool is_true = reference_[input / 2] != ((input & 1U) != 0);
        if (!is_true && (chosen == no_place || input / 2 > chosen)) chosen = input / 2;
      }
      function(chosen, gate);
    }
  };
  first_waiter_.assign(reference_.size() + 1, 0);
  for_each_wait([&](Place place, std::uint32_t) { ++first_waiter_[place + 1]; });
  for (std::size_t i = 1; i < first_waiter_.size(); ++i) first_waiter_[i] += first_waiter_[i - 1];
  waiters_.resize(first_waiter_.back());
  std::vector<std::uint32_t> next(first_waiter_.begin(), first_waiter_.end() - 1);
  for_each_wait([&](Place place, std::uint32_t gate) { waiters_[next[place]++] = gate; });
  for (Place place = 0; place < first_gate_; ++place) {
    if (!waiters(place).empty()) sources_.push_back(place);
  }
}

OnDemand::OnDemand(const OnDemandGates& gates)
    : gates_(&gates), differs_(gates.gate_count(), 0), awake_((gates.gate_count() + 63) / 64, 0) {}

std::size_t OnDemandGates::memory_bytes() const {
  return (waiters_.capacity() + first_waiter_.capacity() + operands_.capacity() +
          first_operand_.capacity() + place_.capacity()) *
         sizeof(std::uint32_t);
}

}  // namespace palamedes::machine::scalar
