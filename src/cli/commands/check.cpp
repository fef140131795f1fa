#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/commands/check_play.h"
#include "cli/commands/check_video.h"
#include "cli/json.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "cli/video_source.h"

namespace palamedes::cli::commands {
namespace {

struct Settings {
  std::vector<std::string> rules;
  GameSettings game;
  PlaySettings play;
  bool plays = false;
  bool strict = false;
  bool json = false;
};

struct Verdict {
  std::string name;
  Diagnostics diagnostics = Diagnostics();
  bool valid = false;
  std::optional<PlayVerdict> play;
};

Verdict check(Screen& screen, const std::string& argument, const Settings& settings,
              VideoCheck& video) {
  Verdict verdict{.name = argument};
  auto text = read_any_game(argument, settings.game.load.read.max_bytes);
  if (!text) {
    verdict.diagnostics = std::move(text.error());
    return verdict;
  }
  verdict.name = text->name;
  if (video.takes(*text)) {
    verdict.diagnostics = video.check(*text);
    verdict.valid =
        !verdict.diagnostics.has_errors() && (!settings.strict || verdict.diagnostics.empty());
    return verdict;
  }
  auto loaded = gdl::load(text->text, text->name, settings.game.load);
  verdict.diagnostics = loaded ? loaded->warnings : std::move(loaded.error());
  verdict.valid = loaded.has_value() && (!settings.strict || verdict.diagnostics.empty());
  if (!loaded || !settings.plays) return verdict;
  auto played = play(screen, settings.game, settings.play, verdict.name, *loaded);
  if (!played) {
    verdict.diagnostics.append(played.error());
    verdict.valid = false;
    return verdict;
  }
  verdict.valid = verdict.valid && played->problems() == 0 && played->is_decided() &&
                  (!settings.strict || played->findings.empty());
  verdict.play = std::move(*played);
  return verdict;
}

std::string word_of(const Verdict& verdict) {
  if (!verdict.play) return verdict.valid ? "valid" : "not valid";
  const std::string playouts = counted(verdict.play->seen.statistics.playouts(), "random playout");
  if (verdict.play->problems() > 0) return fmt::format("broken in {}", playouts);
  if (!verdict.play->is_decided()) return "undecided: no playout came to its end in time";
  return fmt::format("no problem in {}", playouts);
}

std::string summary(const Verdict& verdict) {
  const std::size_t errors = verdict.diagnostics.error_count();
  const std::size_t warnings = verdict.diagnostics.list().size() - errors;
  std::vector<std::string> counts;
  const auto count = [&](std::size_t number, std::string_view noun) {
    if (number > 0) counts.push_back(counted(number, noun));
  };
  count(errors, "error");
  if (verdict.play) count(verdict.play->problems(), "problem");
  count(warnings, "warning");
  if (verdict.play) count(verdict.play->remarks(), "remark");
  return fmt::format("{}: {}{}\n", verdict.name, word_of(verdict),
                     counts.empty() ? "" : fmt::format(" ({})", fmt::join(counts, ", ")));
}

// At most this number of one kind: a sheet without variables has a rule for every fact.
std::string findings_text(const Verdict& verdict, bool problems) {
  constexpr std::size_t most_of_a_kind = 10;
  std::string text;
  std::map<exercise::FindingKind, std::size_t> counts;
  for (const exercise::Finding& finding : verdict.play->findings) {
    if (finding.is_problem() != problems) continue;
    if (++counts[finding.kind] > most_of_a_kind) continue;
    text += to_text(*verdict.play, finding, verdict.name);
  }
  for (const auto& [kind, number] : counts) {
    if (number <= most_of_a_kind) continue;
    text += fmt::format("{}: {} more of the kind {}, which --json prints\n", verdict.name,
                        number - most_of_a_kind, exercise::name_of(kind));
  }
  return text;
}

std::string to_text(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.list()) text += to_string(diagnostic) + "\n";
  return text;
}

// The verdict, what was found by its weight, and what play looks like.
std::string play_text(const Screen& screen, const Verdict& verdict) {
  return screen.bold(summary(verdict)) + findings_text(verdict, true) +
         to_text(verdict.diagnostics) + findings_text(verdict, false) + "\n" +
         summary_text(screen, *verdict.play);
}

Json to_json(const Verdict& verdict) {
  Json list = Json::array();
  for (const Diagnostic& diagnostic : verdict.diagnostics.list()) {
    list.add(
        Json::object({{"severity", diagnostic.severity == Severity::error ? "error" : "warning"},
                      {"line", diagnostic.where.line},
                      {"column", diagnostic.where.column},
                      {"message", diagnostic.message},
                      {"hint", diagnostic.hint}}));
  }
  return Json::object({{"rules", verdict.name},
                       {"valid", verdict.valid},
                       {"diagnostics", std::move(list)},
                       {"play", verdict.play ? commands::to_json(*verdict.play) : Json()}});
}

Exit run(Screen& screen, const Settings& settings) {
  bool all_valid = true;
  bool first = true;
  VideoCheck video;
  Json verdicts = Json::array();
  for (const std::string& argument : settings.rules) {
    const Verdict verdict = check(screen, argument, settings, video);
    all_valid = all_valid && verdict.valid;
    if (verdict.play && !verdict.play->notice.empty()) {
      screen.complain(fmt::format("{}: {}", verdict.name, verdict.play->notice));
    }
    if (settings.json) {
      verdicts.add(to_json(verdict));
    } else if (verdict.play) {
      screen.print((first ? "" : "\n") + play_text(screen, verdict));
    } else {
      screen.print(to_text(verdict.diagnostics) + summary(verdict));
    }
    first = false;
  }
  if (settings.json) {
    screen.print(Json::object({{"valid", all_valid}, {"checked", std::move(verdicts)}}).text());
  }
  return all_valid ? Exit::success : Exit::failed;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  options.positionals("RULES", "rule sheets, built-in games, or - for standard input",
                      Completes::rules, settings->rules);
  options.flag("unused", "also warn about relations that nothing needs",
               settings->game.load.check.warn_unused);
  options.flag("strict", "warnings and remarks fail too", settings->strict);
  options.flag("play", "also play random games, and report what is wrong with them",
               settings->plays);
  settings->play.declare(options);
  settings->game.declare_machine(options);
  options.flag("json", "machine-readable output", settings->json);
  settings->game.declare_details(options);
  return [settings](Screen& screen) { return run(screen, *settings); };
}

}  // namespace

constinit const Command check_command = {
    .name = "check",
    .summary = "find every problem of rule sheets",
    .description =
        "Prints all diagnostics as file:line:column: message. An error leaves the meaning\n"
        "of the game undefined (exit status 1); a warning breaks a restriction of GDL or\n"
        "looks like a slip, and the game can still be played. Files behind a video game\n"
        "(VGDL) are its levels.\n"
        "\n"
        "With --play random games are played as well: 1000 of them, or what ten seconds\n"
        "allow. A problem means that the game is broken (exit status 1): a role that\n"
        "cannot move, no goal at the end or several, play without an end. Remarks say\n"
        "what a designer may not have meant: what can never be, what was not seen, who\n"
        "cannot win, who has the better side. The same --seed and --playouts give the\n"
        "same answer.",
    .examples =
        "  palamedes check my_game.kif\n"
        "  palamedes check --strict --unused games/*.kif\n"
        "  palamedes check my_video_game.txt my_video_game_lvl*.txt\n"
        "  palamedes check --play my_game.kif --playouts 10000\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
