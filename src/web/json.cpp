#include "web/json.h"

#include <algorithm>
#include <limits>
#include <regex>

#include <fmt/format.h>

#include "base/params.h"
#include "base/suggest.h"

namespace palamedes::web {

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Answer answer_of(const Json& json, int code) { return {.status = code, .body = text_of(json)}; }

std::string without_options(const std::string& message) {
  if (message.find("--") == std::string::npos) return message;
  static const std::regex remark(
      " ?[(]?a larger --[a-z-]+ allows more[)]?|, or --[a-z-]+ allows more|"
      ", the limit of --[a-z-]+(, of which it may take half)?");
  return std::regex_replace(message, remark, "");
}

std::string sentence_of(const Diagnostics& problems) {
  for (const Diagnostic& each : problems.list()) {
    if (each.severity != Severity::error) continue;
    const std::string message = without_options(each.message);
    const std::string hint = without_options(each.hint);
    return hint.empty() ? message : fmt::format("{} ({})", message, hint);
  }
  return "something is wrong";
}

Json diagnostics_json(const Diagnostics& diagnostics, std::string_view text) {
  Json list = Json::array();
  for (const Diagnostic& each : diagnostics.list()) {
    Json json;
    json["severity"] = each.severity == Severity::error ? "error" : "warning";
    json["text"] = text;
    json["line"] = each.where.line;
    json["column"] = each.where.column;
    json["message"] = without_options(each.message);
    json["hint"] = without_options(each.hint);
    list.push_back(std::move(json));
  }
  return list;
}

Answer problem_with(const Diagnostics& diagnostics, std::string_view text) {
  Json json;
  json["error"] = sentence_of(diagnostics);
  json["diagnostics"] = diagnostics_json(diagnostics, text);
  return answer_of(json, status::unprocessable);
}

Fields::Fields(const std::string& text) : object_(Json::parse(text, nullptr, false)) {
  if (object_.is_discarded()) {
    refuse("the body is no JSON");
    object_ = Json::object();
  }
  check_object();
}

void Fields::check_object() {
  if (object_.is_object()) return;
  refuse("the body is no object");
  object_ = Json::object();
}

const Json* Fields::find(const char* name) {
  if (std::find(known_.begin(), known_.end(), name) == known_.end()) known_.emplace_back(name);
  if (!problem_.empty()) return nullptr;
  const auto at = object_.find(name);
  return at == object_.end() ? nullptr : &*at;
}

bool Fields::has(const char* name) { return find(name) != nullptr; }

const Json* Fields::any(const char* name) { return find(name); }

void Fields::text(const char* name, std::string& target) {
  const Json* json = find(name);
  if (json == nullptr) return;
  if (!json->is_string()) return refuse(fmt::format("'{}' has to be a text", name));
  target = json->get<std::string>();
}

void Fields::text(const char* name, std::optional<std::string>& target) {
  const Json* json = find(name);
  if (json == nullptr || json->is_null()) return;
  target.emplace();
  text(name, *target);
}

void Fields::flag(const char* name, bool& target) {
  const Json* json = find(name);
  if (json == nullptr) return;
  if (!json->is_boolean()) return refuse(fmt::format("'{}' has to be true or false", name));
  target = json->get<bool>();
}

void Fields::flag(const char* name, std::optional<bool>& target) {
  const Json* json = find(name);
  if (json == nullptr || json->is_null()) return;
  target.emplace();
  flag(name, *target);
}

void Fields::number(const char* name, double& target, double least, double most) {
  const Json* json = find(name);
  if (json == nullptr) return;
  const double value =
      json->is_number() ? json->get<double>() : std::numeric_limits<double>::quiet_NaN();
  if (!(value >= least && value <= most)) {
    return refuse(fmt::format("'{}' has to be a number {}", name,
                              params::to_text(Range{.min = least, .max = most})));
  }
  target = value;
}

void Fields::number(const char* name, std::optional<double>& target, double least, double most) {
  const Json* json = find(name);
  if (json == nullptr || json->is_null()) return;
  target.emplace();
  number(name, *target, least, most);
}

void Fields::whole(const char* name, std::uint64_t& target, std::uint64_t least,
                   std::uint64_t most) {
  const Json* json = find(name);
  if (json == nullptr) return;
  const bool fits = json->is_number_unsigned() && json->get<std::uint64_t>() >= least &&
                    json->get<std::uint64_t>() <= most;
  if (!fits) {
    return refuse(fmt::format("'{}' has to be a whole number from {} to {}", name, least, most));
  }
  target = json->get<std::uint64_t>();
}

void Fields::whole(const char* name, std::optional<std::uint64_t>& target, std::uint64_t least,
                   std::uint64_t most) {
  const Json* json = find(name);
  if (json == nullptr || json->is_null()) return;
  target.emplace();
  whole(name, *target, least, most);
}

void Fields::texts(const char* name, std::vector<std::string>& target) {
  const Json* json = find(name);
  if (json == nullptr) return;
  const bool fits =
      json->is_array() &&
      std::all_of(json->begin(), json->end(), [](const Json& each) { return each.is_string(); });
  if (!fits) return refuse(fmt::format("'{}' has to be a list of texts", name));
  target = json->get<std::vector<std::string>>();
}

std::string Fields::problem() {
  if (!problem_.empty()) return problem_;
  for (const auto& [name, value] : object_.items()) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    const std::string hint = did_you_mean(name, known_);
    return fmt::format("there is no {} here{}", quote(name),
                       hint.empty() ? std::string() : fmt::format(" ({})", hint));
  }
  return {};
}

}  // namespace palamedes::web
