#pragma once
// TCP with deadlines. Everything that waits ends at a given time, or when an alarm rings.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/diagnostic.h"

struct addrinfo;  // the C library's

namespace palamedes::http {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;

[[nodiscard]] Time after(double seconds);

struct Address {
  std::string host;
  int port = 0;
};
// "host:port", with brackets round an IPv6 address.
[[nodiscard]] std::string to_text(const Address& address);

// Wakes whoever waits with it, once and for all. From any thread.
class Alarm {
 public:
  Alarm();
  void ring() const;
  [[nodiscard]] bool rings() const;
  [[nodiscard]] int descriptor() const { return event_.get(); }

 private:
  Descriptor event_;
};

enum class Wait : std::uint8_t { ready, late, alarmed };

// `events` are those of poll().
[[nodiscard]] Wait wait_for(int socket, short events, Time until, const Alarm* alarm = nullptr);

// Some bytes into `target`, and how many; 0 at the end of what comes, nothing if it was too late or
// the connection is broken.
[[nodiscard]] std::optional<std::size_t> receive(int socket, std::span<char> target, Time until,
                                                 const Alarm* alarm = nullptr);
// Whether all of it went.
[[nodiscard]] bool send_all(int socket, std::string_view text, Time until,
                            const Alarm* alarm = nullptr);

// An answer is lost if a connection is closed while the other side still sends: says that nothing
// more comes, and lets the other side finish for a moment.
void finish(int socket);

// As the kernel measured it on this connection, in seconds.
[[nodiscard]] double round_trip_of(int socket);
// "192.0.2.1:4711"
[[nodiscard]] std::string peer_of(int socket);

// What a name stands for. To look it up takes as long as the system's resolver does, so it is done
// once.
class Endpoint {
 public:
  [[nodiscard]] static Result<Endpoint> find(const Address& address);
  [[nodiscard]] const addrinfo* list() const { return list_.get(); }

 private:
  explicit Endpoint(addrinfo* list);
  std::shared_ptr<addrinfo> list_;
};

// A connection to the first of its addresses that accepts one. Else why not, in words; no words if
// it was too late or the alarm rang.
[[nodiscard]] tl::expected<Descriptor, std::string> connect_to(const Endpoint& endpoint, Time until,
                                                               const Alarm& alarm);

// A socket that listens, and its port, which is any that is free if 0 was asked for.
struct Listener {
  Descriptor socket;
  int port = 0;
};
[[nodiscard]] Result<Listener> listen_on(const Address& address);

}  // namespace palamedes::http
