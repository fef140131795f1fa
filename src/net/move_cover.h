#pragma once
// In every step each role makes exactly one of its moves. So "this move or that or …" over all
// moves of a role is certain, and where all but one are listed, "none of these" is that one.
//
//   role_of   by component: the role of an input, no_component for all others
//   moves     by role: its inputs, sorted

#include <span>
#include <vector>

#include "net/propnet.h"

namespace palamedes::net {

class MoveCover {
 public:
  explicit MoveCover(const PropNet& net);

  struct Cover {
    bool certain = false;              // some role's moves are all among the inputs
    std::vector<ComponentId> missing;  // of a role whose moves are all there but one: that one
  };
  // Of an OR gate with these inputs.
  [[nodiscard]] Cover of(std::span<const ComponentId> inputs);

 private:
  std::vector<std::uint32_t> role_of_;
  std::vector<std::vector<ComponentId>> moves_;
  std::vector<std::uint32_t> count_;  // scratch, by role
};

}  // namespace palamedes::net
