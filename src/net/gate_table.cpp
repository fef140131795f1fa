#include "net/gate_table.h"

#include <algorithm>

namespace palamedes::net {

void GateTable::insert(ComponentId gate) {
  if ((count_ + 1) * 2 > slots_.size()) grow();
  const std::span<const ComponentId> inputs(net_.components[gate].inputs.data(),
                                            net_.components[gate].inputs.size());
  const std::uint32_t tag = tag_of(inputs);
  slots_[slot_of(inputs, tag)] = {gate, tag};
  ++count_;
}

std::size_t GateTable::slot_of(std::span<const ComponentId> inputs, std::uint32_t tag) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = tag & mask;
  for (; slots_[slot].gate != no_component; slot = (slot + 1) & mask) {
    if (slots_[slot].tag != tag) continue;
    const auto& other = net_.components[slots_[slot].gate].inputs;
    if (std::equal(other.begin(), other.end(), inputs.begin(), inputs.end())) break;
  }
  return slot;
}

void GateTable::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& entry : old) {
    if (entry.gate == no_component) continue;
    std::size_t slot = entry.tag & mask;  // all are different: the first free place will do
    while (slots_[slot].gate != no_component) slot = (slot + 1) & mask;
    slots_[slot] = entry;
  }
}

}  // namespace palamedes::net
