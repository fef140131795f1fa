#pragma once
// Reads from a store which values of parameters met each other in matches.

#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace palamedes::lab {

struct PlayedValue {
  std::string parameter;
  double value = 0;
};

struct PlayedRole {
  std::string match;
  std::size_t role = 0;
  int goal = 0;
  std::vector<PlayedValue> values;  // of all parameters that are numbers
};

// The players of all matches of one game that came to an end between searches that differ in
// numbers only, match by match and in the order of roles. Whoever tunes while it plays has no value
// that could be named, and its matches are left out.
struct PlayedGame {
  std::string name;
  std::string rules;  // their text
  std::vector<PlayedRole> players;
};

// Matches between players of another kind, with another formula for example, are of another game
// as far as parameters are concerned: only those between the kind that most matches have count.
[[nodiscard]] Result<std::vector<PlayedGame>> read_played_games(const std::string& store);

}  // namespace palamedes::lab
