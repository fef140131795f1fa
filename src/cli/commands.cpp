#include "cli/commands.h"

#include <array>

namespace palamedes::cli {

std::span<const Command> commands() {
  static const std::array all = {
      games_command,  check_command,   explain_command, simulate_command,
      perft_command,  replay_command,  bench_command,   bandit_command,
      agents_command, analyse_command, match_command,   play_command,
      lab_command,    player_command,  manager_command, completion_command};
  return all;
}

const Command* find_command(std::string_view name) {
  for (const Command& command : commands()) {
    if (command.name == name) return &command;
  }
  // nobody types it, so nobody is told about it
  return name == lab_worker_command.name ? &lab_worker_command : nullptr;
}

}  // namespace palamedes::cli
