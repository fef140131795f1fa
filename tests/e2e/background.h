#pragma once
// Programs that run beside a test, and raw connections to them.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace palamedes::e2e {

// A program that ends with its object, at the latest.
class Background {
 public:
  // The words of a command; the first one is a path, or is found in PATH.
  explicit Background(std::vector<std::string> words);
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // What it said so far, to both of its outputs.
  [[nodiscard]] std::string said() const;
  // Waits until it has said a number after this text, and gives it back; -1 if it never does.
  [[nodiscard]] int number_after(const std::string& text) const;
  void signal(int number) const;
  // Its exit status, or 128 + the signal that ended it; nothing if it still runs after so long.
  [[nodiscard]] std::optional<int> wait(std::chrono::milliseconds longest);
  // The processes that it started and that have not ended.
  [[nodiscard]] std::vector<pid_t> children() const;
  // Kilobytes of memory in use, now and at most so far.
  [[nodiscard]] long resident() const { return status_number("VmRSS:"); }
  [[nodiscard]] long highest_resident() const { return status_number("VmHWM:"); }

 private:
  [[nodiscard]] long status_number(const std::string& key) const;

  pid_t child_ = -1;
  std::string output_;
  std::optional<int> status_;
};

// `palamedes player` on any free port of this machine.
class PlayerProcess : public Background {
 public:
  explicit PlayerProcess(const std::vector<std::string>& options);
  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  int port_;
};

// A TCP connection to a port of this machine.
class Connection {
 public:
  explicit Connection(int port);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Whether it could be sent; false after the other side closed.
  bool send(const std::string& text) const;
  // All that comes until the other side closes, or for so long.
  [[nodiscard]] std::string receive(std::chrono::milliseconds longest) const;
  // The other side closed it within this time.
  [[nodiscard]] bool is_closed_within(std::chrono::milliseconds longest) const;

 private:
  int socket_;
};

struct HttpReply {
  int status = -1;  // none
  std::string head;
  std::string body;
};

// The request that GGP Base sends, and the answer.
[[nodiscard]] HttpReply post(int port, const std::string& message,
                             const std::string& more_headers = {});
[[nodiscard]] HttpReply http(int port, const std::string& request);

}  // namespace palamedes::e2e
