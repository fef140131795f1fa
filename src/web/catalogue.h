#pragma once
// What there is to choose from: games, agents and their parameters.

#include <string>

#include "web/answer.h"

namespace palamedes::web {

[[nodiscard]] Answer games_answer();
[[nodiscard]] Answer game_answer(const std::string& name);
[[nodiscard]] Answer video_game_answer(const std::string& name);
[[nodiscard]] Answer agents_answer();
// All parameters of an agent as it is written down; `game` is "board" or "video".
[[nodiscard]] Answer parameters_answer(const std::string& agent, const std::string& game);

}  // namespace palamedes::web
