#pragma once
// Help texts, made from the commands' declarations.

#include <span>
#include <string>

#include "cli/command.h"

namespace palamedes::cli {

[[nodiscard]] std::string overview(std::span<const Command> commands);
[[nodiscard]] std::string help_of(const Command& command);
// "palamedes perft RULES --depth N [options]"
[[nodiscard]] std::string usage_of(const Command& command);
// "palamedes 0.1.0", build id and compiler.
[[nodiscard]] std::string version_text();

}  // namespace palamedes::cli
