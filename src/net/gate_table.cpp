#include "net/gate_table.h"

#include <algorithm>

#include "base/hash.h"

namespace palamedes::net {

void GateTable::insert(ComponentId gate) {
  if ((count_ + 1) * 2 > slots_.size()) grow();
  const auto& inputs = net_.components[gate].inputs;
  slots_[slot_of({inputs.data(), inputs.size()})] = gate;
  ++count_;
}

std::size_t GateTable::slot_of(std::span<const ComponentId> inputs) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_span(inputs, 3) & mask;
  while (slots_[slot] != no_component) {
    const auto& other = net_.components[slots_[slot]].inputs;
    if (std::equal(other.begin(), other.end(), inputs.begin(), inputs.end())) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

void GateTable::grow() {
  std::vector<ComponentId> old(slots_.size() * 2, no_component);
  old.swap(slots_);
  for (const ComponentId gate : old) {
    if (gate == no_component) continue;
    const auto& inputs = net_.components[gate].inputs;
    slots_[slot_of({inputs.data(), inputs.size()})] = gate;
  }
}

}  // namespace palamedes::net
