#pragma once
// Recorded matches, plain or gzip: traces, one JSON object a line, and match records as game
// managers write them. A trace is
//
//   match            {"game": NAME, "roles": [role, …], "truncated": bool, "steps": [STEP, …]}
//   STEP             {"state": [fact, …], "terminal": false,
//                     "legal": [[move, …], …], "move": [move, …]}
//   last, finished   {"state": [fact, …], "terminal": true, "goals": [value, …]}
//   last, truncated  a STEP without "move"
//
// Lists over roles are in the order of "roles". Terms are canonical KIF (`(p)` is read as `p`),
// facts without `true`. A goal of -1 says that the recorder saw no single value.
//
// A match record (www.ggp.org/formats/matches.html) is an object with "gameRoleNames", "states",
// "moves", "isCompleted" and "goalValues", on one line, or on several if its brace stands alone on
// the first. It does not list legal moves, nor whether a match that was not completed could go on.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "exercise/line_reader.h"

namespace palamedes::exercise {

struct TraceStep {
  std::vector<std::string> state;  // sorted
  std::optional<bool> terminal;    // nothing: not recorded
  // By role, sorted; of a state before the end. Empty: not recorded.
  std::vector<std::vector<std::string>> legal;
  std::vector<std::string> move;  // by role; empty in the last step
  std::vector<int> goals;         // by role; of a terminal state
};

struct TraceMatch {
  std::size_t line = 0;
  std::string game;
  std::vector<std::string> roles;
  bool truncated = false;
  std::vector<TraceStep> steps;  // at least one
};

struct TraceLimits {
  std::size_t max_line_bytes = std::size_t{256} << 20U;  // also of a match on several lines
};

class TraceReader {
 public:
  [[nodiscard]] static Result<TraceReader> open(const std::string& path,
                                                const TraceLimits& limits = {});

  // The next match, checked for its form; nothing at the end of the file.
  [[nodiscard]] Result<std::optional<TraceMatch>> next();

 private:
  TraceReader(LineReader lines, std::size_t max_bytes)
      : lines_(std::move(lines)), max_bytes_(max_bytes) {}
  // The rest of an object that begins with this line, to its end or that of the file.
  [[nodiscard]] Result<void> read_object(std::string& text);

  LineReader lines_;
  std::size_t max_bytes_;
};

// One object, which begins on `line`. The diagnostics name `file` and the place.
[[nodiscard]] Result<TraceMatch> parse_match(std::string_view text, const std::string& file,
                                             std::size_t line);

}  // namespace palamedes::exercise
