#include "cli/commands/explain.h"

#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/screen.h"

namespace palamedes::cli::commands {

std::optional<GroundedGame> ground_game(Screen& screen, const ExplainSettings& settings) {
  auto text = read_rules(settings.rules, settings.load.read.max_bytes);
  if (!text) {
    screen.complain(text.error());
    return std::nullopt;
  }
  const auto loaded = gdl::load(text->text, text->name, settings.load);
  if (!loaded) {
    screen.complain(loaded.error());
    return std::nullopt;
  }
  auto rules = ground::ground(*loaded, settings.ground);
  if (!rules) {
    screen.complain(rules.error());
    return std::nullopt;
  }
  return GroundedGame{std::move(text->name), std::move(*rules)};
}

Json way_json(const std::string& name, const ExplainSettings& settings, const std::string& size,
              std::vector<ExplainedStep> steps) {
  Json list = Json::array();
  for (ExplainedStep& step : steps) {
    list.add(Json::object(
        {{"name", step.name}, {"seconds", step.seconds}, {size, std::move(step.size)}}));
  }
  Json json = Json::object({{"rules", name}, {"stage", settings.stage}});
  json.add("passes", settings.passes);
  if (settings.stage == "circuit") json.add("circuit_passes", settings.circuit_passes);
  json.add("steps", std::move(list));
  return json;
}

std::string commented(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    result += end == 0 ? ";\n" : fmt::format("; {}\n", text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

namespace {

Exit run(Screen& screen, const ExplainSettings& settings) {
  const bool drawn = settings.format == "dot" || settings.format == "verilog";
  if (settings.json && drawn) {
    return screen.wrong_usage(
        "explain", fmt::format("--json and --format {} cannot be had together", settings.format));
  }
  if (settings.format == "dot" && settings.stage != "net" && settings.stage != "circuit") {
    return screen.wrong_usage("explain", "--format dot needs --stage net or circuit");
  }
  if (settings.format == "verilog" && settings.stage != "circuit") {
    return screen.wrong_usage("explain", "--format verilog needs --stage circuit");
  }
  if (settings.rewritten && settings.stage != "rules") {
    return screen.wrong_usage("explain", "--rewritten needs --stage rules");
  }
  if (settings.stage == "ground") return explain_ground(screen, settings);
  if (settings.stage == "net") return explain_net(screen, settings);
  if (settings.stage == "circuit") return explain_circuit(screen, settings);
  return explain_rules(screen, settings);
}

Run setup(Options& options) {
  auto settings = std::make_shared<ExplainSettings>();
  declare_rules(options, settings->rules);
  options.choice("stage", "STAGE", "what to show", settings->stage,
                 {"rules", "ground", "net", "circuit"});
  options.flag("rewritten", "the rules after all rewrites, with a table of their relations",
               settings->rewritten);
  declare_passes(options, settings->passes);
  declare_circuit(options, settings->circuit_passes, settings->circuit);
  options.choice("format", "F", "how to show it", settings->format,
                 {"text", "json", "dot", "verilog"});
  options.flag("json", "the same as --format json", settings->json);
  options.number("limit", "the most rules or components to show, 0 for all", settings->limit);
  declare_grounding(options, settings->ground);
  declare_reading_limits(options, settings->load);
  return [settings](Screen& screen) { return run(screen, *settings); };
}

}  // namespace

constinit const Command explain_command = {
    .name = "explain",
    .summary = "show what became of the rules, stage by stage",
    .description =
        "rules: as they were read, in one canonical form; with --rewritten after all\n"
        "rewrites. ground: without variables, what can ever be true, and how long each\n"
        "step took. Both are rule sheets again, which every other command can read. net:\n"
        "the propositional network, before and after each optimisation; with --format\n"
        "dot a drawing for graphviz. circuit: two-input gates, before and after each\n"
        "step that makes them fewer; with --format verilog a module for hardware.",
    .examples =
        "  palamedes explain tictactoe\n"
        "  palamedes explain my_game.kif --rewritten\n"
        "  palamedes explain tictactoe --stage ground --limit 0\n"
        "  palamedes explain nim --stage net --passes opt1,opt0\n"
        "  palamedes explain nim --stage net --format dot | dot -Tsvg >nim.svg\n"
        "  palamedes explain breakthrough --stage circuit\n"
        "  palamedes explain nim --stage circuit --format verilog >nim.v\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
