#include "ggp/http.h"

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <httplib.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace palamedes::ggp {
namespace {

constexpr const char* content_type = "text/acl";

bool wait_for(int socket, short what, Time until) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    pollfd entry{socket, what, 0};
    const int found = poll(&entry, 1, static_cast<int>(std::min<long long>(left, 60'000)));
    if (found > 0) return true;
    if (found < 0 && errno != EINTR) return false;
  }
}

// As the kernel measured it on this connection.
double round_trip_of(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
  return 1e-6 * info.tcpi_rtt;
}

// A connection whose whole request has one deadline and one limit of bytes.
class RequestStream final : public httplib::Stream {
 public:
  RequestStream(int socket, const HttpLimits& limits)
      : socket_(socket),
        until_(Clock::now() + in_seconds(limits.request_seconds)),
        write_seconds_(limits.write_seconds),
        left_(limits.head_bytes + limits.body_bytes) {}

  bool is_readable() const override { return wait_for(socket_, POLLIN, until_); }
  bool is_writable() const override {
    return wait_for(socket_, POLLOUT, Clock::now() + in_seconds(write_seconds_));
  }
  // The library reads heads byte by byte, so bytes are fetched in larger pieces.
  ssize_t read(char* target, size_t size) override {
    if (next_ == buffered_ && !fill()) return -1;
    const std::size_t count = std::min(size, buffered_ - next_);
    std::memcpy(target, buffer_.data() + next_, count);
    next_ += count;
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* text, size_t size) override {
    if (!is_writable()) return -1;
    return send(socket_, text, size, MSG_NOSIGNAL);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return socket_; }

 private:
  bool fill() {
    if (left_ == 0 || !is_readable()) return false;
    const ssize_t count = recv(socket_, buffer_.data(), std::min(buffer_.size(), left_), 0);
    if (count <= 0) return false;
    left_ -= static_cast<std::size_t>(count);
    next_ = 0;
    buffered_ = static_cast<std::size_t>(count);
    return true;
  }

  int socket_;
  Time until_;
  double write_seconds_;
  std::size_t left_;
  std::array<char, 16384> buffer_{};
  std::size_t next_ = 0;
  std::size_t buffered_ = 0;
};

// An answer is lost if the other side still sends while the connection is closed: let it finish for
// a moment.
void close_gently(int socket) {
  constexpr double moment = 0.2;
  shutdown(socket, SHUT_WR);
  const Time until = Clock::now() + in_seconds(moment);
  std::array<char, 16384> ignored{};
  while (wait_for(socket, POLLIN, until) && recv(socket, ignored.data(), ignored.size(), 0) > 0) {
  }
  close(socket);
}

// The connections that are open, oldest first.
class Connections {
 public:
  struct Entry {
    int socket;
    bool reads = true;  // the request has not come yet
    bool dropped = false;
  };
  using Place = std::list<Entry>::iterator;

  Place add(int socket) {
    const std::lock_guard lock(mutex_);
    const Place place = entries_.insert(entries_.end(), {socket});
    if (closed_) drop(*place);
    return place;
  }
  void has_request(Place place) {
    const std::lock_guard lock(mutex_);
    place->reads = false;
  }
  // Whether it had been dropped.
  bool remove(Place place) {
    const std::lock_guard lock(mutex_);
    const bool dropped = place->dropped;
    entries_.erase(place);
    return dropped;
  }
  // Its own thread sees the end of it and closes it.
  void drop_oldest_reader() {
    const std::lock_guard lock(mutex_);
    for (Entry& entry : entries_) {
      if (!entry.reads) continue;
      drop(entry);
      return;
    }
  }
  // Also those whose threads have not come to add them yet.
  void drop_all_readers() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (Entry& entry : entries_) {
      if (entry.reads) drop(entry);
    }
  }

 private:
  static void drop(Entry& entry) {
    shutdown(entry.socket, SHUT_RDWR);
    entry.reads = false;
    entry.dropped = true;
  }
  std::mutex mutex_;
  std::list<Entry> entries_;
  bool closed_ = false;
};

// Set while a connection is taken only to tell it that there are too many.
thread_local bool refusing = false;

// A thread for each connection.
class Threads final : public httplib::TaskQueue {
 public:
  Threads(Connections& connections, std::size_t most) : connections_(connections), most_(most) {}

  void enqueue(std::function<void()> task) override {
    // A dropped connection takes a moment to go.
    constexpr auto moment = std::chrono::milliseconds(100);
    {
      std::unique_lock lock(mutex_);
      if (running_ >= most_) connections_.drop_oldest_reader();
      if (idle_.wait_for(lock, moment, [&] { return running_ < 2 * most_; }) && start(task)) return;
    }
    refusing = true;
    task();
    refusing = false;
  }
  void shutdown() override {
    connections_.drop_all_readers();
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [&] { return running_ == 0; });
  }

 private:
  bool start(const std::function<void()>& task) {
    try {
      std::thread([this, task] {
        task();
        const std::lock_guard lock(mutex_);
        --running_;
        idle_.notify_all();
      }).detach();
    } catch (const std::system_error&) {
      return false;
    }
    ++running_;
    return true;
  }

  Connections& connections_;
  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable idle_;
  std::size_t running_ = 0;
};

// What the handler of a request knows about its connection; the library does not hand it on.
struct Current {
  Arrival arrival;
  Connections* connections = nullptr;
  Connections::Place place;
};
thread_local Current* current = nullptr;

}  // namespace

class HttpServer::Server final : public httplib::Server {
 public:
  Server(const HttpLimits& limits, OnPost on_post, std::function<std::string()> greeting)
      : limits_(limits), on_post_(std::move(on_post)) {
    new_task_queue = [this] { return new Threads(connections_, limits_.connections); };
    set_tcp_nodelay(true);
    // Not the library's choice, with which a second program can listen on the same port.
    set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    set_default_headers({{"Access-Control-Allow-Origin", "*"},
                         {"Access-Control-Allow-Methods", "POST, GET, OPTIONS"},
                         {"Access-Control-Allow-Headers", "*"},
                         {"Access-Control-Max-Age", "86400"}});
    const char* anything = ".*";
    Options(anything,
            [](const httplib::Request&, httplib::Response& answer) { answer.status = 204; });
    Get("/", [greeting = std::move(greeting)](const httplib::Request&, httplib::Response& answer) {
      answer.set_content(greeting(), "text/plain");
    });
    Post(anything, [this](const httplib::Request& request, httplib::Response& answer,
                          const httplib::ContentReader& read) { post(request, answer, read); });
    set_exception_handler([](const httplib::Request&, httplib::Response& answer,
                             const std::exception_ptr&) { answer.status = 500; });
  }

  // The library lets five connections wait, and a sixth tries again after a second.
  void lengthen_queue() const {
    constexpr int waiting = 256;
    (void)::listen(svr_sock_.load(), waiting);
  }

  void serve() {
    listen_after_bind();
    served_ = true;
  }
  void stop_serving() {
    // before it runs the library would not notice
    while (!is_running() && !served_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    stop();
  }

 private:
  void post(const httplib::Request& request, httplib::Response& answer,
            const httplib::ContentReader& read) {
    std::string body;
    const bool whole =
        request.get_header_value<std::uint64_t>("Content-Length") <= limits_.body_bytes &&
        read([&](const char* data, std::size_t size) {
          body.append(data, size);
          return body.size() <= limits_.body_bytes;
        });
    if (!whole) {
      answer.status =
          body.size() <= limits_.body_bytes &&
                  request.get_header_value<std::uint64_t>("Content-Length") <= limits_.body_bytes
              ? 400
              : 413;
      answer.set_content(
          answer.status == 413
              ? fmt::format("error: the message has more than {} bytes\n", limits_.body_bytes)
              : "error: the message did not come to its end\n",
          content_type);
      return;
    }
    current->connections->has_request(current->place);
    const HttpAnswer said = on_post_(body, current->arrival);
    answer.status = said.status;
    answer.set_content(said.text, content_type);
  }

  bool process_and_close_socket(socket_t socket) override {
    if (refusing) {
      constexpr std::string_view busy =
          "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
      (void)send(socket, busy.data(), busy.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      close(socket);
      return false;
    }
    Current here{{Clock::now(), round_trip_of(socket)}, &connections_, connections_.add(socket)};
    current = &here;
    RequestStream stream(socket, limits_);
    bool closed = false;
    const bool fine = process_request(stream, true, closed, {});
    current = nullptr;
    if (connections_.remove(here.place)) {
      close(socket);
    } else {
      close_gently(socket);
    }
    return fine;
  }

  HttpLimits limits_;
  OnPost on_post_;
  Connections connections_;
  std::atomic<bool> served_{false};
};

HttpServer::HttpServer(const HttpLimits& limits, OnPost on_post,
                       std::function<std::string()> greeting)
    : server_(std::make_unique<Server>(limits, std::move(on_post), std::move(greeting))) {}

HttpServer::~HttpServer() = default;

Result<int> HttpServer::bind(const std::string& host, int port) {
  errno = 0;
  const int bound =
      port == 0 ? server_->bind_to_any_port(host) : (server_->bind_to_port(host, port) ? port : -1);
  if (bound > 0) {
    server_->lengthen_queue();
    return bound;
  }
  return failure(fmt::format("{}:{}", host, port),
                 fmt::format("cannot be listened on: {}",
                             errno == 0 ? "there is no such address" : std::strerror(errno)));
}

void HttpServer::serve() { server_->serve(); }
void HttpServer::stop() { server_->stop_serving(); }

// ---- client
// --------------------------------------------------------------------------------------

class HttpCall::Client {
 public:
  explicit Client(const Address& address) : client_(address.host, address.port) {}

  Answer post(const std::string& body, Time deadline) {
    constexpr std::size_t most_bytes = 1U << 20U;
    constexpr double least = 0.001;  // 0 would mean without end
    const double seconds = std::max(least, to_seconds(deadline - Clock::now()));
    client_.set_tcp_nodelay(true);
    client_.set_connection_timeout(std::chrono::duration<double>(seconds));
    client_.set_read_timeout(std::chrono::duration<double>(seconds));
    client_.set_write_timeout(std::chrono::duration<double>(seconds));
    Answer answer;
    httplib::Request request;
    request.method = "POST";
    request.path = "/";
    request.headers = {
        {"Content-Type", content_type}, {"Accept", "text/delim"}, {"Sender", "GAMESERVER"}};
    request.body = body;
    request.content_receiver = [&](const char* data, std::size_t size, std::uint64_t,
                                   std::uint64_t) {
      answer.text.append(data, size);
      return answer.text.size() <= most_bytes;
    };
    const httplib::Result result = client_.send(request);
    if (result) {
      answer.outcome = Outcome::answered;
      return answer;
    }
    answer.text = httplib::to_string(result.error());
    // the library's timers are a little early
    constexpr auto early = std::chrono::milliseconds(50);
    if (cancelled_ || Clock::now() + early >= deadline) answer.outcome = Outcome::late;
    return answer;
  }

  void cancel() {
    cancelled_ = true;
    client_.stop();
  }

 private:
  httplib::Client client_;
  std::atomic<bool> cancelled_{false};
};

HttpCall::HttpCall(const Address& address) : client_(std::make_unique<Client>(address)) {}
HttpCall::~HttpCall() = default;
HttpCall::Answer HttpCall::post(const std::string& body, Time deadline) {
  return client_->post(body, deadline);
}
void HttpCall::cancel() { client_->cancel(); }

}  // namespace palamedes::ggp
