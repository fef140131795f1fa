#include "web/server.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <httplib.h>

#include "web/events.h"
#include "web/guard.h"
#include "web/page.h"

namespace palamedes::web {
namespace {

constexpr std::string_view api_root = "/api";

std::optional<std::string_view> header(const httplib::Request& request, const char* name) {
  const auto at = request.headers.find(name);
  return at == request.headers.end() ? std::nullopt : std::optional<std::string_view>(at->second);
}

bool is_api(const std::string& path) {
  return path == api_root || path.starts_with(std::string(api_root) + "/");
}

void put(httplib::Response& response, const Answer& answer) {
  response.status = answer.status;
  response.set_content(answer.body, answer.type);
}

}  // namespace

struct Server::Http {
  explicit Http(const ServerOptions& wanted)
      : options(wanted), guard(wanted.host, wanted.port, wanted.name), api(wanted.api) {}

  void set_up();
  // True if the request has been refused.
  bool refuse(const httplib::Request& request, httplib::Response& response) const;
  void answer(const httplib::Request& request, httplib::Response& response, std::string body);
  void read_and_answer(const httplib::Request& request, httplib::Response& response,
                       const httplib::ContentReader& reader);
  void show_page(const httplib::Request& request, httplib::Response& response) const;
  void stream(const std::string& id, httplib::Response& response);
  bool send_news(WorkerProcess& process, std::uint64_t& seen, httplib::DataSink& sink) const;

  ServerOptions options;
  Guard guard;
  Api api;
  std::atomic<bool> stops{false};
  std::atomic<std::uint64_t> streams{0};
  httplib::Server server;
};

bool Server::Http::refuse(const httplib::Request& request, httplib::Response& response) const {
  Asked asked{.method = request.method,
              .host = header(request, "Host").value_or(""),
              .origin = header(request, "Origin"),
              .fetch_site = header(request, "Sec-Fetch-Site").value_or(""),
              .content_type = header(request, "Content-Type").value_or(""),
              .transfer_encoding = header(request, "Transfer-Encoding").value_or(""),
              .has_body = header(request, "Content-Length").value_or("0") != "0",
              .is_api = is_api(request.path)};
  const auto refusal = guard.refusal(asked);
  if (refusal) put(response, *refusal);
  return refusal.has_value();
}

void Server::Http::set_up() {
  // One request for each connection: what is left of a refused one can never be taken for another.
  server.set_keep_alive_max_count(1);
  server.set_payload_max_length(options.api.limits.body_bytes);
  server.set_tcp_nodelay(true);
  constexpr std::size_t other_requests = 32;
  const std::size_t threads = options.api.limits.streams + other_requests;
  server.new_task_queue = [threads] { return new httplib::ThreadPool(threads); };
  server.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                              {"Referrer-Policy", "no-referrer"},
                              {"Cross-Origin-Resource-Policy", "same-origin"}});
  server.set_pre_routing_handler([this](const auto& request, auto& response) {
    using Response = httplib::Server::HandlerResponse;
    return refuse(request, response) ? Response::Handled : Response::Unhandled;
  });
  const auto get = [this](const auto& request, auto& response) { answer(request, response, {}); };
  const auto write = [this](const auto& request, auto& response, const auto& reader) {
    read_and_answer(request, response, reader);
  };
  constexpr const char* any = "/.*";
  server.Get(any, get);
  server.Post(any, write);
  server.Put(any, write);
  server.Delete(any, get);
  server.set_error_handler([](const auto& /*request*/, auto& response) {
    if (!response.body.empty()) return;
    const char* what = response.status == status::too_large ? "the body is larger than is allowed"
                                                            : "the request cannot be answered";
    response.set_content(problem(response.status, what).body, "application/json");
  });
  server.set_exception_handler([](const auto& /*request*/, auto& response, auto /*exception*/) {
    put(response, problem(status::internal, "something is wrong in this program"));
  });
}

void Server::Http::read_and_answer(const httplib::Request& request, httplib::Response& response,
                                   const httplib::ContentReader& reader) {
  std::string body;
  const std::size_t most = options.api.limits.body_bytes;
  const bool fits = reader([&](const char* data, std::size_t length) {
    if (length > most - body.size()) return false;
    body.append(data, length);
    return true;
  });
  if (!fits) return put(response, problem(status::too_large, "the body is larger than is allowed"));
  answer(request, response, std::move(body));
}

void Server::Http::answer(const httplib::Request& request, httplib::Response& response,
                          std::string body) {
  if (!is_api(request.path)) {
    if (request.method != "GET" && request.method != "HEAD") {
      return put(response, problem(status::wrong_method, "this path does not know this method"));
    }
    return show_page(request, response);
  }
  const Call call{.method = request.method,
                  .path = request.path.substr(api_root.size()),
                  .query = read_query(request.target),
                  .body = std::move(body)};
  response.set_header("Cache-Control", "no-store");
  const std::string id = Api::stream_of(call);
  if (!id.empty()) return stream(id, response);
  const Answer answer = api.answer(call);
  if (answer.type.starts_with("text/html")) {
    response.set_header("Content-Security-Policy",
                        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                        "frame-ancestors 'self'");
  }
  put(response, answer);
}

void Server::Http::show_page(const httplib::Request& request, httplib::Response& response) const {
  response.set_header("Content-Security-Policy", content_policy());
  std::string name = request.path.substr(1);
  if (name.empty()) name = "index.html";
  if (const Embedded* file = find(page_files(), name)) {
    // Names of what stands in assets/ have a hash of what is in them.
    response.set_header("Cache-Control", name.starts_with("assets/")
                                             ? "public, max-age=31536000, immutable"
                                             : "no-cache");
    response.set_content(file->text.data(), file->text.size(), content_type(name));
  } else if (name == "index.html") {
    response.set_content(plain_page(), content_type(name));
  } else {
    response.status = status::not_found;
    response.set_content("There is nothing of this name.\n", "text/plain; charset=utf-8");
  }
}

bool Server::Http::send_news(WorkerProcess& process, std::uint64_t& seen,
                             httplib::DataSink& sink) const {
  constexpr std::chrono::milliseconds between_looks{500};
  constexpr int looks_between_comments = 30;
  Events::News news;
  for (int look = 0; look < looks_between_comments; ++look) {
    news = process.events().wait(seen, between_looks);
    if (stops || !news.events.empty() || news.closed) break;
    if (!sink.is_writable()) return false;
  }
  if (stops) return false;
  seen = news.seen;
  std::string text;
  for (const Event& event : news.events) text += to_text(event);
  if (text.empty() && !news.closed) text = ":\n\n";
  if (!text.empty() && !sink.write(text.data(), text.size())) return false;
  if (news.closed) sink.done();
  return true;
}

void Server::Http::stream(const std::string& id, httplib::Response& response) {
  if (++streams > options.api.limits.streams) {
    --streams;
    return put(response, problem(status::too_many, "there are too many streams of events"));
  }
  const auto process = api.sessions().begin_stream(id);
  if (process == nullptr) {
    --streams;
    return put(response, problem(status::not_found, "there is no such session"));
  }
  response.set_header("X-Accel-Buffering", "no");
  response.set_chunked_content_provider(
      "text/event-stream",
      [this, process, seen = std::uint64_t{0}](std::size_t /*offset*/,
                                               httplib::DataSink& sink) mutable {
        return send_news(*process, seen, sink);
      },
      [this, id](bool /*success*/) {
        api.sessions().end_stream(id);
        --streams;
      });
}

Result<std::unique_ptr<Server>> Server::listen(const ServerOptions& options) {
  auto http = std::make_unique<Http>(options);
  // Without SO_REUSEPORT, which the library sets by itself: a second server must not share the
  // port.
  http->server.set_socket_options([](int socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  int port = options.port;
  if (port == 0) {
    port = http->server.bind_to_any_port(options.host);
  } else if (!http->server.bind_to_port(options.host, port)) {
    port = -1;
  }
  if (port < 0) {
    return failure(fmt::format("{}:{}", options.host, options.port),
                   fmt::format("cannot be listened on: {}", std::strerror(errno)),
                   errno == EADDRINUSE ? "take another one with --port" : "");
  }
  http->options.port = port;
  http->guard = Guard(options.host, port, options.name);
  http->set_up();
  return std::unique_ptr<Server>(new Server(std::move(http)));
}

Server::Server(std::unique_ptr<Http> http) : http_(std::move(http)) {}
Server::~Server() = default;

int Server::port() const { return http_->options.port; }

std::string Server::address() const {
  const std::string& host = http_->options.host;
  const bool is_version_6 = host.find(':') != std::string::npos;
  return fmt::format("http://{}:{}/", is_version_6 ? "[" + host + "]" : host, port());
}

void Server::run() {
  if (!http_->stops) http_->server.listen_after_bind();
}

void Server::stop() {
  http_->stops = true;
  http_->server.stop();
}

}  // namespace palamedes::web
