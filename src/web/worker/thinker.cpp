#include "web/worker/thinker.h"

#include <algorithm>

#include "machine/notation.h"

namespace palamedes::web::worker {
namespace {

Json moves_json(machine::Game& game, Role role, const std::vector<search::MoveReport>& reports,
                std::size_t top) {
  Json list = Json::array();
  for (std::size_t i = 0; i < std::min(top, reports.size()); ++i) {
    const search::MoveReport& report = reports[i];
    Json json;
    json["move"] = game.move_text(role, report.move);
    json["visits"] = report.visits;
    json["value"] = report.visits > 0 ? Json(value_of(report.value)) : Json();
    json["exact"] = report.exact ? Json(value_of(*report.exact)) : Json();
    list.push_back(std::move(json));
  }
  return list;
}

Json use_json(const tune::ParameterUse& use) {
  Json json;
  json["name"] = use.name;
  json["best"] = use.best;
  json["values"] = Json::array();
  for (const tune::ValueUse& value : use.values) {
    json["values"].push_back({{"label", value.label},
                              {"value", value.value},
                              {"samples", value.samples},
                              {"share", value.share},
                              {"mean", value.mean}});
  }
  return json;
}

Json tuning_json(const machine::Game& game, const std::vector<tune::Snapshot>& tuning) {
  Json list = Json::array();
  for (std::size_t role = 0; role < tuning.size(); ++role) {
    Json json;
    json["role"] = game.role_names()[role];
    json["samples"] = tuning[role].samples;
    json["parameters"] = Json::array();
    for (const tune::ParameterUse& use : tuning[role].parameters) {
      json["parameters"].push_back(use_json(use));
    }
    list.push_back(std::move(json));
  }
  return list;
}

double per_second(std::uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

}  // namespace

Result<agent::Spec> read_wish(const AgentWish& wish, const Configuration& limits,
                              std::size_t roles) {
  auto spec = agent::parse_spec(wish.agent);
  if (!spec) return spec;
  for (const auto& [name, value] : wish.parameters) {
    if (auto changed = agent::change_parameter(*spec, name, value); !changed) {
      return tl::unexpected(std::move(changed.error()));
    }
  }
  if (!wish.tune.empty()) {
    if (auto changed = agent::change_tuning(*spec, wish.tune); !changed) {
      return tl::unexpected(std::move(changed.error()));
    }
  }
  // Agents of all roles, an analysis and a review share half of the memory; trees can take a
  // quarter more than they are allowed.
  const std::uint64_t megabytes =
      std::max<std::uint64_t>(16, (limits.memory_bytes >> 20U) / 2 / (2 * roles + 1));
  spec->plan.memory.megabytes = std::min<std::uint64_t>(spec->plan.memory.megabytes, megabytes);
  spec->plan.threads = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(spec->plan.threads, std::max<std::uint64_t>(1, limits.threads)));
  return spec;
}

void Thinker::stand(const Match& match) {
  if (agent_ != nullptr && step_ > match.step()) agent_.reset();
  if (agent_ == nullptr) {
    agent_ = agent::make_agent(match.game(), spec_, role_, seed_);
    step_ = 0;
  }
  for (; step_ < match.step(); ++step_) agent_->follow(match.made()[step_]);
}

Json snapshot_json(machine::Game& game, const search::Snapshot& snapshot, std::size_t top) {
  Json json;
  json["simulations"] = snapshot.simulations;
  json["states"] = snapshot.states;
  json["seconds"] = snapshot.seconds;
  json["simulations_per_second"] = per_second(snapshot.simulations, snapshot.seconds);
  json["states_per_second"] = per_second(snapshot.states, snapshot.seconds);
  json["nodes"] = snapshot.nodes;
  json["memory_bytes"] = snapshot.memory_bytes;
  json["depth"] = snapshot.deepest;
  json["proven"] = snapshot.proven;
  json["machine"] = game.machine_name();
  json["roles"] = Json::array();
  for (std::size_t role = 0; role < game.role_count(); ++role) {
    Json entry;
    entry["name"] = game.role_names()[role];
    entry["value"] =
        role < snapshot.payoffs.size() ? Json(value_of(snapshot.payoffs[role])) : Json();
    entry["moves"] = role < snapshot.moves.size()
                         ? moves_json(game, Role(role), snapshot.moves[role], top)
                         : Json::array();
    json["roles"].push_back(std::move(entry));
  }
  json["line"] = Json::array();
  for (const std::vector<Move>& joint_move : snapshot.line) {
    Json step = Json::array();
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      step.push_back(game.move_text(Role(role), joint_move[role]));
    }
    json["line"].push_back(std::move(step));
  }
  json["tuning"] = tuning_json(game, snapshot.tuning);
  return json;
}

Json no_snapshot_json(machine::Game& game) { return snapshot_json(game, {}, 0); }

}  // namespace palamedes::web::worker
