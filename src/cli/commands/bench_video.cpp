#include "cli/commands/bench_video.h"

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "cli/interrupt.h"
#include "cli/text.h"
#include "cli/ticker.h"
#include "cli/video_source.h"

namespace palamedes::cli::commands {

Result<VideoEntry> measure_video(Screen& screen, const RulesText& game,
                                 const vgdl::SpeedOptions& options) {
  VideoEntry entry{.game = game.name};
  const Stopwatch watch;
  const CpuStopwatch cpu_watch;
  const auto loaded = load_video_game(game, 0);
  if (!loaded) return tl::unexpected(loaded.error());
  entry.init_seconds = watch.seconds();
  entry.init_cpu_seconds = cpu_watch.seconds();
  const Ticker ticker(screen, [&](double so_far) {
    return fmt::format("{}: measuring vgdl, {:.1f} s of {:g}", game.name, so_far, options.seconds);
  });
  entry.speed = vgdl::measure_speed(*loaded->game, options);
  entry.partial = Interrupt::requested();
  return entry;
}

std::string video_table(const Screen& screen, const std::vector<VideoEntry>& entries) {
  Table table;
  table.column("Video game", Table::Align::left);
  for (const char* title :
       {"Init s", "Sprites", "State bytes", "Advances/s", "Copies/s", "Rollouts/s"}) {
    table.column(title);
  }
  for (const VideoEntry& entry : entries) {
    table.row({entry.game, rounded(entry.init_seconds), grouped(entry.speed.sprites),
               grouped(entry.speed.state_bytes), rounded(entry.speed.advances_per_second),
               rounded(entry.speed.copies_per_second), rounded(entry.speed.rollouts_per_second)});
  }
  return screen.bold(table.titles()) + table.rows();
}

Json to_json(const VideoEntry& entry) {
  return Json::object({{"game", entry.game},
                       {"machine", "vgdl"},
                       {"available", true},
                       {"partial", entry.partial},
                       {"states_per_s", entry.speed.advances_per_second},
                       {"copies_per_s", entry.speed.copies_per_second},
                       {"rollouts_per_s", entry.speed.rollouts_per_second},
                       {"init_s", entry.init_seconds},
                       {"init_cpu_s", entry.init_cpu_seconds},
                       {"state_bytes", entry.speed.state_bytes},
                       {"sprites", entry.speed.sprites},
                       {"states", entry.speed.advances},
                       {"playouts", entry.speed.games},
                       {"seconds", entry.speed.seconds}});
}

}  // namespace palamedes::cli::commands
