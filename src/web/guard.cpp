#include "web/guard.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace palamedes::web {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool is_json(std::string_view type) {
  const std::string word = lower(type.substr(0, type.find(';')));
  return word.substr(0, word.find_last_not_of(" \t") + 1) == "application/json";
}

// An address of version 6 stands in brackets.
std::string as_host(const std::string& name) {
  return name.find(':') != std::string::npos ? "[" + name + "]" : lower(name);
}

constexpr int port_of_http = 80;

}  // namespace

Guard::Guard(const std::string& address, int port, const std::string& name) {
  for (const std::string& each :
       {address, name, std::string("localhost"), std::string("127.0.0.1"), std::string("::1")}) {
    if (each.empty()) continue;
    hosts_.push_back(fmt::format("{}:{}", as_host(each), port));
    if (port == port_of_http) hosts_.push_back(as_host(each));
  }
}

bool Guard::is_own(std::string_view host) const {
  return std::find(hosts_.begin(), hosts_.end(), lower(host)) != hosts_.end();
}

std::optional<Answer> Guard::refusal(const Asked& asked) const {
  if (!is_own(asked.host)) {
    return problem(status::forbidden,
                   "this server is not known by that name; --name adds one to those it answers to");
  }
  if (asked.origin) {
    constexpr std::string_view scheme = "http://";
    const bool own =
        asked.origin->starts_with(scheme) && is_own(asked.origin->substr(scheme.size()));
    if (!own) return problem(status::forbidden, "pages of another origin may not ask this server");
  }
  if (asked.is_api && !asked.fetch_site.empty() && asked.fetch_site != "same-origin" &&
      asked.fetch_site != "none") {
    return problem(status::forbidden, "pages of another origin may not ask this server");
  }
  if (!asked.transfer_encoding.empty()) {
    return problem(status::bad_request, "a body needs Content-Length, not Transfer-Encoding");
  }
  if (asked.method == "GET" || asked.method == "HEAD") return std::nullopt;
  if (asked.method != "POST" && asked.method != "PUT" && asked.method != "DELETE") {
    return problem(status::wrong_method, "this method is not known here");
  }
  if (asked.method == "DELETE" && !asked.has_body) return std::nullopt;
  if (!is_json(asked.content_type)) {
    return problem(status::wrong_type,
                   "a request that writes needs Content-Type: application/json");
  }
  return std::nullopt;
}

}  // namespace palamedes::web
