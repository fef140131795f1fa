#pragma once
// Recorded matches: one JSON object a line, plain or gzip.
//
//   {"game": NAME, "roles": [role, …], "truncated": bool, "steps": [STEP, …]}
//   STEP            {"state": [fact, …], "terminal": false, "legal": [[move, …], …], "move": [move,
//   …]} last, finished  {"state": [fact, …], "terminal": true, "goals": [value, …]} last, truncated
//   a STEP without "move"
//
// Lists over roles are in the order of "roles". Terms are canonical KIF (`(p)` is read as `p`),
// facts without `true`. A goal of -1 says that the recorder saw no single value.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "explore/line_reader.h"

namespace palamedes::explore {

struct TraceStep {
  std::vector<std::string> state;  // sorted
  bool terminal = false;
  std::vector<std::vector<std::string>> legal;  // by role, sorted; of a state before the end
  std::vector<std::string> move;                // by role; empty in the last step
  std::vector<int> goals;                       // by role; of a terminal state
};

struct TraceMatch {
  std::size_t line = 0;
  std::string game;
  std::vector<std::string> roles;
  bool truncated = false;
  std::vector<TraceStep> steps;  // at least one
};

struct TraceLimits {
  std::size_t max_line_bytes = std::size_t{256} << 20U;
};

class TraceReader {
 public:
  [[nodiscard]] static Result<TraceReader> open(const std::string& path,
                                                const TraceLimits& limits = {});

  // The next match, checked for its form; nothing at the end of the file.
  [[nodiscard]] Result<std::optional<TraceMatch>> next();

 private:
  explicit TraceReader(LineReader lines) : lines_(std::move(lines)) {}
  LineReader lines_;
};

// One line. The diagnostics name `file` and `line`.
[[nodiscard]] Result<TraceMatch> parse_match(std::string_view text, const std::string& file,
                                             std::size_t line);

}  // namespace palamedes::explore
