#pragma once
// One request to a server, and its answer.

#include <cstdint>
#include <string>

#include "http/message.h"
#include "http/socket.h"

namespace palamedes::http {

struct CallLimits {
  MessageLimits answer{.head_bytes = std::size_t{64} << 10U, .body_bytes = std::size_t{1} << 20U};
};

// It may be cancelled from another thread, and then fails soon.
class Call {
 public:
  enum class Outcome : std::uint8_t { answered, late, no_connection };
  struct Answer {
    Outcome outcome = Outcome::no_connection;
    std::string text;  // the body of the answer, or what went wrong
    int status = 0;    // of an answer
  };

  explicit Call(Endpoint endpoint) : endpoint_(std::move(endpoint)) {}

  // `fields` are sent besides Host, Content-Length and Connection. The whole exchange has the one
  // deadline.
  [[nodiscard]] Answer post(const Address& address, const Fields& fields, std::string_view body,
                            Time deadline, const CallLimits& limits = {}) const;
  void cancel() const { cancelled_.ring(); }

 private:
  [[nodiscard]] Answer exchange(int socket, const std::string& request, Time deadline,
                                const CallLimits& limits) const;

  Endpoint endpoint_;
  Alarm cancelled_;
};

}  // namespace palamedes::http
