#pragma once
// HTTP as the protocol needs it: a server for POST with plain text, and one POST of a client. The
// library behind it (cpp-httplib) is seen by http.cpp alone.
//
// The server is for open networks. Each connection has its own thread and serves one request, and
// all of it must have come within `request_seconds`, however slowly: a timeout for each piece,
// which is all that the library knows, would let somebody hold a connection for ever. Where there
// are too many, the one that has been sending its request for the longest time goes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/diagnostic.h"
#include "ggp/session.h"

namespace palamedes::ggp {

struct HttpLimits {
  std::size_t body_bytes = std::size_t{8} << 20U;
  std::size_t head_bytes = std::size_t{64} << 10U;
  double request_seconds = 20;  // for a whole request to come
  double write_seconds = 5;     // for a piece of the answer to go
  std::size_t connections = 128;
};

struct HttpAnswer {
  int status = 200;
  std::string text;
};

using OnPost = std::function<HttpAnswer(const std::string& body, const Arrival& arrival)>;

class HttpServer {
 public:
  // `on_post` is called from many threads; `greeting` is what a person sees who looks at it with a
  // browser.
  HttpServer(const HttpLimits& limits, OnPost on_post, std::function<std::string()> greeting);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // The port that it is, which may be any if 0 was asked for.
  [[nodiscard]] Result<int> bind(const std::string& host, int port);
  // Until somebody says stop, and then until all requests have their answers.
  void serve();
  // From any thread. Connections that have not sent their request yet are closed.
  void stop();

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

struct Address {
  std::string host;
  int port = 0;
};

// One request to a player. It may be cancelled from another thread, and then fails soon.
class HttpCall {
 public:
  enum class Outcome : std::uint8_t { answered, late, no_connection };
  struct Answer {
    Outcome outcome = Outcome::no_connection;
    std::string text;  // the answer, or what went wrong
  };

  explicit HttpCall(const Address& address);
  ~HttpCall();
  HttpCall(const HttpCall&) = delete;
  HttpCall& operator=(const HttpCall&) = delete;

  // Waits no longer than until then for the connection, and for each piece of the answer.
  [[nodiscard]] Answer post(const std::string& body, Time deadline);
  void cancel();

 private:
  class Client;
  std::unique_ptr<Client> client_;
};

}  // namespace palamedes::ggp
