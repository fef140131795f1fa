#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "cli/commands/explain.h"
#include "cli/json.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "net/build.h"
#include "net/passes/passes.h"
#include "net/print.h"

namespace palamedes::cli::commands {
namespace {

using net::Census;
using net::ComponentId;
using net::ComponentNames;
using net::PropNet;

// A net that a person can follow component by component.
constexpr std::size_t small_net = 60;

struct Column {
  const char* title;
  const char* key;
  std::size_t Census::*count;
};

constexpr std::array<Column, 12> columns = {{{"const", "constant", &Census::constants},
                                             {"base", "base", &Census::base},
                                             {"input", "input", &Census::input},
                                             {"legal", "legal", &Census::legal},
                                             {"goal", "goal", &Census::goal},
                                             {"term", "terminal", &Census::terminal},
                                             {"other", "other", &Census::other},
                                             {"trans", "transition", &Census::transitions},
                                             {"and", "and", &Census::ands},
                                             {"or", "or", &Census::ors},
                                             {"not", "not", &Census::nots},
                                             {"links", "links", &Census::links}}};

// A stop on the way: the net as it was built, then after each pass.
struct Stop {
  std::string name;
  std::string_view summary;
  double seconds = 0;
  Census census;
  std::string story;  // of a small net: what the pass did to which component
};

std::string list_of(const PropNet& net, const ComponentNames& names,
                    std::span<const ComponentId> ids) {
  std::string text;
  for (const ComponentId id : ids) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", names.label(net, id));
  }
  return text.empty() ? "nothing" : text;
}

std::string story_of(const PropNet& before, const PropNet& after) {
  const ComponentNames old_names(before);
  const ComponentNames names(after);
  const net::NetChange change = net::difference(before, after);
  std::string text;
  for (const ComponentId id : change.removed) {
    text += fmt::format("  removed   {}\n", old_names.label(before, id));
  }
  const auto tell = [&](std::string_view what, const std::vector<ComponentId>& ids) {
    for (const ComponentId id : ids) {
      text += fmt::format("  {:<8}  {}  <- {}\n", what, names.label(after, id),
                          list_of(after, names, after.components[id].inputs));
    }
  };
  tell("added", change.added);
  tell("rewired", change.rewired);
  return text.empty() ? "  nothing to do\n" : text;
}

struct Way {
  PropNet net;        // at its end
  std::string start;  // of a small net: all components as they were built
  std::vector<Stop> stops;
};

Way go(ground::GroundRules rules, const ExplainSettings& settings) {
  const Stopwatch watch;
  Way way{.net = net::build(std::move(rules), {.names = true})};
  way.stops.push_back({.name = "built", .seconds = watch.seconds(), .census = way.net.census()});
  const bool is_small = way.stops.front().census.total() <= small_net;
  if (is_small) way.start = net::to_text(way.net);
  const auto passes = net::passes::parse_passes(settings.passes);
  if (!passes) return way;  // the command line has been checked
  for (const net::passes::Pass& pass : *passes) {
    const PropNet before = is_small ? way.net : PropNet{};
    const net::passes::PassReport report = net::passes::run_passes(way.net, {&pass, 1}).front();
    way.stops.push_back({.name = report.name,
                         .summary = pass.summary,
                         .seconds = report.seconds,
                         .census = report.after,
                         .story = is_small ? story_of(before, way.net) : ""});
  }
  return way;
}

std::string census_table(const Screen& screen, const std::vector<Stop>& stops) {
  Table table;
  table.column("", Table::Align::left);
  for (const Column& column : columns) table.column(column.title);
  table.column("total");
  table.column("removed");
  table.column("seconds");
  for (std::size_t i = 0; i < stops.size(); ++i) {
    std::vector<std::string> row = {stops[i].name};
    for (const Column& column : columns) row.push_back(grouped(stops[i].census.*column.count));
    const std::size_t total = stops[i].census.total();
    row.push_back(grouped(total));
    // A pass may have to add a gate.
    const std::size_t before = i == 0 ? total : stops[i - 1].census.total();
    row.push_back(i == 0           ? ""
                  : total > before ? "-" + grouped(total - before)
                                   : grouped(before - total));
    row.push_back(fmt::format("{:.6f}", stops[i].seconds));
    table.row(std::move(row));
  }
  return screen.bold(table.titles()) + table.rows();
}

std::string to_text(const Screen& screen, const std::string& name, const Way& way) {
  std::string text =
      fmt::format("{}: {} in the propositional network, {} after all passes\n\n", screen.bold(name),
                  counted(way.stops.front().census.total(), "component"),
                  grouped(way.stops.back().census.total()));
  text += census_table(screen, way.stops);
  if (way.start.empty()) return text;
  text += "\n" + screen.bold("built: each rule a gate, each head what its rules say\n");
  text += way.start;
  for (const Stop& stop : way.stops) {
    if (stop.story.empty()) continue;
    text += "\n" + screen.bold(fmt::format("{}: {}\n", stop.name, stop.summary)) + stop.story;
  }
  if (way.stops.size() > 1) {
    text += "\n" + screen.bold("what is left\n") + net::to_text(way.net);
  }
  return text;
}

Json to_json(const Census& census) {
  Json json = Json::object();
  for (const Column& column : columns) json.add(column.key, census.*column.count);
  json.add("total", census.total());
  return json;
}

Json graph_json(const PropNet& net, std::size_t limit) {
  const ComponentNames names(net);
  Json list = Json::array();
  std::size_t shown = 0;
  for (ComponentId id = 0; id < net.components.size() && shown < limit; ++id) {
    const net::Component& component = net.components[id];
    if (component.type == net::ComponentType::removed) continue;
    Json inputs = Json::array();
    for (const ComponentId input : component.inputs) inputs.add(input);
    list.add(Json::object({{"id", id},
                           {"type", ComponentNames::kind(component)},
                           {"name", names.name(id)},
                           {"inputs", std::move(inputs)}}));
    ++shown;
  }
  return list;
}

Json to_json(const std::string& name, const Way& way, const ExplainSettings& settings) {
  std::vector<ExplainedStep> steps;
  for (const Stop& stop : way.stops) {
    steps.push_back({stop.name, stop.seconds, to_json(stop.census)});
  }
  const std::size_t total = way.stops.back().census.total();
  const std::size_t shown = settings.shown(total);
  Json json = way_json(name, settings, "components", std::move(steps));
  json.add("graph", graph_json(way.net, shown));
  json.add("components_left_out", total - shown);
  return json;
}

}  // namespace

Exit explain_net(Screen& screen, const ExplainSettings& settings) {
  std::optional<GroundedGame> game = ground_game(screen, settings);
  if (!game) return Exit::failed;
  const Way way = go(std::move(game->rules), settings);
  if (settings.as_json()) {
    screen.print(to_json(game->name, way, settings).text());
  } else if (settings.format == "dot") {
    screen.print(net::to_dot(way.net, game->name));
  } else {
    screen.print(to_text(screen, game->name, way));
  }
  return Exit::success;
}

}  // namespace palamedes::cli::commands
