#pragma once
// Recorded runs of the Java framework, played again and compared tick by tick.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "vgdl/game.h"

namespace palamedes::vgdl {

// What a run says about itself in its first line.
struct RunHead {
  std::string game;
  int level = 0;
  std::int64_t seed = 0;
  int block = 0;
  int columns = 0;
  int rows = 0;
  std::vector<std::string> types;
  std::vector<std::size_t> order;
};

struct RunDifference {
  std::size_t line = 0;
  int tick = 0;                      // -1: before the first one
  std::string what;                  // the first thing that differs
  std::vector<std::string> sprites;  // "recorded ..., here ..."
};

struct RunReport {
  std::string file;
  std::size_t ticks = 0;  // that agree
  std::optional<RunDifference> difference;
  Diagnostics problems = Diagnostics();  // of the recording

  [[nodiscard]] bool agrees() const { return !difference && !problems.has_errors(); }
};

[[nodiscard]] Result<RunHead> read_run_head(std::string_view text, const std::string& file);

// Plays the recorded actions with the recorded seed in the compatible mode. Compared are, in every
// tick, score, winner, random draws, and of every sprite its type, place, orientation, health,
// resources and whether it is disabled.
[[nodiscard]] RunReport replay_run(const Game& game, std::string_view text,
                                   const std::string& file);

[[nodiscard]] std::optional<Action> to_action(std::string_view name);
[[nodiscard]] std::string_view name_of(Action action);

}  // namespace palamedes::vgdl
