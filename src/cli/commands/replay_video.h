#pragma once
// 'palamedes replay' of video games: runs that another program recorded, tick by tick.

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/rules_source.h"
#include "cli/screen.h"

namespace palamedes::cli::commands {

[[nodiscard]] Exit replay_video(Screen& screen, const RulesText& game,
                                const std::vector<std::string>& files, bool json);

}  // namespace palamedes::cli::commands
