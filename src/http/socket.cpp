#include "http/socket.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

namespace palamedes::http {
namespace {

int milliseconds_to(Time until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  constexpr long long minute = 60'000;
  return static_cast<int>(std::clamp(static_cast<long long>(left), 0LL, minute));
}

void set_option(int socket, int level, int option) {
  const int yes = 1;
  (void)setsockopt(socket, level, option, &yes, sizeof yes);
}

Descriptor new_socket(const addrinfo& entry) {
  Descriptor made(
      socket(entry.ai_family, entry.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, entry.ai_protocol));
  return made;
}

// Not what strerror() says: these are the cases that a user can do something about.
std::string why_not_connected(int error) {
  switch (error) {
    case ECONNREFUSED:
      return "the connection is refused: nobody listens there";
    case EHOSTUNREACH:
    case ENETUNREACH:
      return "there is no way to this address";
    case ETIMEDOUT:
      return "nobody answers at this address";
    default:
      return std::strerror(error);
  }
}

std::string why_not_listening(int error) {
  switch (error) {
    case EADDRINUSE:
      return "the port is in use by another program";
    case EACCES:
      return "not allowed: ports below 1024 are for the administrator";
    case EADDRNOTAVAIL:
      return "this machine has no such address";
    default:
      return std::strerror(error);
  }
}

std::string why_not_found(int error) {
  switch (error) {
    case EAI_NONAME:
    case EAI_NODATA:
      return "there is no host of this name";
    case EAI_AGAIN:
      return "the name of the host cannot be looked up now";
    case EAI_SYSTEM:
      return std::strerror(errno);
    default:
      return gai_strerror(error);
  }
}

// Nothing: connected. Zero: too late, or the alarm rang.
std::optional<int> connection_error(int socket, const addrinfo& entry, Time until,
                                    const Alarm& alarm) {
  if (connect(socket, entry.ai_addr, entry.ai_addrlen) == 0) return std::nullopt;
  if (errno != EINPROGRESS) return errno;
  if (wait_for(socket, POLLOUT, until, &alarm) != Wait::ready) return 0;
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return errno;
  return error == 0 ? std::nullopt : std::optional(error);
}

int port_of(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<sockaddr_in&>(address).sin_port);
}

}  // namespace

Time after(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

std::string to_text(const Address& address) {
  const bool colons = address.host.find(':') != std::string::npos;
  return fmt::format("{}{}{}:{}", colons ? "[" : "", address.host, colons ? "]" : "", address.port);
}

Alarm::Alarm() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Alarm::ring() const { (void)eventfd_write(event_.get(), 1); }

bool Alarm::rings() const {
  pollfd entry{event_.get(), POLLIN, 0};
  return poll(&entry, 1, 0) > 0;
}

Wait wait_for(int socket, short events, Time until, const Alarm* alarm) {
  for (;;) {
    std::array<pollfd, 2> entries = {
        {{socket, events, 0}, {alarm == nullptr ? -1 : alarm->descriptor(), POLLIN, 0}}};
    const int found = poll(entries.data(), entries.size(), milliseconds_to(until));
    if (entries[1].revents != 0) return Wait::alarmed;
    if (found > 0) return Wait::ready;
    if (found < 0 && errno != EINTR) return Wait::late;
    if (Clock::now() >= until) return Wait::late;
  }
}

std::optional<std::size_t> receive(int socket, std::span<char> target, Time until,
                                   const Alarm* alarm) {
  while (wait_for(socket, POLLIN, until, alarm) == Wait::ready) {
    const ssize_t count = recv(socket, target.data(), target.size(), MSG_DONTWAIT);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EAGAIN && errno != EINTR) break;
  }
  return std::nullopt;
}

bool send_all(int socket, std::string_view text, Time until, const Alarm* alarm) {
  while (!text.empty()) {
    if (wait_for(socket, POLLOUT, until, alarm) != Wait::ready) return false;
    const ssize_t count = send(socket, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && errno != EAGAIN && errno != EINTR) return false;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void finish(int socket) {
  constexpr double moment = 0.2;
  shutdown(socket, SHUT_WR);
  const Time until = after(moment);
  std::array<char, 16384> ignored{};
  while (receive(socket, ignored, until).value_or(0) > 0) {
  }
}

double round_trip_of(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
  return 1e-6 * info.tcpi_rtt;
}

std::string peer_of(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (getpeername(socket, plain, &size) != 0 ||
      getnameinfo(plain, size, host.data(), host.size(), port.data(), port.size(),
                  NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return "somebody";
  }
  return fmt::format("{}:{}", host.data(), port.data());
}

Endpoint::Endpoint(addrinfo* list) : list_(list, freeaddrinfo) {}

Result<Endpoint> Endpoint::find(const Address& address) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* list = nullptr;
  const int error = getaddrinfo(address.host.empty() ? nullptr : address.host.c_str(),
                                std::to_string(address.port).c_str(), &wanted, &list);
  if (error != 0) return failure(to_text(address), why_not_found(error));
  return Endpoint(list);
}

tl::expected<Descriptor, std::string> connect_to(const Endpoint& endpoint, Time until,
                                                 const Alarm& alarm) {
  std::string problem;
  for (const addrinfo* entry = endpoint.list(); entry != nullptr; entry = entry->ai_next) {
    Descriptor socket = new_socket(*entry);
    const auto error = socket.get() < 0 ? std::optional(errno)
                                        : connection_error(socket.get(), *entry, until, alarm);
    if (!error) {
      set_option(socket.get(), IPPROTO_TCP, TCP_NODELAY);
      return socket;
    }
    if (*error == 0) return tl::unexpected(std::string());
    problem = why_not_connected(*error);
  }
  return tl::unexpected(problem);
}

Result<Listener> listen_on(const Address& address) {
  constexpr int waiting = 256;
  const std::string place = to_text(address);
  const auto endpoint = Endpoint::find(address);
  if (!endpoint) {
    return failure(place, "cannot be listened on: " + endpoint.error().list().front().message);
  }
  int error = 0;
  for (const addrinfo* entry = endpoint->list(); entry != nullptr; entry = entry->ai_next) {
    Descriptor socket = new_socket(*entry);
    // A port is free again at once when its program has ended, and nobody else can share it.
    set_option(socket.get(), SOL_SOCKET, SO_REUSEADDR);
    if (bind(socket.get(), entry->ai_addr, entry->ai_addrlen) == 0 &&
        listen(socket.get(), waiting) == 0) {
      const int port = port_of(socket.get());
      return Listener{std::move(socket), port};
    }
    error = errno;
  }
  return failure(place, "cannot be listened on: " + why_not_listening(error));
}

}  // namespace palamedes::http
