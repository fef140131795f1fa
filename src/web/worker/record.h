#pragma once
// A match as the records of game managers have it (ggp/record.h), out and in.

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "web/json.h"
#include "web/worker/match.h"

namespace palamedes::web::worker {

struct RecordHead {
  std::string game;                  // its name
  std::vector<std::string> players;  // by role
  std::vector<bool> human;
};

[[nodiscard]] std::string record_text(const Match& match, const RecordHead& head);

// Makes the moves of a record from the initial state on. It has to be of this game, and its moves
// legal; nothing has changed if they are not.
[[nodiscard]] Result<void> load_record(const Json& record, Match& match);

}  // namespace palamedes::web::worker
