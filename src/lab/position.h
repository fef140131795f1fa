#pragma once
// How often an agent finds a right move of a position, as a measurement: one for each agent and
// budget.

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/diagnostic.h"
#include "lab/experiment.h"

namespace palamedes::lab {

// For the worker. The request is also the key of its figures.
[[nodiscard]] nlohmann::json position_request(const Experiment& experiment,
                                              const ExperimentGame& game,
                                              const ExperimentAgent& agent,
                                              std::uint64_t simulations);
// {"found", "runs"}, or {"error"}. Each run has a seed of its own, and all runs of a budget the
// same ones, whichever agent it is.
[[nodiscard]] nlohmann::json measure_position(const nlohmann::json& request);

}  // namespace palamedes::lab
