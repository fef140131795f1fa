#pragma once
// Help texts, made from the commands' declarations.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "cli/command.h"

namespace palamedes::cli {

// Lines are at most so long, and never longer than this.
constexpr std::size_t help_width = 80;
[[nodiscard]] std::string overview(std::span<const Command> commands,
                                   std::size_t width = help_width);
[[nodiscard]] std::string help_of(const Command& command, std::size_t width = help_width);
// What one types and what it does, in two columns; where they have no room, one below the other.
[[nodiscard]] std::string help_entry(const std::string& typed, std::string_view does,
                                     std::size_t width, std::size_t column);
// "palamedes perft RULES --depth N [options]"
[[nodiscard]] std::string usage_of(const Command& command);
// "palamedes 0.1.0", build id and compiler.
[[nodiscard]] std::string version_text();

}  // namespace palamedes::cli
