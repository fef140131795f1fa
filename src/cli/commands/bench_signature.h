#pragma once
// bench --signature: what the program does, in a few numbers.

#include "cli/command.h"
#include "cli/screen.h"

namespace palamedes::cli::commands {

[[nodiscard]] Exit show_signature(Screen& screen, bool json);

}  // namespace palamedes::cli::commands
