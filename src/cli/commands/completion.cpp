#include "cli/completion.h"

#include <memory>

#include "cli/commands.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "games/builtin.h"
#include "gdl/parser.h"
#include "gdl/printer.h"

namespace palamedes::cli::commands {
namespace {

std::vector<std::string> roles_of(const games::Builtin& game) {
  Diagnostics unused;
  const gdl::Sheet sheet = gdl::parse_sheet(game.text, std::string(game.name), {}, unused);
  std::vector<std::string> roles;
  for (const gdl::Sentence& sentence : sheet.sentences) {
    if (sentence.head.relation != gdl::keyword::role || !sentence.body.empty()) continue;
    roles.push_back(gdl::to_text(sentence.head.args[0], sheet.symbols));
  }
  return roles;
}

Exit run(Screen& screen, const std::string& shell) {
  std::vector<BuiltinRoles> roles;
  for (const games::Builtin& game : games::builtins()) {
    roles.push_back({std::string(game.name), roles_of(game)});
  }
  const CompletionInput input{all_commands(), game_names(), roles};
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

}  // namespace palamedes::cli::commands
