#include "cli/completion.h"

#include <memory>

#include "cli/commands.h"
#include "cli/rules_source.h"
#include "cli/screen.h"

namespace palamedes::cli {
namespace {

Exit run(Screen& screen, const std::string& shell) {
  const CompletionInput input{commands(), game_names()};
  screen.print(shell == "bash"  ? bash_completion(input)
               : shell == "zsh" ? zsh_completion(input)
                                : fish_completion(input));
  return Exit::success;
}

Run setup(Options& options) {
  auto shell = std::make_shared<std::string>();
  options.positional("SHELL", "the shell", Completes::choices, *shell, {"bash", "zsh", "fish"});
  return [shell](Screen& screen) { return run(screen, *shell); };
}

}  // namespace

constinit const Command completion_command = {
    .name = "completion",
    .summary = "print a script for command completion in a shell",
    .description = {},
    .examples =
        "  source <(palamedes completion bash)\n"
        "  palamedes completion fish | source\n",
    .setup = setup};

}  // namespace palamedes::cli
