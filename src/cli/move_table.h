#pragma once
// What an agent thinks of moves, for people.

#include <string>
#include <vector>

#include "agent/agent.h"
#include "cli/screen.h"
#include "machine/game.h"

namespace palamedes::cli {

// The first `top` of a role's moves: visits, share and value of each, and what is proven.
[[nodiscard]] std::string move_table(const Screen& screen, machine::Game& game, Role role,
                                     const std::vector<search::MoveReport>& reports,
                                     std::size_t top);

// "Expected: (mark 1 1), (mark 2 2)", broken between moves where it is longer than so many columns.
// Lines that end with a line feed; empty without moves.
[[nodiscard]] std::string expected_text(const std::string& line, std::size_t columns);

// The best move so far, where somebody watches and it is time again.
void show_thoughts(Screen& screen, machine::Game& game, agent::Agent& agent, Role role);

}  // namespace palamedes::cli
