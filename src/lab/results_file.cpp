#include "lab/results_file.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.h"

namespace palamedes::lab {
namespace {

using Json = nlohmann::ordered_json;

constexpr int file_version = 1;
constexpr std::size_t most_bytes = std::size_t{1} << 30U;

// What is wrong with a line; never leaves this file.
struct Malformed {
  std::string message;
};

template <typename Value>
Value get(const Json& line, const char* name) {
  const auto at = line.find(name);
  if (at == line.end()) throw Malformed{fmt::format("there is no \"{}\"", name)};
  try {
    return at->get<Value>();
  } catch (const Json::exception&) {
    throw Malformed{fmt::format("\"{}\" is no such value as it should be", name)};
  }
}

template <typename Member>
Json column(const MatchResult& result, Member match::Effort::*member) {
  Json list = Json::array();
  for (const match::Effort& effort : result.efforts) list.push_back(effort.*member);
  return list;
}

template <typename Member>
void take_column(const Json& line, const char* name, Member match::Effort::*member,
                 MatchResult& result) {
  const auto values = get<std::vector<Member>>(line, name);
  if (values.size() != result.efforts.size()) {
    throw Malformed{fmt::format("\"{}\" has {} values for {} roles", name, values.size(),
                                result.efforts.size())};
  }
  for (std::size_t role = 0; role < values.size(); ++role) {
    result.efforts[role].*member = values[role];
  }
}

Json line_of(const std::string& id, const Build& build) {
  return {{"build", id},
          {"program", build.version},
          {"revision", build.revision},
          {"processor", build.processor},
          {"cores", build.cores}};
}

Json line_of(const KeptMatch& match) {
  const MatchResult& result = match.result;
  return {{"match", match.key},
          {"experiment", match.experiment},
          {"game", match.game},
          {"number", match.number},
          {"build", result.build},
          {"machine", result.machine},
          {"end", name_of(result.end)},
          {"problem", result.problem},
          {"steps", result.steps},
          {"seconds", result.seconds},
          {"roles", result.role_names},
          {"agents", match.agents},
          {"goals", result.goals},
          {"decisions", column(result, &match::Effort::decisions)},
          {"simulations", column(result, &match::Effort::simulations)},
          {"states", column(result, &match::Effort::states)},
          {"thought", column(result, &match::Effort::seconds)},
          {"nodes", column(result, &match::Effort::nodes)},
          {"simulations_per_s", column(result, &match::Effort::simulations_per_second)},
          {"states_per_s", column(result, &match::Effort::states_per_second)},
          {"statistics_per_node", column(result, &match::Effort::statistics_per_node)}};
}

Json line_of(const KeptMeasurement& measurement) {
  return {{"measurement", measurement.key}, {"experiment", measurement.experiment},
          {"game", measurement.game},       {"subject", measurement.subject},
          {"build", measurement.build},     {"figures", Json::parse(measurement.figures)}};
}

KeptMatch match_of(const Json& line) {
  KeptMatch match{.key = get<std::string>(line, "match"),
                  .experiment = get<std::string>(line, "experiment"),
                  .game = get<std::string>(line, "game"),
                  .number = get<std::uint64_t>(line, "number"),
                  .agents = get<std::vector<std::string>>(line, "agents")};
  MatchResult& result = match.result;
  result.build = get<std::string>(line, "build");
  result.machine = get<std::string>(line, "machine");
  const auto end = get<std::string>(line, "end");
  result.end = end_of_name(end);
  if (name_of(result.end) != end) throw Malformed{fmt::format("there is no end \"{}\"", end)};
  result.problem = get<std::string>(line, "problem");
  result.steps = get<std::uint64_t>(line, "steps");
  result.seconds = get<double>(line, "seconds");
  result.role_names = get<std::vector<std::string>>(line, "roles");
  result.goals = get<std::vector<int>>(line, "goals");
  if (result.goals.size() != result.role_names.size() ||
      match.agents.size() != result.role_names.size()) {
    throw Malformed{"\"roles\", \"agents\" and \"goals\" are not equally long"};
  }
  for (const int goal : result.goals) {
    if (goal < -1 || goal > 100) throw Malformed{fmt::format("{} is no goal", goal)};
  }
  result.efforts.resize(result.role_names.size());
  take_column(line, "decisions", &match::Effort::decisions, result);
  take_column(line, "simulations", &match::Effort::simulations, result);
  take_column(line, "states", &match::Effort::states, result);
  take_column(line, "thought", &match::Effort::seconds, result);
  take_column(line, "nodes", &match::Effort::nodes, result);
  take_column(line, "simulations_per_s", &match::Effort::simulations_per_second, result);
  take_column(line, "states_per_s", &match::Effort::states_per_second, result);
  take_column(line, "statistics_per_node", &match::Effort::statistics_per_node, result);
  return match;
}

void take_line(const Json& line, KeptResults& results) {
  if (!line.is_object()) throw Malformed{"this is no object"};
  if (line.contains("match")) {
    results.matches.push_back(match_of(line));
  } else if (line.contains("measurement")) {
    const auto figures = line.find("figures");
    if (figures == line.end()) throw Malformed{"there are no \"figures\""};
    results.measurements.push_back({.key = get<std::string>(line, "measurement"),
                                    .experiment = get<std::string>(line, "experiment"),
                                    .game = get<std::string>(line, "game"),
                                    .subject = get<std::string>(line, "subject"),
                                    .figures = figures->dump(),
                                    .build = get<std::string>(line, "build")});
  } else if (line.contains("build")) {
    results.builds[get<std::string>(line, "build")] = {
        .version = get<std::string>(line, "program"),
        .revision = get<std::string>(line, "revision"),
        .host = {},
        .processor = get<std::string>(line, "processor"),
        .cores = get<std::uint64_t>(line, "cores")};
  } else {
    throw Malformed{"this is neither a build nor a match nor a measurement"};
  }
}

// The line that comes first.
void check_heading(const Json& line) {
  if (!line.is_object() || !line.contains("palamedes") ||
      get<std::string>(line, "palamedes") != "results") {
    throw Malformed{"this is no file of results"};
  }
  const int version = get<int>(line, "version");
  if (version > file_version) {
    throw Malformed{fmt::format("written by a newer palamedes (version {}, known is {})", version,
                                file_version)};
  }
}

}  // namespace

std::string to_text(const KeptResults& results) {
  std::string text = Json{{"palamedes", "results"}, {"version", file_version}}.dump() + "\n";
  for (const auto& [id, build] : results.builds) text += line_of(id, build).dump() + "\n";
  for (const KeptMatch& match : results.matches) text += line_of(match).dump() + "\n";
  for (const KeptMeasurement& each : results.measurements) text += line_of(each).dump() + "\n";
  return text;
}

Result<KeptResults> results_of(std::string_view text, const std::string& name) {
  KeptResults results;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    try {
      const Json value = Json::parse(line, nullptr, false);
      if (value.is_discarded()) throw Malformed{"this line is no JSON"};
      if (number == 1) {
        check_heading(value);
      } else {
        take_line(value, results);
      }
    } catch (const Malformed& problem) {
      Diagnostics diagnostics(name);
      diagnostics.error({number, 1}, problem.message);
      return tl::unexpected(std::move(diagnostics));
    }
  }
  if (number == 0) return failure(name, "is empty, no file of results");
  return results;
}

Result<void> write_results(const std::string& path, const KeptResults& results) {
  const std::string text = to_text(results);
  return path.ends_with(".gz") ? write_gzip(path, text) : write_text(path, text);
}

Result<KeptResults> read_results(const std::string& path) {
  const auto text = read_text(path, most_bytes);
  if (!text) return tl::unexpected(text.error());
  return results_of(*text, path);
}

}  // namespace palamedes::lab
