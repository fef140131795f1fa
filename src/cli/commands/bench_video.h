#pragma once
// 'palamedes bench' of video games.

#include <functional>
#include <string>
#include <vector>

#include "cli/json.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "vgdl/speed.h"

namespace palamedes::cli::commands {

struct VideoEntry {
  std::string game;
  vgdl::Speed speed;
  double init_seconds = 0;
  double init_cpu_seconds = 0;
  bool partial = false;
};

// Level 0 of a game.
[[nodiscard]] Result<VideoEntry> measure_video(Screen& screen, const RulesText& game,
                                               const vgdl::SpeedOptions& options);

[[nodiscard]] std::string video_table(const Screen& screen, const std::vector<VideoEntry>& entries);
[[nodiscard]] Json to_json(const VideoEntry& entry);

}  // namespace palamedes::cli::commands
