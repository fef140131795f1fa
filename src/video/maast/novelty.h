#pragma once
// Novelty tests (Geffner and Geffner 2015; thesis 3.2.4): a state is novel if something is true in
// it that was not true before: where the avatar is and how it looks, where a sprite of a type is,
// how many there are of a type.

#include <cstdint>
#include <vector>

#include "video/forward_model.h"

namespace palamedes::video::maast {

// Everything that is true in a state, each as a number.
void read_atoms(const ForwardModel& model, const vgdl::State& state,
                std::vector<std::uint64_t>& atoms);

// A set of atoms that only grows.
class AtomSet {
 public:
  void clear();
  // True if one of them was not there before.
  bool add(const std::vector<std::uint64_t>& atoms);
  [[nodiscard]] bool has_all(const std::vector<std::uint64_t>& atoms) const;
  [[nodiscard]] std::size_t bytes() const { return table_.size() * sizeof(std::uint64_t); }

 private:
  bool add(std::uint64_t atom);
  void grow();

  std::vector<std::uint64_t> table_;  // 0: empty
  std::size_t count_ = 0;
};

}  // namespace palamedes::video::maast
