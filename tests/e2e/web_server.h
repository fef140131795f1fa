#pragma once
// `palamedes web` on a free port, and requests to its API.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "e2e/background.h"

namespace palamedes::e2e {

using Json = nlohmann::json;

struct WebReply {
  int status = -1;
  std::string head;
  std::string body;

  [[nodiscard]] Json json() const { return Json::parse(body, nullptr, false); }
};

class WebServer : public Background {
 public:
  explicit WebServer(const std::vector<std::string>& options = {});

  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] std::string host() const { return "127.0.0.1:" + std::to_string(port_); }

  // Below /api. A body is sent as JSON.
  [[nodiscard]] WebReply get(const std::string& path) const;
  [[nodiscard]] WebReply post(const std::string& path, const Json& body = Json::object()) const;
  [[nodiscard]] WebReply put(const std::string& path, const Json& body = Json::object()) const;
  [[nodiscard]] WebReply remove(const std::string& path) const;
  // With these lines of the head, all of which end with CR LF, and this body.
  [[nodiscard]] WebReply send(const std::string& method, const std::string& target,
                              const std::string& head, const std::string& body) const;

  // A session of a game, or of what is asked for.
  [[nodiscard]] std::string open(const Json& wanted) const;
  // Asks for a state until the condition holds, for a while.
  template <typename Condition>
  [[nodiscard]] Json wait_for(const std::string& path, const Condition& holds) const;

 private:
  int port_;
};

template <typename Condition>
Json WebServer::wait_for(const std::string& path, const Condition& holds) const {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  for (;;) {
    Json json = get(path).json();
    if (holds(json) || std::chrono::steady_clock::now() > until) return json;
    timespec pause{.tv_sec = 0, .tv_nsec = 20'000'000};
    nanosleep(&pause, nullptr);
  }
}

}  // namespace palamedes::e2e
