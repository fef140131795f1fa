#include "lab/task.h"

#include <nlohmann/json.hpp>

namespace palamedes::lab {
namespace {

using nlohmann::json;

std::string dumped(const json& value) {
  // comments of rules may hold any bytes
  return value.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

template <typename Value>
json optional_json(const std::optional<Value>& value) {
  return value ? json(*value) : json();
}

template <typename Value>
std::optional<Value> optional_of(const json& value) {
  return value.is_null() ? std::nullopt : std::optional<Value>(value.get<Value>());
}

// As a row: there is one for each decision.
json to_json(const match::TurnEffort& turn) {
  return {turn.step,  turn.simulations, turn.states,   turn.seconds,
          turn.nodes, turn.depth,       turn.branching};
}

match::TurnEffort turn_of(const json& row) {
  return {.step = row.at(0),
          .simulations = row.at(1),
          .states = row.at(2),
          .seconds = row.at(3),
          .nodes = row.at(4),
          .depth = row.at(5),
          .branching = row.at(6)};
}

json to_json(const match::Effort& effort) {
  json turns = json::array();
  for (const match::TurnEffort& turn : effort.turns) turns.push_back(to_json(turn));
  return {{"simulations", effort.simulations},
          {"states", effort.states},
          {"decisions", effort.decisions},
          {"seconds", effort.seconds},
          {"nodes", effort.nodes},
          {"simulations_per_second", effort.simulations_per_second},
          {"states_per_second", effort.states_per_second},
          {"statistics_per_node", effort.statistics_per_node},
          {"turns", std::move(turns)},
          {"remark", effort.remark}};
}

match::Effort effort_of(const json& value) {
  std::vector<match::TurnEffort> turns;
  for (const json& row : value.at("turns")) turns.push_back(turn_of(row));
  return {.simulations = value.at("simulations"),
          .states = value.at("states"),
          .decisions = value.at("decisions"),
          .seconds = value.at("seconds"),
          .nodes = value.at("nodes"),
          .simulations_per_second = value.at("simulations_per_second"),
          .states_per_second = value.at("states_per_second"),
          .statistics_per_node = value.at("statistics_per_node"),
          .turns = std::move(turns),
          .remark = value.at("remark")};
}

// The line came through a pipe from our own kind; still nothing wrong in it may end the program.
template <typename Value, typename Read>
Result<Value> parsed(std::string_view line, const Read& read) {
  try {
    return read(json::parse(line));
  } catch (const json::exception& error) {
    return failure("line", error.what());
  }
}

}  // namespace

std::string to_line(const Task& task) {
  json video;
  if (task.video) video = {{"level", task.video->level}, {"tuning", task.video->tuning}};
  return dumped({{"game", task.game},
                 {"video", std::move(video)},
                 {"rules", task.rules},
                 {"rules_hash", task.rules_hash},
                 {"agents", task.agents},
                 {"machines", task.machines},
                 {"assignment", task.assignment},
                 {"simulations", optional_json(task.options.simulations)},
                 {"seconds", optional_json(task.options.seconds)},
                 {"max_length", task.options.max_length},
                 {"ponder", task.options.ponder},
                 {"turns", task.options.turns},
                 {"seed", task.seed}});
}

Result<Task> task_of(std::string_view line) {
  return parsed<Task>(line, [](const json& value) {
    Task task;
    task.game = value.at("game");
    task.rules = value.at("rules");
    task.rules_hash = value.at("rules_hash");
    task.agents = value.at("agents").get<std::vector<std::string>>();
    task.machines = value.at("machines").get<std::vector<std::string>>();
    task.assignment = value.at("assignment").get<match::Assignment>();
    task.options.simulations = optional_of<std::uint64_t>(value.at("simulations"));
    task.options.seconds = optional_of<double>(value.at("seconds"));
    task.options.max_length = value.at("max_length");
    task.options.ponder = value.at("ponder");
    task.options.turns = value.at("turns");
    task.seed = value.at("seed");
    const json& video = value.at("video");
    if (!video.is_null()) task.video = VideoTask{video.at("level"), video.at("tuning")};
    return task;
  });
}

std::string to_line(const Reply& reply) {
  if (!reply.error.empty()) return dumped({{"error", reply.error}});
  const MatchResult& result = reply.result;
  json efforts = json::array();
  for (const match::Effort& effort : result.efforts) efforts.push_back(to_json(effort));
  return dumped({{"end", name_of(result.end)},
                 {"problem", result.problem},
                 {"machine", result.machine},
                 {"role_names", result.role_names},
                 {"moves", result.moves},
                 {"steps", result.steps},
                 {"goals", result.goals},
                 {"efforts", std::move(efforts)},
                 {"seconds", result.seconds}});
}

Result<Reply> reply_of(std::string_view line) {
  return parsed<Reply>(line, [](const json& value) {
    Reply reply;
    if (value.contains("error")) {
      reply.error = value.at("error");
      return reply;
    }
    MatchResult& result = reply.result;
    result.end = end_of_name(value.at("end").get<std::string>());
    result.problem = value.at("problem");
    result.machine = value.at("machine");
    result.role_names = value.at("role_names").get<std::vector<std::string>>();
    result.moves = value.at("moves");
    result.steps = value.at("steps");
    result.goals = value.at("goals").get<std::vector<int>>();
    for (const json& effort : value.at("efforts")) result.efforts.push_back(effort_of(effort));
    result.seconds = value.at("seconds");
    return reply;
  });
}

Reply reply_of_answer(const tl::expected<std::string, std::string>& answer) {
  Reply reply;
  if (!answer) {
    reply.error = answer.error();
  } else if (auto read = reply_of(*answer)) {
    reply = std::move(*read);
  } else {
    reply.error = "the worker's answer makes no sense";
  }
  return reply;
}

}  // namespace palamedes::lab
