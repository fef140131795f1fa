#pragma once
// All sub-commands, in the order of the help.

#include <span>
#include <string>

#include "cli/command.h"

namespace palamedes::cli {

[[nodiscard]] std::span<const Command> all_commands();
[[nodiscard]] const Command* find_command(std::string_view name);

namespace commands {
extern const Command games_command;
extern const Command check_command;
extern const Command explain_command;
extern const Command simulate_command;
extern const Command perft_command;
extern const Command replay_command;
extern const Command bench_command;
extern const Command bandit_command;
extern const Command agents_command;
extern const Command analyse_command;
extern const Command match_command;
extern const Command play_command;
extern const Command video_command;
extern const Command lab_command;
extern const Command lab_worker_command;
extern const Command player_command;
extern const Command manager_command;
extern const Command web_command;
extern const Command web_worker_command;
extern const Command completion_command;
}  // namespace commands

}  // namespace palamedes::cli
