#pragma once
// What the rules say once and for all: the tuples of relations that depend on no state, such as
// (succ 1 2) and (adjacent a b), and the facts that `base` lists.

#include <string>
#include <vector>

#include "gdl/load.h"

namespace palamedes::board {

struct FixedFacts {
  std::vector<std::string> tuples;  // of two arguments or more
  std::vector<std::string> base;    // without the keyword
};

// Of relations that cannot be worked out within a moment nothing; if that takes long, only what is
// written down as facts.
[[nodiscard]] FixedFacts find_fixed_facts(const gdl::Loaded& game);

}  // namespace palamedes::board
