#include "web/worker/check.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "board/layout_hints.h"
#include "exercise/verdict.h"
#include "games/header.h"
#include "gdl/load.h"
#include "gdl/printer.h"
#include "vgdl/game.h"
#include "vgdl/rules.h"
#include "web/json.h"

namespace palamedes::web::worker {
namespace {

struct Wanted {
  std::string kind;
  std::string text;
  std::optional<std::string> level;
  std::optional<std::string> layout;
  bool play = false;
  double seconds = 3;
};

Json summary_json(const exercise::Summary& summary) {
  return {{"mean", summary.mean()}, {"min", summary.min}, {"max", summary.max}};
}

Json finding_json(const exercise::Verdict& verdict, const exercise::Finding& finding) {
  Json json;
  json["severity"] = finding.is_problem() ? "problem" : "remark";
  json["kind"] = exercise::name_of(finding.kind);
  json["proven"] = finding.proven;
  json["message"] = without_options(exercise::message(verdict, finding));
  json["places"] = Json::array();
  for (const SourceLocation& place : finding.places) {
    json["places"].push_back({{"line", place.line}, {"column", place.column}});
  }
  json["moves"] = finding.incident ? Json(finding.incident->moves) : Json();
  return json;
}

Json verdict_json(const exercise::Verdict& verdict) {
  const exercise::SimulationStatistics& statistics = verdict.seen.statistics;
  Json json;
  json["machine"] = verdict.machine;
  json["notice"] = without_options(verdict.notice);
  json["problems"] = verdict.problems();
  json["remarks"] = verdict.remarks();
  json["findings"] = Json::array();
  for (const exercise::Finding& each : verdict.findings) {
    json["findings"].push_back(finding_json(verdict, each));
  }
  json["playouts"] = statistics.playouts();
  json["finished"] = statistics.finished;
  json["seconds"] = statistics.wall_seconds;
  json["length"] = summary_json(statistics.length);
  json["branching"] = summary_json(statistics.joint_branching);
  json["roles"] = Json::array();
  for (const exercise::RoleStatistics& role : statistics.roles) {
    json["roles"].push_back(
        {{"name", role.name}, {"wins", role.wins}, {"goal", summary_json(role.goal)}});
  }
  return json;
}

Json result_json(const Diagnostics& diagnostics, std::string_view text) {
  Json json;
  json["valid"] = !diagnostics.has_errors();
  json["limit"] = nullptr;
  json["diagnostics"] = diagnostics_json(diagnostics, text);
  json["info"] = nullptr;
  json["play"] = nullptr;
  return json;
}

Json roles_json(const gdl::Loaded& loaded) {
  Json roles = Json::array();
  for (const gdl::Clause& clause : loaded.rules.clauses) {
    if (clause.head.relation != gdl::keyword::role || !clause.body.empty()) continue;
    for (const gdl::Term& role : clause.head.args) {
      roles.push_back(gdl::to_text(role, loaded.rules.symbols));
    }
  }
  return roles;
}

Json check_gdl(const Wanted& wanted) {
  const auto loaded = gdl::load(wanted.text, "rules");
  if (!loaded) return result_json(loaded.error(), "rules");
  Json json = result_json(loaded->warnings, "rules");
  const games::GameHeader header = games::read_header(wanted.text);
  json["info"] = {
      {"title", header.title}, {"description", header.description}, {"roles", roles_json(*loaded)}};
  if (wanted.layout) {
    const auto layout = board::read_layout_hints(*wanted.layout, "layout", *loaded);
    if (!layout) {
      for (Json& each : diagnostics_json(layout.error(), "layout")) {
        json["diagnostics"].push_back(std::move(each));
      }
      json["valid"] = false;
      return json;
    }
  }
  if (!wanted.play) return json;
  exercise::VerdictOptions options;
  options.simulate.max_seconds = wanted.seconds;
  constexpr std::uint64_t most_playouts = 1000;
  options.simulate.max_playouts = most_playouts;
  // One question must not take longer than all of them may.
  options.details.ready_seconds = wanted.seconds;
  options.details.ground.limits.seconds = wanted.seconds;
  options.details.prover.max_seconds = wanted.seconds;
  const auto verdict = exercise::play_and_judge(*loaded, options, [](const auto&) { return true; });
  if (!verdict) {
    json["valid"] = false;
    json["diagnostics"] = diagnostics_json(verdict.error(), "rules");
    return json;
  }
  json["play"] = verdict_json(*verdict);
  return json;
}

Json check_vgdl(const Wanted& wanted) {
  auto read = vgdl::read_rules(wanted.text, "rules");
  if (!read) return result_json(read.error(), "rules");
  Json json = result_json(read->warnings, "rules");
  json["info"] = {{"title", read->rules.name}, {"description", ""}};
  if (!wanted.level) return json;
  Diagnostics problems("level");
  const auto rules = std::make_shared<const vgdl::Rules>(std::move(read->rules));
  const auto game = vgdl::Game::make(rules, *wanted.level, problems);
  for (Json& each : diagnostics_json(problems, "level")) {
    json["diagnostics"].push_back(std::move(each));
  }
  json["valid"] = game != nullptr && !problems.has_errors();
  if (game != nullptr) {
    json["info"]["columns"] = game->columns();
    json["info"]["rows"] = game->rows();
  }
  return json;
}

}  // namespace

Answer check(const std::string& body) {
  Wanted wanted;
  Fields fields(body);
  fields.text("kind", wanted.kind);
  fields.text("text", wanted.text);
  fields.text("level", wanted.level);
  fields.text("layout", wanted.layout);
  fields.flag("play", wanted.play);
  constexpr double longest = 60;
  fields.number("seconds", wanted.seconds, 0.1, longest);
  if (wanted.kind != "gdl" && wanted.kind != "vgdl") {
    fields.refuse("'kind' has to be \"gdl\" or \"vgdl\"");
  }
  if (!fields.has("text")) fields.refuse("'text' has to be there: the rules");
  const std::string wrong = fields.problem();
  if (!wrong.empty()) return problem(status::bad_request, wrong);
  return answer_of(wanted.kind == "gdl" ? check_gdl(wanted) : check_vgdl(wanted));
}

}  // namespace palamedes::web::worker
