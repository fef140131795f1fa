#include "http/server.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <set>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include "base/letters.h"
#include "http/connections.h"

namespace palamedes::http {
namespace {

constexpr int no_content = 204;
constexpr int not_found = 404;
constexpr int method_not_allowed = 405;
constexpr int request_timeout = 408;
constexpr int internal_error = 500;
constexpr int unavailable = 503;

struct Route {
  std::string method;
  std::string path;
  Handler handler;

  [[nodiscard]] bool fits(std::string_view asked) const {
    if (!path.ends_with('*')) return asked == path;
    return asked.starts_with(std::string_view(path).substr(0, path.size() - 1));
  }
};

}  // namespace

bool Stream::write(std::string_view piece) {
  open_ = open_ && send_all(socket_, piece, after(write_seconds_), &stop_);
  return open_;
}

bool Stream::wait_until(Time time) {
  // A client that listens has said all that it had to say: it sends nothing but its end.
  open_ = open_ && wait_for(socket_, POLLIN | POLLRDHUP, time, &stop_) == Wait::late;
  return open_;
}

class Server::Hall {
 public:
  explicit Hall(ServerOptions options)
      : options_(std::move(options)), connections_(options_.limits.connections) {}

  void on(Route route) { routes_.push_back(std::move(route)); }

  Result<int> bind(const Address& address) {
    auto listener = listen_on(address);
    if (!listener) return tl::unexpected(std::move(listener.error()));
    listener_ = std::move(*listener);
    return listener_.port;
  }

  void serve() {
    constexpr double moment = 0.05;
    while (!stop_.rings()) {
      if (wait_for(listener_.socket.get(), POLLIN, after(60), &stop_) != Wait::ready) continue;
      Descriptor socket(
          accept4(listener_.socket.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (socket.get() >= 0) {
        admit(std::move(socket));
      } else if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
        // no descriptors are left: some will be soon
        (void)wait_for(-1, 0, after(moment), &stop_);
      }
    }
    listener_.socket.reset();  // also those go that nobody has accepted
    connections_.end();
  }

  void stop() { stop_.ring(); }

 private:
  void admit(Descriptor socket) {
    const int yes = 1;
    (void)setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const Time received = Clock::now();
    const auto place = connections_.add(socket.get());
    if (!place) return turn_away(socket.get());
    const auto shared = std::make_shared<Descriptor>(std::move(socket));
    try {
      std::thread([this, shared, place = *place, received] {
        attend(shared->get(), place, received);
        connections_.remove(place);  // after this there may be no server any more
      }).detach();
    } catch (const std::system_error&) {
      connections_.remove(*place);
      turn_away(shared->get());
    }
  }

  void turn_away(int socket) const {
    (void)send(socket, refused(socket, unavailable, "there are too many connections"), {},
               Clock::now());
  }

  void attend(int socket, Connections::Place place, Time received) {
    MessageReader reader(MessageKind::request, options_.limits);
    const double patience = options_.limits.request_seconds;
    const bool late = read(socket, reader, after(patience));
    if (connections_.has_request(place) == Connections::Fate::dropped) {
      if (!stop_.rings()) log(socket, "closed, there are too many connections");
      return;
    }
    if (!reader.has_begun()) return;
    if (late) {
      const auto words = fmt::format("the request did not come within {} s", patience);
      say(socket, refused(socket, request_timeout, words));
    } else if (const auto& refusal = reader.refusal()) {
      say(socket, refused(socket, refusal->status, refusal->words));
    } else {
      respond(socket, request_of(socket, reader, received));
    }
    finish(socket);
  }

  // Whether it took too long.
  [[nodiscard]] static bool read(int socket, MessageReader& reader, Time until) {
    bool asked_for_body = false;
    std::array<char, 16384> buffer{};
    while (!reader.is_done() && !reader.refusal()) {
      const auto count = receive(socket, buffer, until);
      if (!count && Clock::now() >= until) return true;
      if (count.value_or(0) == 0) {
        reader.end();
      } else {
        reader.take({buffer.data(), *count});
      }
      if (asked_for_body || !reader.has_head() || reader.is_done()) continue;
      asked_for_body = true;
      if (same_in_any_case(reader.head().fields.find("Expect").value_or(""), "100-continue")) {
        (void)send_all(socket, "HTTP/1.1 100 Continue\r\n\r\n", until);
      }
    }
    return false;
  }

  static Request request_of(int socket, MessageReader& reader, Time received) {
    const Head& head = reader.head();
    const std::size_t end = std::min(head.target.find('?'), head.target.size());
    return {.method = head.method,
            .path = head.target.substr(0, end),
            .query = head.target.substr(std::min(end + 1, head.target.size())),
            .fields = head.fields,
            .body = std::move(reader.body()),
            .received = received,
            .round_trip = round_trip_of(socket)};
  }

  void respond(int socket, const Request& request) const {
    Fields more;
    Reply reply = reply_to(socket, request, more);
    const bool head_only = request.method == "HEAD";
    if (!say(socket, reply, more, head_only) || head_only || !reply.stream) return;
    Stream stream(socket, options_.limits.write_seconds, stop_);
    reply.stream(stream);
  }

  Reply reply_to(int socket, const Request& request, Fields& more) const {
    std::set<std::string> methods;
    const Route* best = nullptr;
    const std::string wanted = request.method == "HEAD" ? "GET" : request.method;
    for (const Route& route : routes_) {
      if (!route.fits(request.path)) continue;
      methods.insert(route.method);
      if (route.method != wanted) continue;
      if (best == nullptr || best->path.size() < route.path.size()) best = &route;
    }
    if (best != nullptr) return handled(socket, *best, request);
    if (methods.empty()) {
      return refused(socket, not_found, fmt::format("there is no {}", quote(request.path)));
    }
    if (methods.contains("GET")) methods.insert("HEAD");
    methods.insert("OPTIONS");
    const std::string allowed = fmt::format("{}", fmt::join(methods, ", "));
    more.add("Allow", allowed);
    if (request.method == "OPTIONS") return {.status = no_content};
    return refused(socket, method_not_allowed,
                   fmt::format("{} is not possible here, only {}", quote(request.method), allowed));
  }

  Reply handled(int socket, const Route& route, const Request& request) const {
    try {
      return route.handler(request);
    } catch (const std::exception& exception) {  // one request must not end all others
      return refused(socket, internal_error,
                     fmt::format("it could not be answered: {}", exception.what()));
    }
  }

  bool say(int socket, const Reply& reply, const Fields& more = {}, bool head_only = false) const {
    return send(socket, reply, more, after(options_.limits.write_seconds), head_only);
  }

  // Whether the head went, and the body where it is known.
  bool send(int socket, const Reply& reply, const Fields& more, Time until,
            bool head_only = false) const {
    const std::string_view body = reply.blob.empty() ? std::string_view(reply.body) : reply.blob;
    Fields fields = options_.fields;
    for (const Field& field : more.list()) fields.add(field.name, field.value);
    if (reply.status != no_content) {
      fields.add("Content-Type", reply.type);
      if (!reply.stream) fields.add("Content-Length", std::to_string(body.size()));
    }
    fields.add("Connection", "close");
    const std::string head = answer_head(reply.status, fields);
    if (head_only || reply.stream) return send_all(socket, head, until);
    return send_all(socket, head + std::string(body), until);
  }

  Reply refused(int socket, int status, const std::string& words) const {
    log(socket, fmt::format("refused, {}: {}", status, words));
    return {.status = status, .body = "error: " + words + "\n"};
  }

  void log(int socket, const std::string& what) const {
    if (options_.log) options_.log(fmt::format("{}: {}", peer_of(socket), what));
  }

  ServerOptions options_;
  std::vector<Route> routes_;
  Listener listener_;
  Connections connections_;
  Alarm stop_;
};

Server::Server(ServerOptions options) : hall_(std::make_unique<Hall>(std::move(options))) {}
Server::~Server() = default;
void Server::on(std::string method, std::string path, Handler handler) {
  hall_->on({std::move(method), std::move(path), std::move(handler)});
}
Result<int> Server::bind(const Address& address) { return hall_->bind(address); }
void Server::serve() { hall_->serve(); }
void Server::stop() { hall_->stop(); }

}  // namespace palamedes::http
