#pragma once
// Parameters of agents as JSON.

#include "agent/spec.h"
#include "base/params.h"
#include "cli/json.h"

namespace palamedes::cli {

// What is infinite has no number in JSON: it is a text then.
[[nodiscard]] Json number_json(double value);
[[nodiscard]] Json value_json(const Parameter& parameter);

// Every parameter by its name; none of an agent that plays at random.
[[nodiscard]] Json values_json(const agent::Spec& spec);

}  // namespace palamedes::cli
