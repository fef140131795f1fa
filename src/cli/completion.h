#pragma once
// Shell completion scripts, made from the commands' declarations.

#include <span>
#include <string>
#include <vector>

#include "cli/command.h"

namespace palamedes::cli {

struct BuiltinRoles {
  std::string game;
  std::vector<std::string> roles;
};

struct CompletionInput {
  std::span<const Command> commands;
  std::span<const std::string> games;
  std::span<const BuiltinRoles> roles;
};

[[nodiscard]] std::string bash_completion(const CompletionInput& input);
[[nodiscard]] std::string zsh_completion(const CompletionInput& input);
[[nodiscard]] std::string fish_completion(const CompletionInput& input);

}  // namespace palamedes::cli
