// What must not work: bad requests, pages of other origins, rules that take everything.

#include <csignal>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/program.h"
#include "e2e/web_server.h"

namespace palamedes::e2e {
namespace {

using testing::HasSubstr;

std::string json_head(const std::string& host, std::size_t length, const std::string& more = {}) {
  return fmt::format("Host: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{}", host,
                     length, more);
}

TEST(WebFaults, PagesOfAnotherOriginAndForeignNamesAreRefused) {
  const WebServer server;
  const std::string own = server.host();
  const auto status = [&](const std::string& head) {
    return server.send("GET", "/api/games", head, "").status;
  };
  EXPECT_EQ(status("Host: " + own + "\r\n"), 200);
  EXPECT_EQ(status(fmt::format("Host: localhost:{}\r\n", server.port())), 200);
  EXPECT_EQ(status("Host: evil.example\r\n"), 403);
  EXPECT_EQ(status(fmt::format("Host: evil.example:{}\r\n", server.port())), 403);
  EXPECT_EQ(status("Host: 127.0.0.1:1\r\n"), 403);
  EXPECT_EQ(status(""), 403);
  EXPECT_EQ(status("Host: " + own + "\r\nOrigin: http://" + own + "\r\n"), 200);
  EXPECT_EQ(status("Host: " + own + "\r\nOrigin: http://evil.example\r\n"), 403);
  EXPECT_EQ(status("Host: " + own + "\r\nOrigin: null\r\n"), 403);
  EXPECT_EQ(status("Host: " + own + "\r\nSec-Fetch-Site: cross-site\r\n"), 403);
  // A link to the page may stand anywhere.
  EXPECT_EQ(
      server.send("GET", "/", "Host: " + own + "\r\nSec-Fetch-Site: cross-site\r\n", "").status,
      200);
  const WebReply allowed = server.send("GET", "/api/games", "Host: " + own + "\r\n", "");
  EXPECT_THAT(allowed.head, testing::Not(HasSubstr("Access-Control-Allow-Origin")));
}

TEST(WebFaults, ABodyHasToSayThatItIsJson) {
  const WebServer server;
  const std::string body = Json({{"kind", "gdl"}, {"text", "(role a)"}}).dump();
  const auto status = [&](const std::string& type) {
    return server
        .send("POST", "/api/check",
              fmt::format("Host: {}\r\n{}Content-Length: {}\r\n", server.host(), type, body.size()),
              body)
        .status;
  };
  EXPECT_EQ(status("Content-Type: application/json; charset=utf-8\r\n"), 200);
  EXPECT_EQ(status("Content-Type: text/plain\r\n"), 415);
  EXPECT_EQ(status("Content-Type: application/x-www-form-urlencoded\r\n"), 415);
  EXPECT_EQ(status(""), 415);
}

// What is left of a refused request must not be read as the next one.
TEST(WebFaults, NoRequestHidesInTheBodyOfARefusedOne) {
  const WebServer server;
  const std::string hidden = "POST /api/sessions HTTP/1.1\r\n" + json_head(server.host(), 20) +
                             "\r\n{\"game\":\"tictactoe\"}";
  const WebReply reply = server.send(
      "POST", "/api/check",
      fmt::format("Host: {}\r\nOrigin: http://evil.example\r\nContent-Type: text/plain\r\n"
                  "Content-Length: {}\r\n",
                  server.host(), hidden.size()),
      hidden);
  EXPECT_EQ(reply.status, 403);
  EXPECT_THAT(reply.body, testing::Not(HasSubstr("HTTP/1.1")));
  EXPECT_TRUE(server.children().empty());
}

TEST(WebFaults, LargeChunkedAndBrokenBodiesAreRefused) {
  const WebServer server({"--max-body", "10K"});
  const std::string large = Json({{"kind", "gdl"}, {"text", std::string(20'000, ' ')}}).dump();
  EXPECT_EQ(server.send("POST", "/api/check", json_head(server.host(), large.size()), large).status,
            413);
  EXPECT_EQ(server
                .send("POST", "/api/check",
                      "Host: " + server.host() +
                          "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n",
                      "2\r\n{}\r\n0\r\n\r\n")
                .status,
            400);
  for (const std::string body :
       {"", "{", "[]", "null", "\"text\"", "{\"kind\":1,\"text\":\"\"}", "{\"kind\":\"gdl\"}",
        "{\"kind\":\"gdl\",\"text\":[]}", "{\"kind\":\"kif\",\"text\":\"\"}",
        "{\"kind\":\"gdl\",\"text\":\"\",\"extra\":1}"}) {
    const WebReply reply =
        server.send("POST", "/api/check", json_head(server.host(), body.size()), body);
    EXPECT_EQ(reply.status, 400) << body;
    EXPECT_TRUE(reply.json()["error"].is_string()) << body;
  }
  const std::string deep(9000, '[');
  EXPECT_EQ(server.send("POST", "/api/check", json_head(server.host(), deep.size()), deep).status,
            400);
}

TEST(WebFaults, UnknownPathsMethodsAndSessionsSaySo) {
  const WebServer server;
  EXPECT_EQ(server.get("/").status, 404);
  EXPECT_EQ(server.get("").status, 404);
  EXPECT_EQ(server.get("/no/such/path").status, 404);
  EXPECT_EQ(server.post("/games").status, 405);
  EXPECT_EQ(server.get("/check").status, 405);
  EXPECT_EQ(server.get("/sessions/none").status, 404);
  EXPECT_EQ(server.get("/sessions/none/events").status, 404);
  EXPECT_EQ(server.remove("/sessions/none").status, 404);
  EXPECT_EQ(server.send("PATCH", "/api/games", "Host: " + server.host() + "\r\n", "").status, 405);
}

TEST(WebFaults, BadRequestsToASessionChangeNothing) {
  const WebServer server;
  const std::string path = "/sessions/" + server.open({{"game", "tictactoe"}});
  const Json before = server.get(path).json();
  EXPECT_EQ(server.post(path + "/moves", {{"move", "(mark 4 4)"}}).status, 400);
  EXPECT_EQ(server.post(path + "/moves", {{"move", "(mark"}}).status, 400);
  EXPECT_EQ(server.post(path + "/moves", {{"role", 7}, {"move", "(mark 1 1)"}}).status, 400);
  EXPECT_EQ(server.post(path + "/moves", {{"role", 1}, {"move", "noop"}}).status, 409);
  EXPECT_EQ(server.post(path + "/moves", {{"step", 3}, {"move", "(mark 1 1)"}}).status, 409);
  EXPECT_EQ(server.post(path + "/moves", {{"moves", {"(mark 1 1)"}}}).status, 400);
  EXPECT_EQ(server.post(path + "/moves").status, 400);
  EXPECT_EQ(server.post(path + "/undo").status, 409);
  EXPECT_EQ(server.put(path + "/step", {{"step", 1}}).status, 400);
  EXPECT_EQ(server.put(path + "/step", {{"step", -1}}).status, 400);
  EXPECT_EQ(server.get(path + "?step=x").status, 400);
  EXPECT_EQ(server.put(path + "/players", {{"players", Json::array()}}).status, 400);
  EXPECT_EQ(server
                .put(path + "/players",
                     {{"players",
                       {{{"kind", "human"}}, {{"kind", "agent"}, {"agent", "no_such_agent"}}}}})
                .status,
            400);
  EXPECT_EQ(server.put(path + "/analysis", {{"agent", "uct:select.c=much"}}).status, 400);
  EXPECT_EQ(server.put(path + "/analysis", {{"parameters", {{"select.c", 1}}}}).status, 400);
  EXPECT_EQ(server.post(path + "/analysis/branch", {{"path", {{"noop"}}}}).status, 400);
  EXPECT_EQ(server.post(path + "/review", {{"seconds", -1}}).status, 400);
  EXPECT_EQ(server.put(path + "/record", {{"moves", "none"}}).status, 422);
  const WebReply foreign = server.put(
      path + "/record", {{"gameRoleNames", {"white", "black"}}, {"moves", Json::array()}});
  EXPECT_EQ(foreign.status, 422);
  EXPECT_THAT(foreign.body, HasSubstr("of another game"));
  const Json twice =
      Json::array({Json::array({"(mark 1 1)", "noop"}), Json::array({"noop", "(mark 1 1)"})});
  const WebReply illegal = server.put(path + "/record", {{"moves", twice}});
  EXPECT_EQ(illegal.status, 422);
  EXPECT_THAT(illegal.body, HasSubstr("step 2: oplayer cannot play '(mark 1 1)'"));
  EXPECT_EQ(server.put("/video/" + path.substr(10) + "/clock").status, 404);
  EXPECT_EQ(server.get(path).json(), before);
}

TEST(WebFaults, SheetsWithErrorsAndUnknownGamesOpenNoSession) {
  const WebServer server;
  const WebReply broken = server.post("/sessions", {{"rules", "(role a)\n(legal a ?x)"}});
  EXPECT_EQ(broken.status, 422);
  EXPECT_EQ(broken.json()["diagnostics"][0]["text"], "rules");
  EXPECT_EQ(server.post("/sessions", {{"game", "no_such_game"}}).status, 404);
  EXPECT_EQ(server.post("/sessions", {{"game", "../games/tictactoe.kif"}}).status, 404);
  EXPECT_EQ(server.post("/sessions").status, 400);
  EXPECT_EQ(server.post("/sessions", {{"game", "tictactoe"}, {"moves", "(mark 9 9)"}}).status, 400);
  EXPECT_EQ(server.post("/video", {{"rules", "BasicGame\n"}}).status, 400);
  EXPECT_EQ(server.post("/video", {{"rules", "BasicGame\n"}, {"level_text", ""}}).status, 422);
  EXPECT_TRUE(server.children().empty());
}

// Facts with 8 arguments of 10 values each: a hundred million of them.
const char* const huge = R"(
(role a)
(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)
(<= (init (f ?a ?b ?c ?d ?e ?f ?g ?h)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h))
(<= (next (f ?a ?b ?c ?d ?e ?f ?g ?h)) (true (f ?b ?c ?d ?e ?f ?g ?h ?a)))
(legal a go)
(<= terminal (not (true (f 0 0 0 0 0 0 0 0))))
(goal a 100)
)";

// The successor of a successor of ...: a recursion without an end in the terms.
const char* const endless = R"(
(role a)
(<= (number ?x) (init (n ?x)))
(init (n z))
(<= (next (n (s ?x))) (true (n ?x)))
(<= (even z))
(<= (even (s (s ?x))) (even ?x))
(<= (legal a (go ?x)) (even ?x))
(<= terminal (even nothing))
(goal a 100)
)";

TEST(WebFaults, RulesThatTakeEverythingEndTheirOwnProcessAlone) {
  const WebServer server(
      {"--memory", "300M", "--ready-time", "6s", "--check-time", "6s", "--answer-time", "6s"});
  const std::string path =
      "/sessions/" +
      server.open({{"game", "tictactoe"},
                   {"players", Json::array({{{"kind", "human"}}, {{"kind", "human"}}})}});
  for (const char* rules : {huge, endless}) {
    const WebReply opened = server.post("/sessions", {{"rules", rules}});
    EXPECT_TRUE(opened.status == 422 || opened.status == 201) << opened.status << opened.body;
    if (opened.status == 201) {
      // It could be begun with, on the prover: then a move is answered, or the session ends.
      const std::string id = opened.json()["id"];
      const WebReply state = server.get("/sessions/" + id);
      EXPECT_TRUE(state.status == 200 || state.status == 410) << state.body.substr(0, 200);
      (void)server.remove("/sessions/" + id);
    }
    const Json checked =
        server.post("/check", {{"kind", "gdl"}, {"text", rules}, {"play", true}, {"seconds", 2}})
            .json();
    EXPECT_TRUE(checked.contains("valid")) << checked.dump();
  }
  // Nobody else has noticed anything.
  EXPECT_EQ(server.post(path + "/moves", {{"move", "(mark 2 2)"}}).status, 200);
  EXPECT_EQ(server.children().size(), 1U);
  EXPECT_LT(server.highest_resident(), 200'000);
}

TEST(WebFaults, ASessionWhoseProcessDiesSaysSoAndLeavesThePage) {
  const WebServer server({"--sessions", "1"});
  const std::string path = "/sessions/" + server.open({{"game", "tictactoe"}});
  EXPECT_EQ(server.post("/sessions", {{"game", "nim"}}).status, 429);
  const Connection stream(server.port());
  ASSERT_TRUE(
      stream.send("GET /api" + path + "/events HTTP/1.1\r\nHost: " + server.host() + "\r\n\r\n"));
  ASSERT_EQ(server.children().size(), 1U);
  kill(server.children().front(), SIGSEGV);
  EXPECT_THAT(stream.receive(std::chrono::seconds(20)), HasSubstr("event: closed"));
  const WebReply gone = server.get(path);
  EXPECT_EQ(gone.status, 410);
  EXPECT_THAT(gone.body, HasSubstr("signal 11"));
  EXPECT_EQ(server.post("/sessions", {{"game", "nim"}}).status, 201);
}

TEST(WebFaults, EndedAndIdleSessionsLeaveNoProcess) {
  WebServer server({"--idle-time", "1s"});
  const std::string id = server.open({{"game", "tictactoe"}});
  EXPECT_EQ(server.remove("/sessions/" + id).status, 200);
  EXPECT_EQ(server.get("/sessions/" + id).status, 404);
  ASSERT_FALSE(server.open({{"game", "nim"}}).empty());
  for (int i = 0; i < 100 && !server.children().empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_TRUE(server.children().empty());
  ASSERT_FALSE(server.open({{"game", "nim"}}).empty());
  server.signal(SIGINT);
  EXPECT_EQ(server.wait(std::chrono::seconds(20)), 0);
}

TEST(WebFaults, APortThatIsTakenIsAClearError) {
  const WebServer server;
  const Outcome second = run({"web", "--port", std::to_string(server.port())});
  EXPECT_EQ(second.status, 1);
  EXPECT_THAT(second.err, HasSubstr("cannot be listened on"));
}

}  // namespace
}  // namespace palamedes::e2e
