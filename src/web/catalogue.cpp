#include "web/catalogue.h"

#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "agent/presets.h"
#include "agent/spec.h"
#include "games/builtin.h"
#include "games/header.h"
#include "search/parameters.h"
#include "video/agents.h"
#include "web/json.h"

namespace palamedes::web {
namespace {

Json game_json(const games::Builtin& game) {
  const games::GameHeader header = games::read_header(game.text);
  Json json;
  json["name"] = game.name;
  json["title"] = header.title;
  json["description"] = header.description;
  json["players"] = header.players ? Json(*header.players) : Json();
  json["play"] = header.play;
  json["goals"] = header.goals;
  json["source"] = header.source;
  return json;
}

Json video_game_json(const games::Builtin& game) {
  const games::VideoHeader header = games::read_video_header(game.text);
  Json json;
  json["name"] = game.name;
  json["title"] = header.title;
  json["description"] = header.description;
  json["levels"] = games::level_count(game.name);
  return json;
}

const char* part_name(agent::Part part) {
  switch (part) {
    case agent::Part::select:
      return "select";
    case agent::Part::playout:
      return "playout";
    case agent::Part::whole:
      break;
  }
  return "whole";
}

Json end_json(double value) { return std::isfinite(value) ? Json(value) : Json(); }

// Both have the same parameters in the same order.
Json parameters_json(const std::vector<Parameter>& now, const std::vector<Parameter>& preset) {
  Json list = Json::array();
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Parameter& each = now[i];
    Json json;
    json["name"] = each.name;
    json["kind"] = kind_name(each.kind);
    json["value"] = each.value;
    json["default"] = i < preset.size() ? preset[i].value : each.value;
    json["help"] = each.help;
    json["min"] = end_json(each.range.min);
    json["max"] = end_json(each.range.max);
    json["choices"] = each.choices;
    json["domain"] = Json::array();
    for (const double value : each.domain) json["domain"].push_back(end_json(value));
    list.push_back(std::move(json));
  }
  return list;
}

Answer board_parameters(const std::string& text) {
  const auto spec = agent::parse_spec(text);
  if (!spec) return problem(status::bad_request, sentence_of(spec.error()));
  // Without the single parameters that come after the names.
  const auto preset = agent::parse_spec(text.substr(0, text.find(':')));
  Json json;
  json["agent"] = text;
  json["text"] = spec->text;
  json["random"] = spec->random;
  json["tune"] = spec->tuning ? tune::to_text(*spec->tuning) : "";
  json["parameters"] = Json::array();
  if (!spec->random) {
    json["parameters"] = parameters_json(parameters_of(spec->plan),
                                         parameters_of(preset ? preset->plan : spec->plan));
  }
  return answer_of(json);
}

Answer video_parameters(const std::string& text) {
  const auto spec = video::parse_agent(text);
  if (!spec) return problem(status::bad_request, sentence_of(spec.error()));
  const auto preset = video::parse_agent(text.substr(0, text.find(':')));
  const std::vector<Parameter> parameters = video::parameters_of(*spec);
  Json json;
  json["agent"] = text;
  json["text"] = spec->text;
  json["random"] = parameters.empty();
  json["tune"] = spec->tuning;
  json["parameters"] = parameters_json(parameters, video::parameters_of(preset ? *preset : *spec));
  return answer_of(json);
}

}  // namespace

Answer games_answer() {
  Json json;
  json["games"] = Json::array();
  for (const games::Builtin& game : games::builtins()) json["games"].push_back(game_json(game));
  json["video_games"] = Json::array();
  for (const games::Builtin& file : games::video_files()) {
    if (!games::is_level_name(file.name)) json["video_games"].push_back(video_game_json(file));
  }
  return answer_of(json);
}

Answer game_answer(const std::string& name) {
  const games::Builtin* game = games::find(name);
  if (game == nullptr) return problem(status::not_found, "there is no such game");
  Json json = game_json(*game);
  json["rules"] = game->text;
  json["layout"] = games::find_layout(name);
  return answer_of(json);
}

Answer video_game_answer(const std::string& name) {
  const games::Builtin* game = games::is_level_name(name) ? nullptr : games::find_video(name);
  if (game == nullptr) return problem(status::not_found, "there is no such video game");
  Json json = video_game_json(*game);
  json["rules"] = game->text;
  json["level_texts"] = Json::array();
  for (std::size_t level = 0; level < games::level_count(name); ++level) {
    json["level_texts"].push_back(games::find_video(fmt::format("{}_lvl{}", name, level))->text);
  }
  return answer_of(json);
}

Answer agents_answer() {
  Json json;
  json["agents"] = Json::array();
  for (const agent::Preset& preset : agent::presets()) {
    json["agents"].push_back({{"name", preset.name},
                              {"summary", preset.summary},
                              {"source", preset.source},
                              {"part", part_name(preset.part)},
                              {"tune", preset.tune}});
  }
  json["switches"] = Json::array();
  for (const agent::Switch& each : agent::switches()) {
    json["switches"].push_back(
        {{"name", each.name}, {"settings", each.settings}, {"summary", each.summary}});
  }
  json["families"] = Json::array();
  for (const agent::TunedFamily& family : agent::tuned_families()) {
    json["families"].push_back({{"name", family.name},
                                {"parameters", family.parameters},
                                {"summary", family.summary},
                                {"source", family.source}});
  }
  json["video_agents"] = Json::array();
  for (const video::NamedAgent& named : video::agents()) {
    json["video_agents"].push_back(
        {{"name", named.name}, {"summary", named.summary}, {"source", named.source}});
  }
  return answer_of(json);
}

Answer parameters_answer(const std::string& agent, const std::string& game) {
  if (game == "board") return board_parameters(agent);
  if (game == "video") return video_parameters(agent);
  return problem(status::bad_request, "'game' has to be board or video");
}

}  // namespace palamedes::web
