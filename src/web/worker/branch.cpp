#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "web/worker/analysis.h"

namespace palamedes::web::worker {
namespace {

Json node_json(machine::Game& game, const search::Branch& branch, std::size_t top) {
  Json json;
  json["visits"] = branch.visits;
  json["terminal"] = branch.is_end;
  json["exact"] = nullptr;
  if (branch.proven) {
    json["exact"] = Json::array();
    for (const double payoff : branch.payoffs) json["exact"].push_back(value_of(payoff));
  }
  json["roles"] = Json::array();
  for (std::size_t role = 0; role < game.role_count(); ++role) {
    std::vector<search::MoveReport> reports =
        role < branch.moves.size() ? branch.moves[role] : std::vector<search::MoveReport>();
    std::stable_sort(reports.begin(), reports.end(),
                     [](const auto& a, const auto& b) { return a.visits > b.visits; });
    Json entry;
    entry["name"] = game.role_names()[role];
    entry["value"] = role < branch.payoffs.size() ? Json(value_of(branch.payoffs[role])) : Json();
    entry["total"] = reports.size();
    entry["moves"] = Json::array();
    for (std::size_t i = 0; i < std::min(top, reports.size()); ++i) {
      const search::MoveReport& report = reports[i];
      entry["moves"].push_back(
          {{"move", game.move_text(Role(role), report.move)},
           {"visits", report.visits},
           {"value", report.visits > 0 ? Json(value_of(report.value)) : Json()},
           {"exact", report.exact ? Json(value_of(*report.exact)) : Json()},
           {"open", report.has_child}});
    }
    json["roles"].push_back(std::move(entry));
  }
  return json;
}

// Joint moves as texts. What is wrong comes back in words; usually nothing is.
std::string read_path(const Json& json, machine::Game& game, std::vector<std::vector<Move>>& path) {
  if (!json.is_array()) return "'path' has to be a list of joint moves";
  for (const Json& step : json) {
    if (!step.is_array() || step.size() != game.role_count()) {
      return fmt::format("each entry of 'path' has to be a list of {} moves", game.role_count());
    }
    std::vector<Move>& joint_move = path.emplace_back();
    for (std::size_t role = 0; role < step.size(); ++role) {
      if (!step[role].is_string()) return "moves have to be texts";
      const auto move = game.find_move(Role(role), step[role].get<std::string>());
      if (!move) return fmt::format("{} is no move", quote(step[role].get<std::string>()));
      joint_move.push_back(*move);
    }
  }
  return {};
}

}  // namespace

Answer Analysis::branch(const std::string& body) {
  Fields fields(body);
  std::uint64_t top = 50;
  constexpr std::uint64_t most = 100'000;
  fields.whole("top", top, 1, most);
  const Json* path_json = fields.any("path");
  if (path_json == nullptr) fields.refuse("'path' has to be there: joint moves from the root");
  std::vector<std::vector<Move>> path;
  if (path_json != nullptr) {
    const std::string wrong = read_path(*path_json, match_.game(), path);
    if (!wrong.empty()) fields.refuse(wrong);
  }
  const std::string wrong = fields.problem();
  if (!wrong.empty()) return problem(status::bad_request, wrong);
  const auto found = thinker_ && thinker_->step() ? thinker_->agent().branch(path) : std::nullopt;
  Json json;
  json["path"] = *path_json;
  json["known"] = found.has_value();
  json.update(node_json(match_.game(), found.value_or(search::Branch{}), top));
  return answer_of(json);
}

}  // namespace palamedes::web::worker
