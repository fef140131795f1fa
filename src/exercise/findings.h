#pragma once
// What play says about rules: defects, and what a designer may want to know.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/ids.h"
#include "exercise/goal_rules.h"
#include "exercise/playtest.h"
#include "gdl/load.h"
#include "net/propnet.h"

namespace palamedes::exercise {

// In the order of their weight.
enum class FindingKind : std::uint8_t {
  fault,          // the machine gave up
  dead_end,       // a role cannot move before the end
  bad_goal,       // at the end no goal, several, or none from 0 to 100
  never_ends,     // no playout came to an end
  long_play,      // some playouts did not
  circle,         // a state can come again
  never_wins,     // of a role
  goal_not_seen,  // a goal rule that never gave its value
  move_not_seen,  // a move of a rule that was never legal
  fact_not_seen,  // a fact of a rule that was never true
  no_choice,      // a role that never had two moves
  unbalanced,     // one role fares much better than the others
};
[[nodiscard]] std::string_view name_of(FindingKind kind);

struct Finding {
  FindingKind kind{};
  bool proven = false;  // true of every play; otherwise of the playouts that were made
  std::optional<Role> role;
  std::string subject;      // the pattern of a fact, a move or a goal; the reason of a fault
  std::vector<int> values;  // goals
  std::uint64_t count = 0;  // of playouts in which it happened
  std::vector<SourceLocation> places;
  std::optional<Incident> incident;

  // The game cannot be played as its rules are. All others are remarks.
  [[nodiscard]] bool is_problem() const { return kind <= FindingKind::never_ends; }
};

// What the network of a game has room for. What is not in it can never be.
struct Possible {
  std::vector<std::string> facts;
  std::vector<std::vector<std::string>> moves;  // by role
  std::vector<std::vector<int>> goals;          // by role, ascending
  bool ends = false;
};
[[nodiscard]] Possible possible_in(const net::PropNet& net);

// Heaviest first. `goals` names the rules behind bad goals, if it is there.
[[nodiscard]] std::vector<Finding> find_out(const gdl::Loaded& game, const Playtest& seen,
                                            const std::optional<Possible>& possible,
                                            GoalRules* goals);

}  // namespace palamedes::exercise
