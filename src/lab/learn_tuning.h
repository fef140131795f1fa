#pragma once
// Learns from stores what values of parameters win more than others, game by game: what ships as
// known games (tune/known_games.h).
//
// It takes matches between players with fixed values, as of bench/tuning-values.toml. A
// player's points are explained by its values, those of the others, and its role:
//
//   points = mean of the role + sum of effects of its values - mean over others of theirs
//
// Each effect in turn is the mean of what the rest does not explain, shrunk towards 0 (ridge),
// until nothing moves any more.

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "lab/played_values.h"
#include "tune/known_games.h"

namespace palamedes::lab {

// Players of average strength that each value had beside those that were seen.
inline constexpr double average_players = 5;

// Effects of all values of parameters that have several, centred: the mean over the players is 0.
[[nodiscard]] std::vector<tune::KnownValue> learn_effects(const std::vector<PlayedRole>& players);

// What a game is like, by random playouts, and what won in it.
[[nodiscard]] Result<tune::KnownGame> learn_game(const PlayedGame& game);

}  // namespace palamedes::lab
