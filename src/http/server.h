#pragma once
// A server for open networks. Each connection has its own thread and serves one request, all of
// which must have come within `request_seconds`, however slowly. Where there are too many
// connections, the one that has been sending its request for the longest time goes.
//
// Requests are answered by method and path. OPTIONS and HEAD answer by themselves, an unknown path
// with 404, a method that a path does not know with 405. Every answer that is an error has a body
// in words and goes to the log.

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "http/message.h"
#include "http/socket.h"

namespace palamedes::http {

struct ServerLimits : MessageLimits {
  double request_seconds = 20;  // for a whole request to come
  double write_seconds = 5;     // for an answer, or a piece of a stream, to go
  std::size_t connections = 128;
};

struct Request {
  std::string method;
  std::string path;   // of the target, without the query
  std::string query;  // what follows the first '?'
  Fields fields;
  std::string body;
  Time received;          // when the connection was accepted
  double round_trip = 0;  // of the connection, in seconds
};

// An answer without a known end, such as server-sent events, written by the handler's thread. Both
// functions say whether it goes on: the client has not gone away, and the server does not stop.
class Stream {
 public:
  Stream(int socket, double write_seconds, const Alarm& stop)
      : socket_(socket), write_seconds_(write_seconds), stop_(stop) {}

  [[nodiscard]] bool write(std::string_view piece);
  [[nodiscard]] bool wait_until(Time time);

 private:
  int socket_;
  double write_seconds_;
  const Alarm& stop_;
  bool open_ = true;
};

struct Reply {
  int status = 200;
  std::string body;
  std::string type = "text/plain; charset=utf-8";
  std::string_view blob;                // instead of `body`: text that outlives the server
  std::function<void(Stream&)> stream;  // instead of both; ends with the connection
};

using Handler = std::function<Reply(const Request& request)>;

struct ServerOptions {
  ServerLimits limits;
  Fields fields;                                     // of every answer
  std::function<void(const std::string& line)> log;  // from any thread; may be empty
};

class Server {
 public:
  explicit Server(ServerOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Before it serves. "/games/*" is every path that begins with "/games/"; the longest path that
  // fits is taken. The handler is called from many threads.
  void on(std::string method, std::string path, Handler handler);
  // The port that it is, which may be any if 0 was asked for.
  [[nodiscard]] Result<int> bind(const Address& address);
  // Until somebody says stop, and then until all requests have their answers.
  void serve();
  // From any thread, also before it serves. Connections that have not sent their request yet are
  // closed.
  void stop();

 private:
  class Hall;
  std::unique_ptr<Hall> hall_;
};

}  // namespace palamedes::http
