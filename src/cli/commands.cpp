#include "cli/commands.h"

#include <array>

namespace palamedes::cli {

std::span<const Command> all_commands() {
  static const std::array all = {
      commands::games_command,    commands::check_command,  commands::explain_command,
      commands::simulate_command, commands::perft_command,  commands::replay_command,
      commands::bench_command,    commands::bandit_command, commands::agents_command,
      commands::analyse_command,  commands::match_command,  commands::play_command,
      commands::video_command,    commands::lab_command,    commands::player_command,
      commands::manager_command,  commands::web_command,    commands::completion_command};
  return all;
}

const Command* find_command(std::string_view name) {
  for (const Command& command : all_commands()) {
    if (command.name == name) return &command;
  }
  // nobody types these, so they are not listed
  for (const Command* command : {&commands::lab_worker_command, &commands::web_worker_command}) {
    if (command->name == name) return command;
  }
  return nullptr;
}

}  // namespace palamedes::cli
