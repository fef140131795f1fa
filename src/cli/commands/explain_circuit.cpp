#include <filesystem>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "circuit/lower.h"
#include "circuit/passes/passes.h"
#include "circuit/print.h"
#include "circuit/verilog.h"
#include "cli/commands/explain.h"
#include "cli/json.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "net/build.h"

namespace palamedes::cli::commands {
namespace {

using circuit::Circuit;
using circuit::CircuitCensus;
using circuit::CircuitNode;

// A circuit that a person can follow gate by gate.
constexpr std::size_t small_circuit = 60;

// A stop on the way: the circuit as it was lowered, then after each pass.
struct Stop {
  std::string name;
  double seconds = 0;
  CircuitCensus census;
};

struct Way {
  Circuit circuit;  // at its end
  std::vector<Stop> stops;
};

Way go(ground::GroundRules rules, const ExplainSettings& settings) {
  auto network = std::make_shared<net::PropNet>(net::build(std::move(rules), {.names = false}));
  const auto passes = net::passes::parse_passes(settings.passes);
  if (passes) net::passes::run_passes(*network, *passes);  // the command line has been checked
  const Stopwatch watch;
  Way way{.circuit = circuit::lower(network)};
  way.stops.push_back(
      {.name = "lowered", .seconds = watch.seconds(), .census = census_of(way.circuit)});
  const auto steps = circuit::passes::parse_circuit_passes(settings.circuit_passes);
  if (!steps) return way;
  for (const circuit::passes::CircuitPassReport& report :
       circuit::passes::run_circuit_passes(way.circuit, *steps, settings.circuit)) {
    way.stops.push_back({report.name, report.seconds, report.after});
  }
  return way;
}

std::string census_table(const Screen& screen, const std::vector<Stop>& stops) {
  Table table;
  table.column("", Table::Align::left);
  for (const char* title : {"facts", "inputs", "state gates", "goal gates", "move gates", "gates",
                            "of first", "depth", "loops", "seconds"}) {
    table.column(title);
  }
  for (const Stop& stop : stops) {
    const CircuitCensus& census = stop.census;
    table.row({stop.name, grouped(census.bases), grouped(census.inputs),
               grouped(census.state_gates), grouped(census.goal_gates), grouped(census.move_gates),
               grouped(census.gates()), percent(census.gates(), stops.front().census.gates()),
               grouped(census.depth), grouped(census.loops), fmt::format("{:.6f}", stop.seconds)});
  }
  return screen.bold(table.titles()) + table.rows();
}

std::string to_text(const Screen& screen, const std::string& name, const Way& way) {
  std::string text = fmt::format(
      "{}: {} in the circuit, {} after all passes\n\n", screen.bold(name),
      counted(way.stops.front().census.gates(), "gate"), grouped(way.stops.back().census.gates()));
  text += census_table(screen, way.stops);
  if (way.circuit.gates.size() + way.circuit.bases.size() > small_circuit) return text;
  return text + "\n" + screen.bold("what is left\n") + circuit::to_text(way.circuit);
}

Json to_json(const CircuitCensus& census) {
  return Json::object({{"facts", census.bases},
                       {"inputs", census.inputs},
                       {"state_gates", census.state_gates},
                       {"goal_gates", census.goal_gates},
                       {"move_gates", census.move_gates},
                       {"gates", census.gates()},
                       {"depth", census.depth},
                       {"loops", census.loops}});
}

std::string_view name_of(circuit::CircuitOutput::Kind kind) {
  switch (kind) {
    case circuit::CircuitOutput::Kind::legal:
      return "legal";
    case circuit::CircuitOutput::Kind::terminal:
      return "terminal";
    case circuit::CircuitOutput::Kind::goal:
      return "goal";
    case circuit::CircuitOutput::Kind::next:
      return "next";
  }
  return "";
}

// A literal is twice the number of its node, and one more if it is complemented.
Json graph_json(const Circuit& circuit, std::size_t limit) {
  const circuit::CircuitNames names(circuit);
  Json facts = Json::array();
  for (CircuitNode node = 1; node < circuit.first_input(); ++node) {
    facts.add(Json::object({{"node", node},
                            {"name", names.name(node)},
                            {"initially", circuit.bases[node - 1].initially}}));
  }
  Json inputs = Json::array();
  for (CircuitNode node = circuit.first_input(); node < circuit.first_feedback(); ++node) {
    inputs.add(Json::object({{"node", node}, {"name", names.name(node)}}));
  }
  Json gates = Json::array();
  for (std::size_t i = 0; i < limit; ++i) {
    const circuit::Gate& gate = circuit.gates[i];
    gates.add(Json::object(
        {{"node", circuit.first_gate() + i}, {"a", gate.a.code()}, {"b", gate.b.code()}}));
  }
  Json loops = Json::array();
  for (const circuit::CircuitLoop& loop : circuit.loops) {
    Json values = Json::array();
    for (const circuit::Literal value : loop.values) values.add(value.code());
    loops.add(Json::object({{"first_gate", loop.first_gate},
                            {"end_gate", loop.end_gate},
                            {"first_feedback", loop.first_feedback},
                            {"values", std::move(values)}}));
  }
  Json outputs = Json::array();
  for (const circuit::CircuitOutput& output : circuit::outputs_of(circuit)) {
    outputs.add(Json::object({{"kind", name_of(output.kind)},
                              {"name", output.name},
                              {"literal", output.literal.code()}}));
  }
  return Json::object({{"facts", std::move(facts)},
                       {"inputs", std::move(inputs)},
                       {"first_goal_gate", circuit.first_goal_gate},
                       {"first_move_gate", circuit.first_move_gate},
                       {"gates", std::move(gates)},
                       {"loops", std::move(loops)},
                       {"outputs", std::move(outputs)}});
}

Json to_json(const std::string& name, const Way& way, const ExplainSettings& settings) {
  std::vector<ExplainedStep> steps;
  for (const Stop& stop : way.stops) {
    steps.push_back({stop.name, stop.seconds, to_json(stop.census)});
  }
  const std::size_t total = way.circuit.gates.size();
  const std::size_t shown = settings.shown(total);
  Json json = way_json(name, settings, "size", std::move(steps));
  json.add("circuit", graph_json(way.circuit, shown));
  json.add("gates_left_out", total - shown);
  return json;
}

}  // namespace

Exit explain_circuit(Screen& screen, const ExplainSettings& settings) {
  std::optional<GroundedGame> game = ground_game(screen, settings);
  if (!game) return Exit::failed;
  const Way way = go(std::move(game->rules), settings);
  if (settings.as_json()) {
    screen.print(to_json(game->name, way, settings).text());
  } else if (settings.format == "dot") {
    screen.print(circuit::to_dot(way.circuit, game->name));
  } else if (settings.format == "verilog") {
    // A module is named after the file, not after the way to it.
    const std::string stem = std::filesystem::path(game->name).stem().string();
    const auto text = circuit::to_verilog(way.circuit, stem);
    if (!text) {
      screen.complain(text.error());
      return Exit::failed;
    }
    screen.print(*text);
  } else {
    screen.print(to_text(screen, game->name, way));
  }
  return Exit::success;
}

}  // namespace palamedes::cli::commands
