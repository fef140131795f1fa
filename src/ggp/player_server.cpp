#include "ggp/player_server.h"

#include <utility>

#include <fmt/format.h>

#include "base/version.h"

namespace palamedes::ggp {
namespace {

// A manager that is a page in a browser may talk to a player on another machine.
http::Fields headers() {
  return {{"Access-Control-Allow-Origin", "*"},
          {"Access-Control-Allow-Methods", "POST, GET, OPTIONS"},
          {"Access-Control-Allow-Headers", "*"},
          {"Access-Control-Max-Age", "86400"}};
}

std::string greeting(const std::string& name) {
  return fmt::format(
      "{} is a general game player (palamedes {}).\n"
      "It answers game managers: POST a message of the GGP protocol, such as (INFO).\n",
      name, version);
}

}  // namespace

PlayerServer::PlayerServer(const SessionOptions& options, const HttpLimits& limits, const Log& log)
    : session_(options, log), server_({.limits = limits, .fields = headers(), .log = log}) {
  server_.on("POST", "*", [this](const http::Request& request) {
    constexpr int bad_request = 400;
    Reply reply = session_.handle(request.body, {request.received, request.round_trip});
    return http::Reply{.status = reply.kind == Reply::Kind::fine ? 200 : bad_request,
                       .body = std::move(reply.text),
                       .type = "text/acl"};
  });
  server_.on("GET", "/", [text = greeting(options.name)](const http::Request&) {
    return http::Reply{.body = text};
  });
}

Result<int> PlayerServer::bind(const std::string& host, int port) {
  return server_.bind({host, port});
}

void PlayerServer::serve() { server_.serve(); }

void PlayerServer::stop() {
  session_.close();
  server_.stop();
}

}  // namespace palamedes::ggp
