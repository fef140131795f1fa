#pragma once
// What a worker has to do, and what it answers: one line of JSON each.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "lab/result.h"
#include "match/assignment.h"
#include "match/play.h"

namespace palamedes::lab {

// Of a task that is a play of a video game: its rules are VGDL.
struct VideoTask {
  std::string level;   // its text
  std::string tuning;  // of the agent, as in docs/tuning.md
};

struct Task {
  std::string game;
  std::string rules;
  std::string rules_hash;
  std::vector<std::string> agents;    // as on the command line
  std::vector<std::string> machines;  // of their own, as in the file; empty: the one of the game
  match::Assignment assignment;
  match::PlayOptions options;
  std::uint64_t seed = 0;
  std::optional<VideoTask> video;
};

// A result, or why there is none.
struct Reply {
  std::string error;  // empty: there is a result
  MatchResult result;
};

// With the line's end.
[[nodiscard]] std::string to_line(const Task& task);
[[nodiscard]] std::string to_line(const Reply& reply);
[[nodiscard]] Result<Task> task_of(std::string_view line);
[[nodiscard]] Result<Reply> reply_of(std::string_view line);
// What became of a task: a worker's line, or how the worker ended.
[[nodiscard]] Reply reply_of_answer(const tl::expected<std::string, std::string>& answer);

}  // namespace palamedes::lab
