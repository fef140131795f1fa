#pragma once
// A match as one of its players saw it: moves and states as they were sent, and what the player
// thought of each of its turns. The file is a match record as a manager writes it (record.h), with
// the player's own `ownRole` and `thoughts`, written anew after each step.

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "ggp/message.h"
#include "ggp/record.h"

namespace palamedes::ggp {

// "turn 3: (mark 2 2), value 63.4, 12,345 simulations in 0.90 s, stopped by clock; expected: ..."
[[nodiscard]] std::string to_text(const Thought& thought);

// The folder for records is there, or can be made, and files can be written into it.
[[nodiscard]] Result<void> prepare_record_folder(const std::string& folder);

class PlayerRecord {
 public:
  // Without a folder nothing is kept.
  PlayerRecord(const Start& start, std::string player, const std::string& folder);

  // All of them from any thread.
  void begin(const std::vector<std::string>& roles, std::size_t role,
             std::vector<std::string> facts);
  // No facts where they are not known.
  void step(const JointMove& moves, std::vector<std::string> facts);
  void thought(Thought thought);
  void completed(const std::vector<std::vector<int>>& goals);
  void end();
  // Why it could not be written; usually empty.
  [[nodiscard]] std::string problem() const;

 private:
  void write();

  std::string path_;
  std::string player_;
  mutable std::mutex mutex_;
  MatchRecord record_;
  std::string problem_;
};

}  // namespace palamedes::ggp
