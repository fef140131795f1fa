// Server and client over real sockets of this machine.

#include "http/server.h"

#include <atomic>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include "http/client.h"

namespace palamedes::http {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using Outcome = Call::Outcome;

constexpr double patience = 20;

// A server in a thread, which ends with its object.
class Running {
 public:
  explicit Running(const ServerLimits& limits = {})
      : server_({.limits = limits, .fields = {{"X-All", "yes"}}, .log = [this](const auto& line) {
                   const std::lock_guard lock(mutex_);
                   log_.push_back(line);
                 }}) {
    server_.on("POST", "*", [](const Request& request) {
      return Reply{
          .body = request.method + " " + request.path + " " + request.query + " " + request.body,
          .type = "text/acl"};
    });
    server_.on("GET", "/", [](const Request&) { return Reply{.body = "hello"}; });
    server_.on("GET", "/blob/*",
               [](const Request&) { return Reply{.type = "text/css", .blob = "a { }"}; });
    server_.on("GET", "/blob/special", [](const Request&) { return Reply{.body = "special"}; });
    server_.on("GET", "/throws",
               [](const Request&) -> Reply { throw std::runtime_error("no memory"); });
    server_.on("GET", "/events", [this](const Request&) {
      return Reply{.type = "text/event-stream", .stream = [this](Stream& stream) {
                     int sent = 0;
                     while (stream.write("data: " + std::to_string(sent++) + "\n\n") &&
                            stream.wait_until(after(0.01))) {
                     }
                     streams_ended_ = streams_ended_ + 1;
                   }};
    });
    port_ = server_.bind({"127.0.0.1", 0}).value_or(-1);
    thread_ = std::thread([this] { server_.serve(); });
  }
  ~Running() { stop(); }

  void stop() {
    server_.stop();
    if (thread_.joinable()) thread_.join();
  }
  [[nodiscard]] Address address() const { return {"127.0.0.1", port_}; }
  [[nodiscard]] std::vector<std::string> log() {
    const std::lock_guard lock(mutex_);
    return log_;
  }
  [[nodiscard]] int streams_ended() const { return streams_ended_; }

 private:
  std::mutex mutex_;
  std::vector<std::string> log_;
  std::atomic<int> streams_ended_{0};
  Server server_;
  int port_ = -1;
  std::thread thread_;
};

// A connection on which a test says what it likes.
class Raw {
 public:
  explicit Raw(const Address& address)
      : socket_(std::move(*connect_to(*Endpoint::find(address), after(patience), alarm_))) {}

  void say(const std::string& text) const {
    EXPECT_TRUE(send_all(socket_.get(), text, after(patience)));
  }
  void half_close() const { shutdown(socket_.get(), SHUT_WR); }
  // Until the other side closes, or until this much has come.
  [[nodiscard]] std::string hear(std::size_t enough = std::string::npos) const {
    std::string text;
    std::array<char, 1024> buffer{};
    const Time until = after(patience);
    while (text.size() < enough) {
      const auto count = receive(socket_.get(), buffer, until);
      if (count.value_or(0) == 0) break;
      text.append(buffer.data(), *count);
    }
    EXPECT_LT(Clock::now(), until) << "it was not closed";
    return text;
  }

 private:
  Alarm alarm_;
  Descriptor socket_;
};

std::string said_to(const Running& server, const std::string& request) {
  const Raw raw(server.address());
  raw.say(request);
  return raw.hear();
}

std::string body_of(const std::string& answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string::npos ? "" : answer.substr(end + 4);
}

bool soon(const std::function<bool()>& holds) {
  const Time until = after(patience);
  while (!holds()) {
    if (Clock::now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

TEST(HttpServer, AnswersWithCarriageReturnsWhateverItWasAsked) {
  Running server;
  for (const std::string end : {"\n", "\r\n"}) {
    const std::string answer =
        said_to(server, "POST /a?b=c HTTP/1.0" + end + "Content-Length: 6" + end + end + "(INFO)");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\nX-All: yes\r\nContent-Type: text/acl\r\n"
                                   "Content-Length: 18\r\nConnection: close\r\n\r\n"));
    EXPECT_EQ(body_of(answer), "POST /a b=c (INFO)");
  }
  EXPECT_THAT(server.log(), IsEmpty());
}

TEST(HttpServer, PathsAndMethodsFindTheirHandlers) {
  Running server;
  const auto get = [&](const std::string& path) {
    return said_to(server, "GET " + path + " HTTP/1.1\r\n\r\n");
  };
  EXPECT_EQ(body_of(get("/")), "hello");
  EXPECT_THAT(get("/blob/style.css"),
              AllOf(HasSubstr("Content-Type: text/css\r\n"), HasSubstr("Content-Length: 5\r\n")));
  EXPECT_EQ(body_of(get("/blob/style.css")), "a { }");
  EXPECT_EQ(body_of(get("/blob/special")), "special");
  const std::string head = said_to(server, "HEAD / HTTP/1.1\r\n\r\n");
  EXPECT_THAT(head, AllOf(StartsWith("HTTP/1.1 200 OK"), HasSubstr("Content-Length: 5\r\n")));
  EXPECT_EQ(body_of(head), "");
  const std::string options = said_to(server, "OPTIONS / HTTP/1.1\r\n\r\n");
  EXPECT_THAT(options,
              AllOf(StartsWith("HTTP/1.1 204"), HasSubstr("Allow: GET, HEAD, OPTIONS, POST"),
                    Not(HasSubstr("Content-Length"))));
}

TEST(HttpServer, ErrorsHaveWordsAndAreLogged) {
  Running server;
  const std::string put = said_to(server, "PUT / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx");
  EXPECT_THAT(put,
              AllOf(StartsWith("HTTP/1.1 405 Method Not Allowed\r\n"),
                    HasSubstr("Allow: GET, HEAD, OPTIONS, POST\r\n"), HasSubstr("X-All: yes")));
  EXPECT_EQ(body_of(put), "error: 'PUT' is not possible here, only GET, HEAD, OPTIONS, POST\n");
  EXPECT_THAT(server.log().back(), AllOf(StartsWith("127.0.0.1:"), HasSubstr("refused, 405: ")));
  EXPECT_EQ(body_of(said_to(server, "GET /throws HTTP/1.1\r\n\r\n")),
            "error: it could not be answered: no memory\n");
  EXPECT_THAT(server.log().back(), HasSubstr("refused, 500"));
  EXPECT_THAT(said_to(server, "(INFO)\r\n"),
              AllOf(HasSubstr("400 Bad Request"), HasSubstr("error: a request begins with")));
  EXPECT_THAT(server.log().back(), HasSubstr("refused, 400: a request begins"));
  EXPECT_EQ(server.log().size(), 3U);
}

TEST(HttpServer, AnUnknownPathIsNotFound) {
  Server server({});
  server.on("GET", "/known", [](const Request&) { return Reply{}; });
  const int port = server.bind({"127.0.0.1", 0}).value_or(-1);
  std::thread thread([&] { server.serve(); });
  const Raw raw({"127.0.0.1", port});
  raw.say("GET /unknown HTTP/1.1\r\n\r\n");
  EXPECT_THAT(raw.hear(), AllOf(StartsWith("HTTP/1.1 404 Not Found\r\n"),
                                HasSubstr("error: there is no '/unknown'")));
  server.stop();
  thread.join();
}

TEST(HttpServer, ABodyThatIsTooLargeIsRefusedBeforeItHasCome) {
  ServerLimits limits;
  limits.body_bytes = 10;
  Running server(limits);
  EXPECT_THAT(said_to(server, "POST / HTTP/1.1\r\nContent-Length: 11\r\n\r\n"),
              AllOf(StartsWith("HTTP/1.1 413 "), HasSubstr("error: the message has more than 10")));
}

TEST(HttpServer, AWholeRequestHasOneDeadline) {
  ServerLimits limits;
  limits.request_seconds = 0.05;
  Running server(limits);
  const Raw raw(server.address());
  raw.say("POST / HTTP/1.1\r\n");
  EXPECT_THAT(raw.hear(), AllOf(StartsWith("HTTP/1.1 408 Request Timeout\r\n"),
                                HasSubstr("error: the request did not come within 0.05 s")));
}

TEST(HttpServer, ARequestThatIsCutOffIsToldSo) {
  Running server;
  const Raw raw(server.address());
  raw.say("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabc");
  raw.half_close();
  EXPECT_THAT(raw.hear(), HasSubstr("error: the message did not come to its end"));
}

TEST(HttpServer, WhoWaitsToBeAskedForTheBodyIsAsked) {
  Running server;
  const Raw raw(server.address());
  raw.say("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  const std::string go_on = "HTTP/1.1 100 Continue\r\n\r\n";
  EXPECT_EQ(raw.hear(go_on.size()), go_on);
  raw.say("hi");
  EXPECT_EQ(body_of(raw.hear()), "POST /  hi");
}

TEST(HttpServer, TheOldestSlowConnectionMakesPlace) {
  ServerLimits limits;
  limits.connections = 2;
  Running server(limits);
  const Raw first(server.address());
  first.say("POST");
  const Raw second(server.address());
  second.say("POST");
  EXPECT_EQ(body_of(said_to(server, "GET / HTTP/1.1\r\n\r\n")), "hello");
  EXPECT_EQ(first.hear(), "");
  EXPECT_TRUE(soon([&] { return !server.log().empty(); }));
  EXPECT_THAT(server.log(), ElementsAre(HasSubstr("closed, there are too many connections")));
}

TEST(HttpServer, StreamsGoOnUntilTheClientHasGone) {
  Running server;
  {
    const Raw raw(server.address());
    raw.say("GET /events HTTP/1.1\r\n\r\n");
    const std::string begin = raw.hear(300);
    EXPECT_THAT(begin,
                AllOf(HasSubstr("Content-Type: text/event-stream\r\n"),
                      Not(HasSubstr("Content-Length")), HasSubstr("data: 0\n\ndata: 1\n\n")));
    EXPECT_EQ(server.streams_ended(), 0);
  }
  EXPECT_TRUE(soon([&] { return server.streams_ended() == 1; }));
}

TEST(HttpServer, StopsAlsoWhileSomebodyListensOrSaysNothing) {
  Running server;
  const Raw listens(server.address());
  listens.say("GET /events HTTP/1.1\r\n\r\n");
  EXPECT_THAT(listens.hear(1), StartsWith("HTTP/1.1 200"));
  const Raw silent(server.address());
  const Raw slow(server.address());
  slow.say("POST");
  server.stop();
  EXPECT_EQ(server.streams_ended(), 1);
  EXPECT_EQ(silent.hear(), "");
}

TEST(HttpServer, StopsAlsoBeforeItServes) {
  Server server({});
  ASSERT_TRUE(server.bind({"127.0.0.1", 0}));
  server.stop();
  server.serve();
  SUCCEED();
}

TEST(HttpServer, TellsWhyItCannotListen) {
  const auto why = [](const Address& address) {
    Server server({});
    const auto port = server.bind(address);
    return port ? "" : to_string(port.error().list().front());
  };
  Running server;
  const std::string place = to_text(server.address());
  EXPECT_EQ(why(server.address()),
            place + ": error: cannot be listened on: the port is in use by another program");
  EXPECT_THAT(why({"192.0.2.1", 0}), HasSubstr("this machine has no such address"));
  EXPECT_THAT(why({"no.such.host.invalid", 0}), HasSubstr("cannot be listened on: the"));
}

// What a client gets from a server that says this to every connection.
class Canned {
 public:
  explicit Canned(std::string answer) : answer_(std::move(answer)) {
    listener_ = std::move(*listen_on({"127.0.0.1", 0}));
    thread_ = std::thread([this] {
      if (wait_for(listener_.socket.get(), POLLIN, after(patience), &stop_) != Wait::ready) return;
      const Descriptor socket(accept(listener_.socket.get(), nullptr, nullptr));
      MessageReader reader(MessageKind::request);
      std::array<char, 1024> buffer{};
      while (!reader.is_done() && !reader.refusal()) {
        const auto count = receive(socket.get(), buffer, after(patience), &stop_);
        if (count.value_or(0) == 0) return;
        reader.take({buffer.data(), *count});
      }
      asked_ = reader.head();
      (void)send_all(socket.get(), answer_, after(patience));
      if (answer_.empty()) (void)wait_for(-1, 0, after(patience), &stop_);
    });
  }
  ~Canned() {
    stop_.ring();
    thread_.join();
  }
  [[nodiscard]] Call::Answer ask(double seconds = patience) const {
    const Address address{"127.0.0.1", listener_.port};
    const Call call(*Endpoint::find(address));
    return call.post(address, {{"Sender", "GAMESERVER"}}, "(INFO)", after(seconds));
  }
  [[nodiscard]] int port() const { return listener_.port; }
  [[nodiscard]] const Head& asked() const { return asked_; }

 private:
  std::string answer_;
  Listener listener_;
  Alarm stop_;
  Head asked_;
  std::thread thread_;
};

TEST(HttpCall, ReadsWhatOldPlayersWrite) {
  const Canned old("HTTP/1.0 200 OK\nContent-type: text/acl\nContent-length: 5\n\nREADY");
  const Call::Answer answer = old.ask();
  EXPECT_EQ(answer.outcome, Outcome::answered) << answer.text;
  EXPECT_EQ(answer.text, "READY");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(old.asked().method, "POST");
  EXPECT_EQ(old.asked().fields.find("Sender"), "GAMESERVER");
  EXPECT_EQ(old.asked().fields.find("Host"), "127.0.0.1:" + std::to_string(old.port()));
  EXPECT_EQ(Canned("HTTP/1.0 200 OK\n\nno length").ask().text, "no length");
}

TEST(HttpCall, TellsWhatWentWrong) {
  const Call::Answer garbage = Canned("READY\r\n\r\n").ask();
  EXPECT_EQ(garbage.outcome, Outcome::no_connection);
  EXPECT_EQ(garbage.text, "the answer cannot be read: it does not speak HTTP");
  const Call::Answer cut = Canned("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab").ask();
  EXPECT_EQ(cut.text, "the answer cannot be read: the message did not come to its end");
  const Call::Answer late = Canned("").ask(0.05);
  EXPECT_EQ(late.outcome, Outcome::late);
}

TEST(HttpCall, ARefusedConnectionIsCalledSo) {
  Address address{"127.0.0.1", 0};
  {
    const auto listener = listen_on(address);
    ASSERT_TRUE(listener);
    address.port = listener->port;
  }
  const Call call(*Endpoint::find(address));
  const Call::Answer answer = call.post(address, {}, "", after(patience));
  EXPECT_EQ(answer.outcome, Outcome::no_connection);
  EXPECT_EQ(answer.text, "the connection is refused: nobody listens there");
}

TEST(HttpCall, CanBeCancelled) {
  const auto listener = listen_on({"127.0.0.1", 0});  // accepts, and never says a word
  ASSERT_TRUE(listener);
  const Address address{"127.0.0.1", listener->port};
  const Call call(*Endpoint::find(address));
  std::thread other([&] { call.cancel(); });
  EXPECT_EQ(call.post(address, {}, "(INFO)", after(600)).outcome, Outcome::late);
  other.join();
}

TEST(HttpAddress, HasBracketsWhereTheHostHasColons) {
  EXPECT_EQ(to_text(Address{"::1", 80}), "[::1]:80");
  EXPECT_EQ(to_text(Address{"localhost", 9147}), "localhost:9147");
  EXPECT_FALSE(Endpoint::find({"no.such.host.invalid", 80}));
}

}  // namespace
}  // namespace palamedes::http
