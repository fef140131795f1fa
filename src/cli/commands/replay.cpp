#include "exercise/replay.h"

#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/commands/replay_video.h"
#include "cli/json.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "cli/video_source.h"
#include "vgdl/outline.h"

namespace palamedes::cli::commands {
namespace {

using exercise::Difference;
using exercise::ReplayReport;

struct Settings {
  GameSettings game;
  exercise::TraceLimits trace;
  std::vector<std::string> files;
  bool json = false;
};

std::string some(const std::vector<std::string>& texts, std::string_view title) {
  constexpr std::size_t shown = 20;
  if (texts.empty()) return {};
  std::string text = fmt::format("  {} ({}):\n", title, texts.size());
  for (std::size_t i = 0; i < std::min(shown, texts.size()); ++i) {
    text += fmt::format("    {}\n", texts[i]);
  }
  if (texts.size() > shown) text += fmt::format("    ... and {} more\n", texts.size() - shown);
  return text;
}

std::string to_text(const std::string& file, const Difference& difference) {
  std::string text = difference.step == 0
                         ? fmt::format("{}:{}: match {}: {}\n", file, difference.line,
                                       difference.match, difference.what)
                         : fmt::format("{}:{}: match {}, step {}: {}\n", file, difference.line,
                                       difference.match, difference.step, difference.what);
  text += some(difference.missing, "recorded, but missing here");
  text += some(difference.too_many, "here, but not recorded");
  text += some(difference.history, "after the moves");
  return text;
}

std::string to_text(const ReplayReport& report) {
  std::string text;
  for (const Diagnostic& diagnostic : report.problems.list()) text += to_string(diagnostic) + "\n";
  if (report.difference) text += to_text(report.file, *report.difference);
  if (!report.fault.empty()) {
    text += fmt::format("{}: the machine gave up: {}\n", report.file, report.fault);
  }
  if (report.agrees()) {
    text +=
        fmt::format("{}: {}, {} agree\n", report.file, counted(report.matches, "match", "matches"),
                    counted(report.steps, "state"));
  }
  return text;
}

Json to_json(const ReplayReport& report) {
  Json json = Json::object({{"file", report.file},
                            {"agrees", report.agrees()},
                            {"matches", report.matches},
                            {"states", report.steps}});
  if (report.difference) {
    const Difference& difference = *report.difference;
    json.add("difference", Json::object({{"match", difference.match},
                                         {"line", difference.line},
                                         {"step", difference.step},
                                         {"what", difference.what},
                                         {"missing", difference.missing},
                                         {"too_many", difference.too_many},
                                         {"history", difference.history}}));
  }
  if (report.problems.has_errors()) {
    const Diagnostic& first = report.problems.list().front();
    json.add("error", Json::object({{"line", first.where.line},
                                    {"column", first.where.column},
                                    {"message", first.message}}));
  }
  if (!report.fault.empty()) json.add("fault", report.fault);
  return json;
}

template <machine::Machine M>
Exit replay(Screen& screen, const Settings& settings, const std::string& name, M& machine) {
  Json files = Json::array();
  bool all_agree = true;
  for (const std::string& file : settings.files) {
    const ReplayReport report =
        exercise::replay_file(machine, file, settings.trace, [&](const ReplayReport& at) {
          if (!screen.wants_progress()) return;
          screen.progress(fmt::format("{}: {} states", at.file, grouped(at.steps)));
        });
    all_agree = all_agree && report.agrees();
    if (settings.json) {
      files.add(to_json(report));
    } else {
      screen.print(to_text(report));
    }
    // A machine that gave up answers nothing any more; a reader that left reads nothing.
    if (!report.fault.empty() || screen.is_closed()) break;
  }
  if (settings.json) {
    screen.print(Json::object({{"rules", name},
                               {"machine", M::name},
                               {"agrees", all_agree},
                               {"files", std::move(files)}})
                     .text());
  }
  return all_agree ? Exit::success : Exit::failed;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  declare_rules(options, settings->game.rules);
  options.positionals("TRACES", "traces, one JSON object a line, or match records; plain or gzip",
                      Completes::files, settings->files);
  settings->game.declare_machine(options);
  options.flag("json", "machine-readable output", settings->json);
  settings->game.declare_details(options);
  options.number("max-line-bytes", "size of a recorded match", settings->trace.max_line_bytes, 1);
  return [settings](Screen& screen) {
    const auto text = read_any_game(settings->game.rules, settings->game.load.read.max_bytes);
    if (text && vgdl::is_game_text(text->text)) {
      return replay_video(screen, *text, settings->files, settings->json);
    }
    return with_machine(screen, settings->game, text, [&](const std::string& name, auto& machine) {
      return replay(screen, *settings, name, machine);
    });
  };
}

}  // namespace

constinit const Command replay_command = {
    .name = "replay",
    .summary = "play recorded matches again and compare every state",
    .description =
        "Compares roles, facts, legal moves, ends and goals at every step, and shows the\n"
        "first difference of each file. Besides traces it reads the match records of\n"
        "'manager --record', 'match --records' and other game managers, which do not list\n"
        "what was legal: there each move that was made must be.\n"
        "\n"
        "Of a video game (VGDL) it compares recorded runs tick by tick: score, winner,\n"
        "random draws and every sprite. The level is GAME_lvlN.txt beside GAME.txt.",
    .examples =
        "  palamedes replay tictactoe matches.jsonl.gz\n"
        "  palamedes replay tictactoe records/*.json\n"
        "  palamedes replay my_video_game.txt run.jsonl.gz\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
