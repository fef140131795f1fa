#pragma once
// The server of the page: HTTP around the API, the files of the page, and streams of events. It
// uses cpp-httplib (docs/decisions.md).

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "web/api.h"

namespace palamedes::web {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;   // 0: any that is free
  std::string name;  // of this computer, besides the host, that it answers to
  ApiOptions api;
};

class Server {
 public:
  // It listens, but answers nobody yet.
  [[nodiscard]] static Result<std::unique_ptr<Server>> listen(const ServerOptions& options);

  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  [[nodiscard]] int port() const;
  // "http://127.0.0.1:8080/"
  [[nodiscard]] std::string address() const;
  // Answers until stop().
  void run();
  // From any thread, also before run().
  void stop();

 private:
  struct Http;
  explicit Server(std::unique_ptr<Http> http);
  std::unique_ptr<Http> http_;
};

}  // namespace palamedes::web
