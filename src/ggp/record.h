#pragma once
// A match as the public match records write it down (www.ggp.org/formats/matches.html), so that
// other programs can read it. There is one state more than there are joint moves; errors and times
// belong to states, the first error is that of START.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "ggp/message.h"

namespace palamedes::ggp {

// What a player did wrong in a step, in the words of the format. A random legal move was made for
// it.
namespace fault {
inline const std::string none;
inline const std::string late = "TO";
inline const std::string no_connection = "CE";
[[nodiscard]] std::string illegal(const std::string& answer);
}  // namespace fault

// What a player thought of a turn.
struct Thought {
  std::size_t turn = 0;  // joint moves made before
  std::string move;
  std::string stopped_by;       // why it did not think any longer
  std::optional<double> value;  // expected goal of the move, 0 to 100
  std::uint64_t simulations = 0;
  double seconds = 0;
  std::string line;  // the moves that it expects
};

struct MatchRecord {
  std::string match;
  std::string token;     // random, distinguishes matches of the same name
  std::string game;      // its name
  std::string game_url;  // where the rules are; may be empty
  std::vector<std::string> roles;
  std::vector<std::string> players;  // by role
  std::vector<bool> human;           // by role
  std::uint64_t start_clock = 0;     // seconds
  std::uint64_t play_clock = 0;
  std::int64_t start_time = 0;  // milliseconds since 1970
  std::vector<JointMove> moves;
  std::vector<std::vector<std::string>> states;  // facts
  std::vector<std::vector<std::string>> errors;  // by state and role
  std::vector<std::int64_t> state_times;         // milliseconds since 1970
  bool completed = false;
  bool aborted = false;
  std::vector<int> goals;  // by role, of a completed match: the highest, -1 without any
  std::vector<std::vector<int>> all_goals;  // by role, ascending
  // Of a record that a player keeps.
  std::string own_role;
  std::vector<Thought> thoughts;
};

// Of all goals by role the highest each, -1 without any.
[[nodiscard]] std::vector<int> highest_goals(const std::vector<std::vector<int>>& all_goals);

[[nodiscard]] std::string to_json(const MatchRecord& record);

// Now, as the format counts time.
[[nodiscard]] std::int64_t milliseconds();
[[nodiscard]] std::string random_token();
[[nodiscard]] std::string token_of(Rng rng);

}  // namespace palamedes::ggp
