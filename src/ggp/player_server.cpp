#include "ggp/player_server.h"

#include <utility>

#include <fmt/format.h>

#include "base/version.h"

namespace palamedes::ggp {
namespace {

std::string greeting(const std::string& name) {
  return fmt::format(
      "{} is a general game player (palamedes {}).\n"
      "It answers game managers: POST a message of the GGP protocol, such as (INFO).\n",
      name, version);
}

}  // namespace

PlayerServer::PlayerServer(const SessionOptions& options, const HttpLimits& limits, Log log)
    : session_(options, std::move(log)),
      server_(
          limits,
          [this](const std::string& body, const Arrival& arrival) {
            constexpr int bad_request = 400;
            Reply reply = session_.handle(body, arrival);
            return HttpAnswer{reply.kind == Reply::Kind::fine ? 200 : bad_request,
                              std::move(reply.text)};
          },
          [name = options.name] { return greeting(name); }) {}

Result<int> PlayerServer::bind(const std::string& host, int port) {
  return server_.bind(host, port);
}

void PlayerServer::serve() { server_.serve(); }

void PlayerServer::stop() {
  session_.close();
  server_.stop();
}

}  // namespace palamedes::ggp
