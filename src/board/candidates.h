#pragma once
// Each relation of the states with each set of its arguments as coordinates: what the states say
// for and against it.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "board/fixed_facts.h"
#include "board/layer.h"
#include "board/layout_hints.h"

namespace palamedes::board {

struct Candidate {
  Layer layer;
  std::vector<std::vector<std::string>> coordinates;  // by key: values seen, in order
  std::size_t cells = 0;                              // seen
  std::size_t contents = 0;         // seen, of that argument of a content that has most values
  std::size_t facts = 0;            // in all states
  std::size_t most_facts = 0;       // in one state
  std::size_t clashes = 0;          // facts on a cell that another one has
  bool full = false;                // every cell has a content in every state
  bool ordered = false;             // the coordinates of a plane are; without a content all
  bool is_like_coordinate = false;  // a content has the same values as a coordinate
  // It has no content, and one coordinate tells the other: then that one is a content.
  bool told = false;
  bool given = false;  // the game says so: it is a board whatever the states say

  // As a board of its own.
  [[nodiscard]] bool is_board() const;
};

struct RelationCandidates {
  std::vector<Candidate> candidates;
  std::optional<std::size_t> best;  // of those that are boards
};

// By relation. Where a hint names the coordinates there is no other candidate.
[[nodiscard]] std::vector<RelationCandidates> find_candidates(
    std::span<const std::vector<std::string>> states, const FixedFacts& fixed,
    const LayoutHints& hints);

// Whether the first is more like a board than the second.
[[nodiscard]] bool is_better(const Candidate& a, const Candidate& b);

}  // namespace palamedes::board
