#pragma once
// Moves as people write them: KIF terms one after the other. At each state the roles that have a
// choice move in their order; who has but one move makes it without being asked.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "machine/game.h"
#include "machine/position.h"

namespace palamedes::machine {

// The terms of a text in canonical form; commas and line ends between them are allowed.
[[nodiscard]] Result<std::vector<std::string>> read_terms(std::string_view text);

// Makes the moves of the text. `made(joint move)` is called after each step. What is wrong with the
// text or a move is reported; the position is then the last one that could be reached.
[[nodiscard]] Result<void> play_line(Game& game, Position& position, std::string_view text,
                                     const std::function<void(std::span<const Move>)>& made);

// One step: the moves of the roles that have a choice.
[[nodiscard]] std::string write_step(Game& game, const Position& position,
                                     std::span<const Move> joint_move,
                                     std::string_view between_moves = " ");

// The same the other way round, from this position on. With blanks in between play_line() reads it.
[[nodiscard]] std::string write_line(Game& game, Position position,
                                     std::span<const std::vector<Move>> joint_moves,
                                     std::string_view between_moves = " ",
                                     std::string_view between_steps = " ");

}  // namespace palamedes::machine
