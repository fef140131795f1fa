#pragma once
// A set of plays: games x levels x agents x runs, with win rates, scores, ticks and points.

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/screen.h"
#include "video/agents.h"
#include "video/play.h"

namespace palamedes::cli::commands {

struct VideoSeries {
  std::vector<std::string> games;
  std::vector<std::uint64_t> levels;
  std::vector<video::AgentSpec> agents;
  std::uint64_t runs = 1;
  std::uint64_t seed = 1;
  video::Limits limits;
  vgdl::RandomMode mode = vgdl::RandomMode::fast;
  std::string record;  // file of finished plays, which are not played again; empty: none
  bool json = false;
};

// Agents with commas between them; a piece like "w=2" belongs to the one before it.
[[nodiscard]] Result<std::vector<video::AgentSpec>> read_video_agents(const std::string& text);
// "0-4", "0,2", "3".
[[nodiscard]] Result<std::vector<std::uint64_t>> read_levels(const std::string& text);

Exit run_video_series(Screen& screen, const VideoSeries& plan);

}  // namespace palamedes::cli::commands
