#pragma once
// What a game is about, from the first lines of its sheet and from its rules for goals.

#include <string>
#include <string_view>

#include "board/fixed_facts.h"
#include "gdl/load.h"

namespace palamedes::cli {

// "Tic-Tac-Toe: three in a row on a 3x3 board."; empty where the sheet has no such lines. Lines
// that end with a line feed.
[[nodiscard]] std::string title_text(std::string_view sheet, std::size_t columns);

// The values that a role can get, and when, as far as a few conditions say it:
//
//   Aim: as many points as you can get, of 0, 50, 100
//     100 if (line xplayer)
//
// A name that a fixed fact tells, as the one of (opponent white ?q), is put in. Empty if the rules
// have no goal for the role. Lines that end with a line feed.
[[nodiscard]] std::string aim_text(const gdl::Loaded& game, const board::FixedFacts& fixed,
                                   const std::string& role, std::size_t columns);

}  // namespace palamedes::cli
