#pragma once
// Built-in games for tests that take a while for each: tests have minutes, not hours.

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "games/builtin.h"

namespace palamedes::games {

// All but the one that takes longer than all others together.
inline std::vector<Builtin> affordable_games() {
  std::vector<Builtin> result;
  for (const Builtin& game : builtins()) {
    if (game.name != "amazons") result.push_back(game);
  }
  return result;
}

// Without those that have the rules of another one, with other goals or another number of players.
inline std::vector<Builtin> various_games() {
  constexpr std::array<std::string_view, 9> siblings = {
      "chinese_checkers_1",   "chinese_checkers_2", "chinese_checkers_4",
      "chinese_checkers_5",   "chinese_checkers_6", "misere_breakthrough",
      "misere_knightthrough", "misere_domineering", "ttcc4_2"};
  std::vector<Builtin> result;
  for (const Builtin& game : affordable_games()) {
    if (std::find(siblings.begin(), siblings.end(), game.name) == siblings.end()) {
      result.push_back(game);
    }
  }
  return result;
}

}  // namespace palamedes::games
