#include "ggp/record.h"

#include <algorithm>
#include <chrono>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "model/forward_model.h"

namespace palamedes::ggp {

std::string fault::illegal(const std::string& answer) {
  constexpr std::size_t longest = 100;
  std::string text = "IL ";
  for (const char c : answer.substr(0, longest)) text += c >= ' ' && c < 0x7f ? c : ' ';
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::vector<int> highest_goals(const std::vector<std::vector<int>>& all_goals) {
  std::vector<int> goals;
  for (const std::vector<int>& values : all_goals) {
    goals.push_back(values.empty() ? model::undefined_goal : values.back());
  }
  return goals;
}

std::int64_t milliseconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string random_token() {
  std::random_device source;
  return token_of(Rng((std::uint64_t{source()} << 32U) | source()));
}

std::string token_of(Rng rng) {
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  constexpr std::size_t length = 32;
  std::string token;
  while (token.size() < length) token += letters[rng.below(letters.size())];
  return token;
}

namespace {

using Json = nlohmann::ordered_json;

Json thoughts_of(const MatchRecord& record) {
  Json list = Json::array();
  for (const Thought& thought : record.thoughts) {
    Json json;
    json["turn"] = thought.turn + 1;
    json["move"] = thought.move;
    json["value"] = thought.value ? Json(*thought.value) : Json();
    json["simulations"] = thought.simulations;
    json["seconds"] = thought.seconds;
    json["stoppedBy"] = thought.stopped_by;
    json["expected"] = thought.line;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

std::string to_json(const MatchRecord& record) {
  Json json;
  json["matchId"] = record.match;
  json["randomToken"] = record.token;
  json["startTime"] = record.start_time;
  if (!record.game_url.empty()) json["gameMetaURL"] = record.game_url;
  json["gameName"] = record.game;
  json["gameRoleNames"] = record.roles;
  json["playerNamesFromHost"] = record.players;
  json["isPlayerHuman"] = record.human;
  json["previewClock"] = -1;
  json["startClock"] = record.start_clock;
  json["playClock"] = record.play_clock;
  json["isCompleted"] = record.completed;
  json["isAborted"] = record.aborted;
  json["scrambled"] = false;
  Json states = Json::array();
  for (const std::vector<std::string>& facts : record.states) {
    states.push_back(fmt::format("( {} )", fmt::join(facts, " ")));
  }
  json["states"] = std::move(states);
  json["moves"] = record.moves;
  json["stateTimes"] = record.state_times;
  json["errors"] = record.errors;
  if (record.completed) json["goalValues"] = record.goals;
  if (!record.own_role.empty()) {
    json["ownRole"] = record.own_role;
    json["thoughts"] = thoughts_of(record);
  }
  const auto several = [](const std::vector<int>& goals) { return goals.size() > 1; };
  if (std::any_of(record.all_goals.begin(), record.all_goals.end(), several)) {
    json["goalValuesAll"] = record.all_goals;
  }
  return json.dump(1) + "\n";
}

}  // namespace palamedes::ggp
