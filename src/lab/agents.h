#pragma once
// The [agents] of an experiment file: who extends whom, and what comes out of it.

#include <vector>

#include "base/diagnostic.h"
#include "lab/experiment.h"
#include "lab/toml.h"

namespace palamedes::lab {

// Of board games or of video games, in the order of the file; one that was reported as wrong has a
// default spec.
[[nodiscard]] std::vector<ExperimentAgent> resolve_agents(const TomlTable& table, bool video,
                                                          Diagnostics& errors);

}  // namespace palamedes::lab
