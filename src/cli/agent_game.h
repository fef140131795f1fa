#pragma once
// What commands in which agents play have in common: RULES, and agents as a user writes them.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "agent/spec.h"
#include "cli/command.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "machine/game.h"

namespace palamedes::cli {

struct AgentGame {
  std::string name;
  std::string text;  // the rules as they were given
  std::unique_ptr<machine::Game> game;
};

[[nodiscard]] Result<AgentGame> load_agent_game(const GameSettings& settings);
// The same while somebody watches, who may see more than this game ("game 2 of 4").
[[nodiscard]] Result<AgentGame> load_agent_game(Screen& screen, GameSettings settings,
                                                const std::string& remark = {});

// An agent as a user writes it; what is wrong with it is reported when the command line is read.
void declare_agent(Options& options, const std::string& name, const std::string& help,
                   std::string& target);

// What the agent tunes while it plays (docs/tuning.md), if it is not said with the agent.
void declare_tune(Options& options, std::string& target);
// Both of them; the texts were checked, but the agent may have nothing of what is to be tuned.
[[nodiscard]] Result<agent::Spec> read_agent(const std::string& agent, const std::string& tune);

// Moves that lead to a position.
void declare_moves(Options& options, std::string& target);

// What the search may take of the machine.
struct Resources {
  std::uint64_t threads = std::max(1U, std::thread::hardware_concurrency());
  std::uint64_t memory = std::uint64_t{2} << 30U;

  void declare(Options& options, const std::string& memory_of = "for the search tree");
  // Several agents that live at the same time share the memory.
  void apply(agent::Spec& spec, std::size_t agents = 1) const;
};

// The role of this name.
[[nodiscard]] Result<Role> find_role(const machine::Game& game, const std::string& rules,
                                     const std::string& name);

// A list with commas, in which an agent's parameters may have commas as well: what has a `=` and no
// `:` before it goes on with the agent before. So does what is no agent, after `tune=`.
[[nodiscard]] std::vector<std::string> split_agents(const std::string& text);

}  // namespace palamedes::cli
