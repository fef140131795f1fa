#pragma once
// Experiments whose matches are plays of video games: one agent alone, and the levels of a game in
// turns with the numbers of its matches. A win is worth 100 and everything else nothing, so that
// the average is the win percentage.

#include <string>

#include "base/diagnostic.h"
#include "lab/experiment.h"
#include "lab/experiment_file.h"
#include "lab/task.h"

namespace palamedes::lab {

inline constexpr int video_levels = 5;

// An agent of either sort: as it is written on a command line, what decides how it plays, and every
// parameter.
[[nodiscard]] std::string text_of(const ExperimentAgent& agent);
[[nodiscard]] std::string resolved_text_of(const ExperimentAgent& agent);
[[nodiscard]] std::string full_text_of(const ExperimentAgent& agent);

// An error where there is no such agent, or where it cannot be tuned so.
[[nodiscard]] Result<VideoAgent> read_video_agent(const std::string& text,
                                                  const std::string& tuning);

// Rules and levels of a game; if they are not at hand, the game is missing, and why. An error where
// they cannot be played.
[[nodiscard]] Result<void> load_video_rules(ExperimentGame& game, const ReadRules& read_rules);

[[nodiscard]] Reply play_video(const Task& task);

}  // namespace palamedes::lab
