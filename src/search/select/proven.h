#pragma once
// Selection among moves of which some are proven (backup/solver.h): those that lose are no
// candidates, and those with known payoffs count these and nothing else: what is known for sure
// needs no exploration, and is no estimate to be mended by what happened elsewhere. Where the best
// candidate is known already, another one is looked at, but the known payoffs count from there
// upwards.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/descent.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::select {

class ProvenMoves {
 public:
  void resize(std::size_t candidates) { proven_.resize(candidates); }
  void begin() { any_ = false; }
  void set(std::size_t i, bool proven) {
    proven_[i] = proven ? 1 : 0;
    any_ = any_ || proven;
  }

  [[nodiscard]] bool has_any() const { return any_; }
  [[nodiscard]] bool has(std::size_t i) const { return proven_[i] != 0; }
  [[nodiscard]] bool has_all() const {
    return std::find(proven_.begin(), proven_.end(), 0) == proven_.end();
  }
  [[nodiscard]] std::span<const char> all() const { return proven_; }

 private:
  std::vector<char> proven_;  // by candidate
  bool any_ = false;
};

// Says that the role's move, of the last node on the way, leads to these payoffs.
template <typename State>
void add_substitute(Descent<State>& descent, std::size_t role, std::uint32_t move,
                    const float* payoffs) {
  descent.substitutes.push_back({.step = static_cast<std::uint32_t>(descent.nodes.size() - 1),
                                 .role = static_cast<std::uint32_t>(role),
                                 .move = move,
                                 .payoffs = payoffs});
}

}  // namespace palamedes::search::select
