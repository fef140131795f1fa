#pragma once
// A player on the network: a session behind HTTP.

#include <string>

#include "base/diagnostic.h"
#include "ggp/session.h"
#include "http/server.h"

namespace palamedes::ggp {

using HttpLimits = http::ServerLimits;

class PlayerServer {
 public:
  PlayerServer(const SessionOptions& options, const HttpLimits& limits, const Log& log);

  // The port that it is, which may be any if 0 was asked for.
  [[nodiscard]] Result<int> bind(const std::string& host, int port);
  // Until somebody says stop. The match that runs is over then.
  void serve();
  void stop();

 private:
  Session session_;
  http::Server server_;
};

}  // namespace palamedes::ggp
