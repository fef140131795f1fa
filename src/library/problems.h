#pragma once
// From the diagnostics of the stages to the problems of the public header.

#include <string>
#include <vector>

#include <palamedes/palamedes.h>

#include "base/diagnostic.h"

namespace palamedes::library {

[[nodiscard]] std::vector<Problem> problems_of(const Diagnostics& diagnostics);

// A single error without a place in the text.
[[nodiscard]] std::vector<Problem> one_problem(std::string file, std::string message,
                                               std::string hint = {});

}  // namespace palamedes::library
