#pragma once
// Gates of one kind by their sorted inputs, so that equal gates are found.
//
//   slots   gate numbers in a hash table with open addressing; the inputs stay in the network

#include <span>
#include <vector>

#include "net/propnet.h"

namespace palamedes::net {

class GateTable {
 public:
  explicit GateTable(const PropNet& net) : net_(net), slots_(1024, no_component) {}

  // The gate with these inputs, or no_component.
  [[nodiscard]] ComponentId find(std::span<const ComponentId> inputs) const {
    return slots_[slot_of(inputs)];
  }
  // The gate's inputs are sorted and no known gate has the same.
  void insert(ComponentId gate);

 private:
  [[nodiscard]] std::size_t slot_of(std::span<const ComponentId> inputs) const;
  void grow();

  const PropNet& net_;
  std::vector<ComponentId> slots_;
  std::size_t count_ = 0;
};

}  // namespace palamedes::net
