#pragma once
// What is kept of one match.

#include <string>
#include <string_view>
#include <vector>

#include "match/play.h"

namespace palamedes::lab {

struct MatchResult {
  match::GameEnd end = match::GameEnd::terminal;
  std::string problem;  // of a game that does not count
  std::string machine;  // that stepped it
  std::vector<std::string> role_names;
  std::string moves;  // a line for each step, a KIF list of the roles' moves
  std::uint64_t steps = 0;
  std::vector<int> goals;              // by role, -1 without a value
  std::vector<match::Effort> efforts;  // by role
  double seconds = 0;                  // of wall time, all in all
  std::string build;                   // the id of the one that played it, as the store has it
};

// "terminal", "too_long", "dead_end", "fault", "interrupted", "bad_goals": as it stands in files.
[[nodiscard]] std::string_view name_of(match::GameEnd end);
// `fault` for an unknown name.
[[nodiscard]] match::GameEnd end_of_name(std::string_view name);

}  // namespace palamedes::lab
