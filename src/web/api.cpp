#include "web/api.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/version.h"
#include "machine/factory.h"
#include "web/catalogue.h"
#include "web/page.h"

namespace palamedes::web {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// "a%2Bb+c" -> "a+b c"; what is no code stays.
std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_code = text[i] == '%' && i + 2 < text.size() && digit_of(text[i + 1]) >= 0 &&
                         digit_of(text[i + 2]) >= 0;
    if (is_code) {
      result += static_cast<char>(digit_of(text[i + 1]) * 16 + digit_of(text[i + 2]));
      i += 2;
    } else {
      result += text[i] == '+' ? ' ' : text[i];
    }
  }
  return result;
}

// The words between slashes.
std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> words;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    words.emplace_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return words;
}

Answer no_such_path() { return problem(status::not_found, "there is no such path in the API"); }
Answer no_such_method() {
  return problem(status::wrong_method, "this path does not know this method");
}

std::string parameter(const Call& call, const std::string& name) {
  const auto at = call.query.find(name);
  return at == call.query.end() ? std::string() : at->second;
}

// What becomes of a call about a session, below /sessions/ID or /video/ID.
struct Route {
  std::string_view kind;
  std::string_view path;
  std::string_view method;
  std::string_view request;
};
constexpr std::array routes = {
    Route{"sessions", "", "GET", "state"},
    Route{"sessions", "moves", "POST", "moves"},
    Route{"sessions", "undo", "POST", "undo"},
    Route{"sessions", "step", "PUT", "step"},
    Route{"sessions", "players", "PUT", "players"},
    Route{"sessions", "play", "PUT", "play"},
    Route{"sessions", "record", "GET", "record-get"},
    Route{"sessions", "record", "PUT", "record-put"},
    Route{"sessions", "analysis", "GET", "analysis-get"},
    Route{"sessions", "analysis", "PUT", "analysis-put"},
    Route{"sessions", "analysis/branch", "POST", "branch"},
    Route{"sessions", "review", "GET", "review-get"},
    Route{"sessions", "review", "POST", "review-post"},
    Route{"sessions", "review", "DELETE", "review-delete"},
    Route{"video", "", "GET", "video-state"},
    Route{"video", "step", "POST", "video-step"},
    Route{"video", "clock", "PUT", "video-clock"},
    Route{"video", "tick", "PUT", "video-tick"},
    Route{"video", "player", "PUT", "video-player"},
};

// A number of the query as an object; empty if it is no number.
std::string step_body(const Call& call) {
  const std::string text = parameter(call, "step");
  if (text.empty()) return "{}";
  const bool is_number = text.size() < 10 && std::all_of(text.begin(), text.end(), [](char c) {
                           return c >= '0' && c <= '9';
                         });
  return is_number ? fmt::format("{{\"step\":{}}}", std::stoul(text)) : std::string();
}

}  // namespace

std::string_view api_description() { return api_files().front().text; }

std::map<std::string, std::string> read_query(std::string_view target) {
  std::map<std::string, std::string> query;
  const std::size_t mark = std::min(target.find('?'), target.size());
  target = target.substr(0, target.find('#'));
  target.remove_prefix(std::min(mark + 1, target.size()));
  while (!target.empty()) {
    const std::string_view part = target.substr(0, target.find('&'));
    const std::size_t equal = std::min(part.find('='), part.size());
    query.emplace(decoded(part.substr(0, equal)),
                  decoded(part.substr(std::min(equal + 1, part.size()))));
    target.remove_prefix(std::min(part.size() + 1, target.size()));
  }
  return query;
}

Api::Api(const ApiOptions& options)
    : options_(options),
      lab_(options.lab_folder),
      sessions_(options.worker_command, options.limits) {}

std::string Api::stream_of(const Call& call) {
  const std::vector<std::string> path = split(call.path);
  const bool is_stream =
      call.method == "GET" && path.size() == 3 && path[0] == "sessions" && path[2] == "events";
  return is_stream ? path[1] : std::string();
}

Answer Api::about() const {
  const Limits& limits = options_.limits;
  std::string machines;
  for (const std::string& name : machine::machine_names()) {
    machines += (machines.empty() ? "" : ",") + json_text(name);
  }
  return {
      .body = fmt::format(
          R"({{"version":{},"build":{},"machines":[{}],"page":{},"limits":{{"body_bytes":{},"sessions":{},"think_seconds":{},"memory_bytes":{},"idle_seconds":{}}}}})",
          json_text(version), json_text(build_id()), machines, !page_files().empty(),
          limits.body_bytes, limits.sessions, limits.think_seconds, limits.memory_bytes,
          limits.idle_seconds)};
}

Answer Api::answer(const Call& call) {
  const std::vector<std::string> path = split(call.path);
  if (path.empty()) return no_such_path();
  if (path[0] == "sessions" || path[0] == "video") return ask_session(call, path);
  return choose(call, path);
}

Answer Api::choose(const Call& call, const std::vector<std::string>& path) {
  const std::string& first = path[0];
  if (first == "check" && path.size() == 1) {
    return call.method == "POST" ? sessions_.check(call.body) : no_such_method();
  }
  const bool is_agents = first == "agents" && (path.size() == 1 || path[1] == "parameters");
  const bool is_known =
      (path.size() == 1 &&
       (first == "about" || first == "games" || first == "openapi.yaml" || first == "lab")) ||
      (path.size() <= 2 && is_agents) ||
      (path.size() == 2 && (first == "games" || first == "video-games")) ||
      (first == "lab" && (path.size() == 2 || (path.size() == 3 && path[2] == "report.html")));
  if (!is_known) return no_such_path();
  if (call.method != "GET") return no_such_method();
  if (first == "about") return about();
  if (first == "openapi.yaml") {
    return {.body = std::string(api_description()), .type = content_type(first)};
  }
  if (is_agents && path.size() == 1) return agents_answer();
  if (is_agents) {
    const std::string game = parameter(call, "game");
    return parameters_answer(parameter(call, "agent"), game.empty() ? "board" : game);
  }
  if (first == "lab") {
    if (path.size() == 1) return lab_.list();
    return path.size() == 2 ? lab_.experiment(path[1]) : lab_.report(path[1]);
  }
  if (path.size() == 1) return games_answer();
  return first == "games" ? game_answer(path[1]) : video_game_answer(path[1]);
}

Answer Api::ask_session(const Call& call, const std::vector<std::string>& path) {
  const std::string& kind = path[0];
  if (path.size() == 1) {
    if (call.method != "POST") return no_such_method();
    return sessions_.open(kind == "video" ? "open-video" : "open-board", call.body);
  }
  const std::string& id = path[1];
  if (path.size() == 2 && call.method == "DELETE") return sessions_.end(id);
  std::string rest;
  for (std::size_t i = 2; i < path.size(); ++i) rest += (rest.empty() ? "" : "/") + path[i];
  bool is_known = false;
  for (const Route& route : routes) {
    if (route.kind != kind || route.path != rest) continue;
    is_known = true;
    if (route.method != call.method) continue;
    std::string body = call.body;
    if (route.request == "state") body = step_body(call);
    if (body.empty() && call.method == "GET") {
      if (route.request == "state") return problem(status::bad_request, "'step' is no number");
      body = "{}";
    }
    return sessions_.ask(id, std::string(route.request), body);
  }
  return is_known ? no_such_method() : no_such_path();
}

}  // namespace palamedes::web
