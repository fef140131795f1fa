#pragma once
// Which gates are pairs: gates of two literals that are asked for together with others.
//
// (step 7) AND (touched b 3) is one of 81 gates that read step 7, and one of 81 that read the
// touched cell. Counting false literals, each change of either touches 81 counts. As a pair, a
// change looks at the words in which the other literals stand, and touches only what changes. That
// is worth it where the others fill words, or can be gathered in some, and are mostly false, so it
// is measured.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "machine/scalar/effect_engine.h"
#include "machine/scalar/kept_gates.h"
#include "machine/scalar/propagation_engine.h"

namespace palamedes::machine::scalar {

// What kept nodes do in a step of random games.
struct Activity {
  std::vector<double> moving;    // changes while the moves are made, where they are propagated
  std::vector<double> settling;  // changes while the state becomes the next one

  [[nodiscard]] double of(KeptNode node) const { return moving[node] + settling[node]; }
};

// Plays at least a few steps and at most `seconds` of CPU time on another engine of the kind.
[[nodiscard]] Activity measure_activity(const PropagationEngine& engine,
                                        std::vector<std::uint64_t> initial, double seconds);
[[nodiscard]] Activity measure_activity(const EffectEngine& engine,
                                        std::vector<std::uint64_t> initial, double seconds);

struct PairChoice {
  std::vector<bool>
      gates;  // whether each is better as a pair; empty if pairs would save too little
  std::vector<bool> gathered;  // by node, whether the others of its pairs are (kept_gates.h)
};
[[nodiscard]] PairChoice choose_pairs(const KeptGates& kept, const Activity& activity);

}  // namespace palamedes::machine::scalar
