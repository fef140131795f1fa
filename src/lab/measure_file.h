#pragma once
// What experiment files of speeds, bandits and positions have of their own.

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "lab/experiment.h"
#include "lab/fields.h"

namespace palamedes::lab {

[[nodiscard]] std::vector<MachineChoice> read_machines(Fields& fields, Diagnostics& errors);

[[nodiscard]] PositionPlan read_position(Fields& fields, Diagnostics& errors);
// The right moves of a position.
[[nodiscard]] std::vector<std::string> read_best(Fields& fields, Diagnostics& errors);
// The options of `palamedes bandit` as keys.
[[nodiscard]] BanditPlan read_bandit(Fields& fields, std::uint64_t seed, Diagnostics& errors);

// What can be published about a machine's speed, the usual one first.
[[nodiscard]] const std::vector<std::string>& speed_units();
// About an agent, besides its results.
[[nodiscard]] const std::vector<std::string>& match_units();

}  // namespace palamedes::lab
