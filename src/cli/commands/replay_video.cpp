#include "cli/commands/replay_video.h"

#include <map>

#include <fmt/format.h>

#include "base/file.h"
#include "cli/json.h"
#include "cli/text.h"
#include "cli/video_source.h"
#include "vgdl/replay.h"

namespace palamedes::cli::commands {
namespace {

constexpr std::size_t max_run_bytes = 1UL << 30;

using Games = std::map<int, std::shared_ptr<const vgdl::Game>>;

// The level of a run with its game, each read once.
Result<std::shared_ptr<const vgdl::Game>> game_of(const RulesText& text, int level, Games& games) {
  const auto known = games.find(level);
  if (known != games.end()) return known->second;
  if (level < 0) return failure(text.name, "there is no level below 0");
  auto loaded = load_video_game(text, static_cast<std::uint64_t>(level));
  if (!loaded) return tl::unexpected(std::move(loaded.error()));
  games.emplace(level, loaded->game);
  return loaded->game;
}

vgdl::RunReport replay_one(const RulesText& text, const std::string& file, Games& games) {
  vgdl::RunReport report{.file = file};
  const auto run = read_text(file, max_run_bytes);
  if (!run) {
    report.problems = run.error();
    return report;
  }
  const auto head = vgdl::read_run_head(*run, file);
  if (!head) {
    report.problems = head.error();
    return report;
  }
  const auto game = game_of(text, head->level, games);
  if (!game) {
    report.problems = game.error();
    return report;
  }
  return vgdl::replay_run(**game, *run, file);
}

std::string to_text(const vgdl::RunReport& report) {
  std::string text;
  for (const Diagnostic& diagnostic : report.problems.list()) text += to_string(diagnostic) + "\n";
  if (report.difference) {
    text += fmt::format("{}:{}: tick {}: {}\n", report.file, report.difference->line,
                        report.difference->tick, report.difference->what);
    for (const std::string& sprite : report.difference->sprites) {
      text += fmt::format("  sprite {}\n", sprite);
    }
  }
  if (report.agrees()) {
    text +=
        fmt::format("{}: {}\n", report.file, counted(report.ticks, "tick agrees", "ticks agree"));
  }
  return text;
}

Json to_json(const vgdl::RunReport& report) {
  Json json =
      Json::object({{"file", report.file}, {"agrees", report.agrees()}, {"ticks", report.ticks}});
  if (report.difference) {
    json.add("difference", Json::object({{"line", report.difference->line},
                                         {"tick", report.difference->tick},
                                         {"what", report.difference->what},
                                         {"sprites", report.difference->sprites}}));
  }
  if (report.problems.has_errors()) {
    const Diagnostic& first = report.problems.list().front();
    json.add("error", Json::object({{"line", first.where.line},
                                    {"column", first.where.column},
                                    {"message", first.message}}));
  }
  return json;
}

}  // namespace

Exit replay_video(Screen& screen, const RulesText& game, const std::vector<std::string>& files,
                  bool json) {
  Json list = Json::array();
  Games games;
  bool all_agree = true;
  for (const std::string& file : files) {
    if (screen.is_closed()) break;
    const vgdl::RunReport report = replay_one(game, file, games);
    all_agree = all_agree && report.agrees();
    if (json) {
      list.add(to_json(report));
    } else {
      screen.print(to_text(report));
    }
  }
  if (json) {
    screen.print(Json::object({{"rules", game.name},
                               {"machine", "vgdl"},
                               {"agrees", all_agree},
                               {"files", std::move(list)}})
                     .text());
  }
  return all_agree ? Exit::success : Exit::failed;
}

}  // namespace palamedes::cli::commands
