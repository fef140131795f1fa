#include "e2e/web_server.h"

#include <fmt/format.h>

#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

std::vector<std::string> command(const std::vector<std::string>& options) {
  std::vector<std::string> words = {program(), "web", "--port", "0", "--threads", "1"};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

}  // namespace

WebServer::WebServer(const std::vector<std::string>& options)
    : Background(command(options)), port_(number_after("http://127.0.0.1:")) {}

WebReply WebServer::send(const std::string& method, const std::string& target,
                         const std::string& head, const std::string& body) const {
  const HttpReply reply =
      http(port_, fmt::format("{} {} HTTP/1.1\r\n{}\r\n{}", method, target, head, body));
  return {.status = reply.status, .head = reply.head, .body = reply.body};
}

WebReply WebServer::get(const std::string& path) const {
  return send("GET", "/api" + path, "Host: " + host() + "\r\n", "");
}

WebReply WebServer::post(const std::string& path, const Json& body) const {
  const std::string text = body.dump();
  return send("POST", "/api" + path,
              fmt::format("Host: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
                          host(), text.size()),
              text);
}

WebReply WebServer::put(const std::string& path, const Json& body) const {
  const std::string text = body.dump();
  return send("PUT", "/api" + path,
              fmt::format("Host: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
                          host(), text.size()),
              text);
}

WebReply WebServer::remove(const std::string& path) const {
  return send("DELETE", "/api" + path, "Host: " + host() + "\r\n", "");
}

std::string WebServer::open(const Json& wanted) const {
  return post("/sessions", wanted).json().value("id", "");
}

}  // namespace palamedes::e2e
