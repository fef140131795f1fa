#pragma once
// Gates of one kind by their sorted inputs, so that equal gates are found.
//
//   slots   gate numbers in a hash table with open addressing, each with its hash, so that a wrong
//           gate is seldom looked at and a larger table is filled without looking at gates;
//           the inputs stay in the network

#include <span>
#include <vector>

#include "base/hash.h"
#include "net/propnet.h"

namespace palamedes::net {

class GateTable {
 public:
  explicit GateTable(const PropNet& net) : net_(net), slots_(1024) {}

  // The gate with these inputs, or no_component.
  [[nodiscard]] ComponentId find(std::span<const ComponentId> inputs) const {
    return slots_[slot_of(inputs, tag_of(inputs))].gate;
  }
  // The gate's inputs are sorted and no known gate has the same.
  void insert(ComponentId gate);

 private:
  struct Slot {
    ComponentId gate = no_component;
    std::uint32_t tag = 0;
  };
  static std::uint32_t tag_of(std::span<const ComponentId> inputs) {
    return static_cast<std::uint32_t>(hash_span(inputs, 3));
  }
  [[nodiscard]] std::size_t slot_of(std::span<const ComponentId> inputs, std::uint32_t tag) const;
  void grow();

  const PropNet& net_;
  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace palamedes::net
