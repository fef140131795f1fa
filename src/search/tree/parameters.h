#pragma once
// What is kept of states, and for how long: as `memory.*`.

#include <array>
#include <cstdint>
#include <string_view>

#include "base/params.h"
#include "search/backup/rule.h"

namespace palamedes::search::tree {

// Thesis 2.3, Algorithm 2, and 2.3.1, Algorithm 3.
enum class Loop : std::uint8_t { closed, open };

}  // namespace palamedes::search::tree

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 2> names_of<search::tree::Loop> = {"closed", "open"};

namespace search::tree {

struct Parameters {
  Loop loop = Loop::closed;
  bool transpositions = true;
  backup::Rule backup = backup::Rule::uct1;
  bool child_visits = false;
  bool reuse = true;
  std::uint32_t expiry = 2;
  double decay = 1;
  std::uint64_t megabytes = 1024;
  bool recycle = true;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("loop", loop, "keep each node's state (closed), or reach it anew each time (open)");
    visit("transpositions", transpositions,
          "states reached in several ways are one node; not with loop=open");
    visit("backup", backup,
          "how results reach nodes: uct1 (along the path), uct2 (values from the states that moves "
          "lead to), uct3 (to all ancestors; with batches or threads as uct1)");
    visit("child_visits", child_visits,
          "uct2: a move's visits are also those of the state that it leads to (formula 2.9)");
    visit("reuse", reuse, "keep the tree from move to move");
    visit("expiry", expiry, Range{0, 1e9},
          "reuse: searched turns after which an unvisited node goes (b)");
    visit("decay", decay, Range{0, 1},
          "reuse: factor of the tree's statistics after each searched turn");
    visit("megabytes", megabytes, Range{1, 1 << 20},
          "of the tree; when it is full, no nodes are added until some go");
    visit("recycle", recycle,
          "when the tree is full in the middle of a turn, nodes with the fewest visits go, those "
          "that were not visited lately first; not with loop=open");
  }
};

}  // namespace search::tree
}  // namespace palamedes
