#pragma once
// What one simulation is searched with, while it is under way: each role's choice, and the values
// that it stands for. Several simulations can be under way at once, each with its own.

#include <cstddef>
#include <vector>

#include "tune/choice.h"

namespace palamedes::search::tuning {

struct Tuned {
  std::vector<tune::Choice> choices;  // by role
  std::vector<double> values;         // [role * parameters + parameter]
};

}  // namespace palamedes::search::tuning
