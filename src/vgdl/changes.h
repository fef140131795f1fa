#pragma once
// Which types of sprites effects can change: the others need not be part of a state.

#include <vector>

#include "vgdl/rules.h"

namespace palamedes::vgdl {

struct Changes {
  std::vector<bool> changed;  // by type: something is done to such a sprite, or it is removed
  std::vector<bool> moved;    // it is put to another place
};

[[nodiscard]] Changes changes_of(const Rules& rules);

}  // namespace palamedes::vgdl
