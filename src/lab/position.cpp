#include "lab/position.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/agent.h"
#include "agent/spec.h"
#include "base/hash.h"
#include "gdl/load.h"
#include "lab/machine_choice.h"
#include "machine/game.h"
#include "machine/position.h"

namespace palamedes::lab {
namespace {

using nlohmann::json;

Result<std::unique_ptr<machine::Game>> game_of(const json& request) {
  auto rules = gdl::load(request.at("rules").get<std::string>(), "rules");
  if (!rules) return tl::unexpected(std::move(rules.error()));
  return make_game(std::make_shared<const gdl::Loaded>(std::move(*rules)),
                   request.value("machine", std::string()));
}

// The first role that has a choice: whose move it is.
std::optional<Role> mover_of(machine::Game& game) {
  const machine::Position position(game);
  for (std::size_t role = 0; role < game.role_count(); ++role) {
    if (position.legal(Role(role)).size() > 1) return Role(role);
  }
  return std::nullopt;
}

json error_of(const Diagnostics& problems) {
  return {{"error", to_string(problems.list().front())}};
}

}  // namespace

json position_request(const Experiment& experiment, const ExperimentGame& game,
                      const ExperimentAgent& agent, std::uint64_t simulations) {
  json request = {{"kind", "position"},
                  {"rules", game.rules},
                  {"agent", agent.spec.text},
                  {"resolved", agent.resolved},
                  {"best", game.best},
                  {"simulations", simulations},
                  {"runs", experiment.position.runs},
                  {"seed", experiment.seed}};
  if (agent.machine) request["machine"] = agent.machine->name;
  return request;
}

json measure_position(const json& request) {
  const auto spec = agent::parse_spec(request.at("agent").get<std::string>());
  if (!spec) return error_of(spec.error());
  auto made = game_of(request);
  if (!made) return error_of(made.error());
  machine::Game& game = **made;
  const std::optional<Role> role = mover_of(game);
  if (!role) return {{"error", "nobody has a choice in this position"}};
  std::vector<Move> best;
  for (const std::string& text : request.at("best").get<std::vector<std::string>>()) {
    const std::optional<Move> move = game.find_move(*role, text);
    const std::vector<Move> legal = machine::Position(game).legal(*role);
    if (!move || std::find(legal.begin(), legal.end(), *move) == legal.end()) {
      return {{"error",
               fmt::format("'{}' has no legal move {}", game.role_names()[index_of(*role)], text)}};
    }
    best.push_back(*move);
  }
  const std::uint64_t runs = request.at("runs");
  const std::uint64_t seed = request.at("seed");
  agent::Limit limit;
  limit.simulations = request.at("simulations").get<std::uint64_t>();
  std::uint64_t found = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    game.forget_states();
    const auto agent = agent::make_agent(game, *spec, *role, mix(combine(seed, run)));
    agent->think(limit);
    if (!agent->fault().empty()) return {{"error", agent->fault()}};
    const std::optional<Move> move = agent->move();
    if (move && std::find(best.begin(), best.end(), *move) != best.end()) ++found;
  }
  return {{"found", found}, {"runs", runs}};
}

}  // namespace palamedes::lab
