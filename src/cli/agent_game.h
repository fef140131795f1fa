#pragma once
// RULES for commands in which agents play.

#include <memory>
#include <string>

#include "agent/game.h"
#include "agent/spec.h"
#include "cli/command.h"
#include "cli/rules_source.h"

namespace palamedes::cli {

struct AgentGame {
  std::string name;
  std::unique_ptr<agent::Game> game;
};

[[nodiscard]] Result<AgentGame> load_agent_game(const GameSettings& settings);

// An agent as a user writes it; what is wrong with it is told when the command line is read.
void declare_agent(Options& options, const std::string& name, const std::string& help,
                   std::string& target);

}  // namespace palamedes::cli
