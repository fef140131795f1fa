#pragma once
// What a game manager and a player say to each other: KIF lists over HTTP, in any case.
//
//   (INFO)                                               available, busy, or ((name N) (status S))
//   (PREVIEW (RULES) CLOCK)                              ready
//   (START MATCH ROLE (RULES) START-CLOCK PLAY-CLOCK)    ready
//   (PLAY MATCH NIL) or (PLAY MATCH (MOVE ...))          a move
//   (STOP MATCH NIL) or (STOP MATCH (MOVE ...))          done
//   (ABORT MATCH)                                        done
//
// Clocks are seconds. The moves are those of the step before, one per role in the order of the
// rules; there are none on the first turn. Arguments that a later version may add to START are
// ignored.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "gdl/expression.h"

namespace palamedes::ggp {

// Roles, rules and moves are KIF in canonical form (gdl::to_text), so that equal ones mean the
// same. The names of matches and players keep the letters that they were given; compare them with
// same_in_any_case().
using JointMove = std::vector<std::string>;  // by role

struct Info {
  bool operator==(const Info&) const = default;
};
struct Preview {
  std::string rules;  // one sentence a line
  double clock = 0;
  bool operator==(const Preview&) const = default;
};
struct Start {
  std::string match;
  std::string role;
  std::string rules;  // one sentence a line
  double start_clock = 0;
  double play_clock = 0;
  bool operator==(const Start&) const = default;
};
struct Play {
  std::string match;
  std::optional<JointMove> moves;  // nothing on the first turn
  bool operator==(const Play&) const = default;
};
struct Stop {
  std::string match;
  std::optional<JointMove> moves;
  bool operator==(const Stop&) const = default;
};
struct Abort {
  std::string match;
  bool operator==(const Abort&) const = default;
};
using Message = std::variant<Info, Preview, Start, Play, Stop, Abort>;

struct MessageLimits {
  gdl::ReadLimits read;
  std::size_t max_name = 200;      // bytes of a match's name
  double max_clock = 7 * 86400.0;  // seconds
};

// Everything that is wrong is reported with its place in the text.
[[nodiscard]] Result<Message> read_message(std::string_view text, const MessageLimits& limits = {});
[[nodiscard]] std::string to_text(const Message& message);

// The two ways to answer INFO. GGP Base reads both; the word alone is what the protocol's first
// description says.
enum class InfoForm : std::uint8_t { fields, word };

struct Status {
  std::string name;  // empty where the answer has none
  bool available = false;
};

[[nodiscard]] std::string to_text(const Status& status, InfoForm form);
// Nothing where the text is no such answer. Unknown fields are ignored.
[[nodiscard]] std::optional<Status> read_status(std::string_view text);

}  // namespace palamedes::ggp
