#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/json.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "cli/text.h"

namespace palamedes::cli {
namespace {

struct Settings {
  std::vector<std::string> rules;
  gdl::LoadOptions load;
  bool strict = false;
  bool json = false;
};

struct Verdict {
  std::string name;
  Diagnostics diagnostics = Diagnostics();
  bool valid = false;
};

Verdict check(const std::string& argument, const Settings& settings) {
  Verdict verdict{.name = argument};
  auto text = read_rules(argument, settings.load.read.max_bytes);
  if (!text) {
    verdict.diagnostics = std::move(text.error());
    return verdict;
  }
  verdict.name = text->name;
  auto loaded = gdl::load(text->text, text->name, settings.load);
  verdict.diagnostics = loaded ? std::move(loaded->warnings) : std::move(loaded.error());
  verdict.valid = loaded.has_value() && (!settings.strict || verdict.diagnostics.empty());
  return verdict;
}

std::string summary(const Verdict& verdict) {
  const std::size_t errors = verdict.diagnostics.error_count();
  const std::size_t warnings = verdict.diagnostics.list().size() - errors;
  std::string counts;
  if (errors > 0) counts = counted(errors, "error");
  if (warnings > 0) counts += (counts.empty() ? "" : ", ") + counted(warnings, "warning");
  return fmt::format("{}: {}{}\n", verdict.name, verdict.valid ? "valid" : "not valid",
                     counts.empty() ? "" : " (" + counts + ")");
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
  return Json::object(
      {{"rules", verdict.name}, {"valid", verdict.valid}, {"diagnostics", std::move(list)}});
}

Exit run(Screen& screen, const Settings& settings) {
  bool all_valid = true;
  Json verdicts = Json::array();
  for (const std::string& argument : settings.rules) {
    const Verdict verdict = check(argument, settings);
    all_valid = all_valid && verdict.valid;
    if (settings.json) {
      verdicts.add(to_json(verdict));
      continue;
    }
    for (const Diagnostic& diagnostic : verdict.diagnostics.list()) {
      screen.print(to_string(diagnostic) + "\n");
    }
    screen.print(summary(verdict));
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
               settings->load.check.warn_unused);
  options.flag("strict", "warnings fail too", settings->strict);
  options.flag("json", "machine-readable output", settings->json);
  declare_reading_limits(options, settings->load);
  return [settings](Screen& screen) { return run(screen, *settings); };
}

}  // namespace

constinit const Command check_command = {
    .name = "check",
    .summary = "find every problem of rule sheets",
    .description =
        "Prints all diagnostics as file:line:column: message. An error leaves the meaning\n"
        "of the game undefined (exit status 1); a warning breaks a restriction of GDL or\n"
        "looks like a slip, and the game can still be played.",
    .examples =
        "  palamedes check my_game.kif\n"
        "  palamedes check --strict --unused games/*.kif\n",
    .setup = setup};

}  // namespace palamedes::cli
