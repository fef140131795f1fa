#pragma once
// Detection of games without chance (thesis 3.2.4): no characters that act by themselves, and some
// sequences of actions that lead to the same picture each time.

#include "video/forward_model.h"

namespace palamedes::video::maast {

[[nodiscard]] bool seems_deterministic(ForwardModel& model, const vgdl::State& start);

}  // namespace palamedes::video::maast
