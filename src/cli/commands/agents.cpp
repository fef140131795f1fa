#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "agent/presets.h"
#include "agent/spec.h"
#include "cli/agent_json.h"
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "tune/strategies.h"

namespace palamedes::cli::commands {
namespace {

using agent::Part;
using agent::Preset;
using agent::Spec;

struct Settings {
  std::vector<std::string> names;
  bool parameters = false;
  bool json = false;
};

std::string_view part_name(const Preset& preset) {
  switch (preset.part) {
    case Part::select:
      return "select";
    case Part::playout:
      return "playout";
    case Part::whole:
      break;
  }
  return "-";
}

// ---- JSON

Json described(const Parameter& parameter) {
  Json json = Json::object({{"name", parameter.name},
                            {"kind", kind_name(parameter.kind)},
                            {"default", value_json(parameter)}});
  const bool is_number =
      parameter.kind == ParameterKind::integer || parameter.kind == ParameterKind::real;
  if (is_number) {
    json.add("min", number_json(parameter.range.min));
    json.add("max", number_json(parameter.range.max));
  }
  if (!parameter.choices.empty()) json.add("choices", parameter.choices);
  if (!parameter.domain.empty()) {
    Json domain = Json::array();
    for (const double value : parameter.domain) domain.add(number_json(value));
    json.add("domain", std::move(domain));
  }
  json.add("help", parameter.help);
  return json;
}

Json all_parameters() {
  Json list = Json::array();
  for (const Parameter& parameter : parameters_of(search::Parameters{}))
    list.add(described(parameter));
  return list;
}

Json described(const Spec& spec) {
  const Preset& preset = *agent::find_preset(spec.preset);
  Json json = Json::object({{"name", spec.name},
                            {"text", spec.text},
                            {"preset", spec.preset},
                            {"part", part_name(preset)},
                            {"summary", preset.summary},
                            {"source", preset.source},
                            {"random", spec.random}});
  Json changed = Json::array();
  if (!spec.random) {
    for (const Parameter& parameter : changed_parameters(spec.plan, search::Parameters{})) {
      changed.add(parameter.name);
    }
  }
  if (spec.tuning) json.add("tune", tune::to_text(*spec.tuning));
  json.add("values", values_json(spec));
  json.add("changed", std::move(changed));
  return json;
}

Json described(const std::vector<Spec>& specs) {
  Json agents = Json::array();
  for (const Spec& spec : specs) agents.add(described(spec));
  Json switches = Json::array();
  for (const agent::Switch& each : agent::switches()) {
    switches.add(Json::object(
        {{"name", each.name}, {"settings", each.settings}, {"summary", each.summary}}));
  }
  return Json::object({{"agents", std::move(agents)},
                       {"switches", std::move(switches)},
                       {"parameters", all_parameters()}});
}

// ---- For people

std::string values_text(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::boolean) return "true, false";
  if (parameter.kind == ParameterKind::choice) {
    return fmt::format("{}", fmt::join(parameter.choices, ", "));
  }
  return fmt::format("{} to {}", parameter.range.min, parameter.range.max);
}

// Parameters with what they mean; where there are values, those that are not the default are
// marked.
class ParameterTable {
 public:
  explicit ParameterTable(bool with_values) : with_values_(with_values) {
    if (with_values_) table_.column("", Table::Align::left);
    table_.column("Parameter", Table::Align::left);
    if (with_values_) table_.column("Value", Table::Align::left);
    table_.column("Default", Table::Align::left);
    table_.column("Values", Table::Align::left);
    table_.column("About", Table::Align::left);
  }

  void add(const Parameter& parameter, const std::string& standard) {
    std::vector<std::string> values = wrapped(values_text(parameter), values_width);
    std::vector<std::string> about = wrapped(parameter.help, about_width);
    if (!parameter.domain.empty()) {
      const std::string domain = fmt::format("(tuned over {})", fmt::join(parameter.domain, ", "));
      for (std::string& line : wrapped(domain, about_width)) about.push_back(std::move(line));
    }
    const std::size_t lines = std::max(values.size(), about.size());
    values.resize(lines);
    about.resize(lines);
    add_line({parameter.value == standard ? "" : "*", parameter.name, parameter.value, standard,
              values.front(), about.front()});
    for (std::size_t i = 1; i < lines; ++i) add_line({"", "", "", "", values[i], about[i]});
  }

  [[nodiscard]] std::string text(const Screen& screen) const {
    return screen.bold(table_.titles()) + table_.rows();
  }

 private:
  static constexpr std::size_t values_width = 24;
  static constexpr std::size_t about_width = 60;

  void add_line(std::vector<std::string> cells) {
    if (!with_values_) {
      cells.erase(cells.begin() + 2);
      cells.erase(cells.begin());
    }
    table_.row(std::move(cells));
  }

  Table table_;
  bool with_values_;
};

std::string parameters_text(const Screen& screen) {
  ParameterTable table(false);
  for (const Parameter& parameter : parameters_of(search::Parameters{})) {
    table.add(parameter, parameter.value);
  }
  return table.text(screen);
}

std::string spec_text(const Screen& screen, const Spec& spec) {
  const Preset& preset = *agent::find_preset(spec.preset);
  std::string text = fmt::format("{}\n  preset  {}: {}\n  source  {}\n", screen.bold(spec.name),
                                 preset.name, preset.summary, preset.source);
  if (spec.text != spec.name) text += fmt::format("  same as {}\n", spec.text);
  if (spec.tuning) text += fmt::format("  tunes   {}\n", tune::to_text(*spec.tuning));
  if (spec.random) return text + "  has no parameters\n";
  ParameterTable table(true);
  const std::vector<Parameter> defaults = parameters_of(search::Parameters{});
  const std::vector<Parameter> parameters = parameters_of(spec.plan);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    table.add(parameters[i], defaults[i].value);
  }
  return text + "\n" + table.text(screen);
}

// Players that tune themselves: there are too many for a line each.
std::string tuned_text(const Screen& screen) {
  Table families;
  families.column("Tuned", Table::Align::left);
  families.column("About", Table::Align::left);
  families.column("Source", Table::Align::left);
  for (const agent::TunedFamily& family : agent::tuned_families()) {
    families.row(
        {std::string(family.name), std::string(family.summary), std::string(family.source)});
  }
  Table strategies;
  strategies.column("STRATEGY", Table::Align::left);
  strategies.column("About", Table::Align::left);
  for (const tune::Strategy& strategy : tune::strategies()) {
    strategies.row({std::string(strategy.name), std::string(strategy.summary)});
  }
  return screen.bold(families.titles()) + families.rows() + "\n" +
         screen.bold(strategies.titles()) + strategies.rows();
}

std::string presets_text(const Screen& screen) {
  Table table;
  table.column("Name", Table::Align::left);
  table.column("Part", Table::Align::left);
  table.column("About", Table::Align::left);
  table.column("Source", Table::Align::left);
  for (const Preset& preset : agent::presets()) {
    table.row({std::string(preset.name), std::string(part_name(preset)),
               std::string(preset.summary), std::string(preset.source)});
  }
  Table switches;
  switches.column("Added", Table::Align::left);
  switches.column("Sets", Table::Align::left);
  switches.column("About", Table::Align::left);
  for (const agent::Switch& each : agent::switches()) {
    switches.row(
        {fmt::format("+{}", each.name), std::string(each.settings), std::string(each.summary)});
  }
  return screen.bold(table.titles()) + table.rows() + "\n" + screen.bold(switches.titles()) +
         switches.rows() + "\n" + tuned_text(screen);
}

// ---- The command

Exit show(Screen& screen, const Settings& settings) {
  std::vector<Spec> specs;
  Exit exit = Exit::success;
  for (const std::string& name : settings.names) {
    if (Result<Spec> spec = agent::parse_spec(name)) {
      specs.push_back(std::move(*spec));
    } else {
      screen.complain(spec.error());
      exit = Exit::failed;
    }
  }
  if (exit != Exit::success) return exit;
  if (settings.json) {
    screen.print(described(specs).text());
    return exit;
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (i > 0) screen.print("\n");
    screen.print(spec_text(screen, specs[i]));
  }
  return exit;
}

// What the program itself wrote down must be readable.
std::vector<Spec> preset_specs() {
  std::vector<Spec> specs;
  for (const Preset& preset : agent::presets()) specs.push_back(*agent::parse_spec(preset.name));
  return specs;
}

Exit list(Screen& screen, const Settings& settings) {
  if (!settings.json) {
    screen.print(settings.parameters ? parameters_text(screen) : presets_text(screen));
    return Exit::success;
  }
  const Json json = settings.parameters ? Json::object({{"parameters", all_parameters()}})
                                        : described(preset_specs());
  screen.print(json.text());
  return Exit::success;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  options.positionals("NAME", "show all parameters of this agent, a preset or a combination",
                      Completes::choices, settings->names, agent::preset_names());
  options.optional();
  options.flag("parameters", "list what can be set, with ranges and defaults",
               settings->parameters);
  options.flag("json", "machine-readable output", settings->json);
  return [settings](Screen& screen) {
    return settings->names.empty() ? list(screen, *settings) : show(screen, *settings);
  };
}

}  // namespace

constinit const Command agents_command = {
    .name = "agents",
    .summary = "list the agents and their parameters",
    .description =
        "An agent is a preset, if need be with parts of others in place of its own, and\n"
        "with single parameters: PRESET[+PART...][:parameter=value,...]. A part is a\n"
        "preset that says how to select in the tree or how to play outside of it. A\n"
        "parameter may be called by the end of its name where that is unambiguous.",
    .examples =
        "  palamedes agents\n"
        "  palamedes agents grave+nst:select.k=500,epsilon=0.1\n"
        "  palamedes agents --parameters\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
