#include "http/client.h"

#include <array>

namespace palamedes::http {

Call::Answer Call::post(const Address& address, const Fields& fields, std::string_view body,
                        Time deadline, const CallLimits& limits) const {
  const auto socket = connect_to(endpoint_, deadline, cancelled_);
  if (!socket) {
    if (socket.error().empty()) return {Outcome::late, "there is no connection in time"};
    return {Outcome::no_connection, socket.error()};
  }
  Fields all = fields;
  all.add("Host", to_text(address));
  all.add("Content-Length", std::to_string(body.size()));
  all.add("Connection", "close");
  return exchange(socket->get(), request_head("POST", "/", all).append(body), deadline, limits);
}

Call::Answer Call::exchange(int socket, const std::string& request, Time deadline,
                            const CallLimits& limits) const {
  // Whoever refuses a request may answer before all of it has come.
  const bool sent = send_all(socket, request, deadline, &cancelled_);
  MessageReader reader(MessageKind::answer, limits.answer);
  std::array<char, 16384> buffer{};
  while (!reader.is_done() && !reader.refusal()) {
    const auto count = receive(socket, buffer, deadline, &cancelled_);
    if (!count) {
      if (cancelled_.rings() || Clock::now() >= deadline) return {Outcome::late, "no answer"};
      return {Outcome::no_connection, "the connection broke"};
    }
    if (*count == 0) {
      reader.end();
    } else {
      reader.take({buffer.data(), *count});
    }
  }
  if (reader.is_done()) {
    return {Outcome::answered, std::move(reader.body()), reader.head().status};
  }
  if (!reader.has_begun()) {
    return {Outcome::no_connection,
            sent ? "the connection was closed without an answer" : "the connection broke"};
  }
  return {Outcome::no_connection, "the answer cannot be read: " + reader.refusal()->words};
}

}  // namespace palamedes::http
