#pragma once
// The program from its arguments to its exit status.

#include <string>
#include <vector>

#include "cli/command.h"

namespace palamedes::cli {

[[nodiscard]] Exit run(const std::vector<std::string>& arguments);

}  // namespace palamedes::cli
