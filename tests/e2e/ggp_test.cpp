// Player and game manager over real sockets of this machine, and everything that can go wrong
// between them. docs/play.md has the table of these faults.

#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/background.h"
#include "e2e/match_record.h"
#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Clock = std::chrono::steady_clock;

std::string start_message(const std::string& match, const std::string& clocks) {
  return "(START " + match + " a (" + callers + ") " + clocks + ")";
}

std::vector<std::string> words(std::vector<std::string> options) {
  options.insert(options.begin(), program());
  return options;
}

bool is_available(int port) {
  const HttpReply reply = post(port, "(INFO)");
  EXPECT_EQ(reply.status, 200);
  return reply.body.find("available") != std::string::npos;
}

bool soon(const std::function<bool()>& holds, milliseconds longest) {
  const auto until = Clock::now() + longest;
  while (!holds()) {
    if (Clock::now() >= until) return false;
    std::this_thread::sleep_for(milliseconds(20));
  }
  return true;
}

// A player in Python that answers INFO and START as it should, and PLAY with this code.
class FakePlayer : public Background {
 public:
  explicit FakePlayer(const std::string& play)
      : Background({"python3", "-c", script(play)}), port_(number_after("port ")) {}
  [[nodiscard]] std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  static std::string script(const std::string& play) {
    return "import http.server, time\n"
           "class Player(http.server.BaseHTTPRequestHandler):\n"
           "  def do_POST(self):\n"
           "    text = self.rfile.read(int(self.headers['Content-Length'])).decode().lower()\n"
           "    if text.startswith('(info'): reply = b'available'\n"
           "    elif text.startswith('(start'): reply = b'READY'\n"
           "    elif text.startswith('(play'): " +
           play +
           "\n"
           "    else: reply = b'done'\n"
           "    self.send_response(200)\n"
           "    self.end_headers()\n"
           "    self.wfile.write(reply)\n"
           "  def log_message(self, *ignored): pass\n"
           "server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Player)\n"
           "print('port', server.server_port, flush=True)\n"
           "server.serve_forever()\n";
  }
  int port_;
};

TEST(Ggp, TwoPlayersPlayAWholeMatch) {
  const PlayerProcess x({"--agent", "uct", "--threads", "1", "--name", "first"});
  const PlayerProcess o({"--agent", "random"});
  const std::string file = folder() + "whole.json";
  const Outcome outcome = run({"manager", "tictactoe", "--players", x.address() + "," + o.address(),
                               "--start-clock", "1", "--play-clock", "1", "--record", file});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("xplayer  first (" + x.address() + ")"),
                                 HasSubstr("oplayer  palamedes (" + o.address() + ")")));
  const json record = read_record(file);
  check_record(record);
  EXPECT_EQ(record.at("isCompleted"), true);
  EXPECT_EQ(record.at("gameName"), "tictactoe");
  EXPECT_EQ(record.at("playClock"), 1);
  EXPECT_THAT(errors_of(record, 0), Each(""));
  EXPECT_THAT(errors_of(record, 1), Each(""));
  EXPECT_EQ(record.at("goalValues").at(0).get<int>() + record.at("goalValues").at(1).get<int>(),
            100);
  EXPECT_GE(record.at("goalValues").at(0), 50);
  EXPECT_TRUE(is_available(x.port()));
  EXPECT_TRUE(is_available(o.port()));
}

TEST(Ggp, APlayerThatDiesIsReplacedByRandomMoves) {
  auto victim =
      std::make_unique<PlayerProcess>(std::vector<std::string>{"--agent", "uct", "--threads", "1"});
  const PlayerProcess other({"--agent", "random"});
  const std::string file = folder() + "killed.json";
  Background manager(words({"manager", write_file("callers.kif", callers), "--players",
                            victim->address() + "," + other.address(), "--start-clock", "1",
                            "--play-clock", "1", "--record", file}));
  // the record is there once all have started
  ASSERT_TRUE(soon([&] { return !read_file(file).empty(); }, milliseconds(8000))) << manager.said();
  victim->signal(SIGKILL);
  EXPECT_EQ(manager.wait(milliseconds(15'000)), 0) << manager.said();
  const json record = read_record(file);
  check_record(record);
  EXPECT_EQ(record.at("isCompleted"), true);
  EXPECT_EQ(record.at("moves").size(), 3U);
  EXPECT_THAT(errors_of(record, 0), ElementsAre("", "CE", "CE", "CE"));
  EXPECT_THAT(errors_of(record, 1), Each(""));
  EXPECT_EQ(record.at("goalValues"), json({40, 60}));
  EXPECT_TRUE(is_available(other.port()));
}

TEST(Ggp, APlayerWhoseManagerDiedIsFreeAgain) {
  const PlayerProcess player({"--agent", "uct", "--threads", "1", "--patience", "1"});
  const std::vector<std::string> command =
      words({"manager", write_file("callers.kif", callers), "--players",
             player.address() + ",random", "--start-clock", "1", "--play-clock", "1"});
  {
    const Background manager(command);
    ASSERT_TRUE(soon([&] { return !is_available(player.port()); }, milliseconds(8000)));
    manager.signal(SIGKILL);
  }
  EXPECT_FALSE(is_available(player.port()));
  EXPECT_EQ(post(player.port(), start_message("other", "1 1")).body, "busy");
  // at most the clock, the patience and some time for a slow machine
  EXPECT_TRUE(soon([&] { return is_available(player.port()); }, milliseconds(8000)));
  Background again(command);
  EXPECT_EQ(again.wait(milliseconds(20'000)), 0) << again.said();
}

TEST(Ggp, AnInterruptedManagerAbortsTheMatch) {
  const PlayerProcess player({"--agent", "uct", "--threads", "1"});
  const std::string file = folder() + "interrupted.json";
  Background manager(words({"manager", write_file("callers.kif", callers), "--players",
                            player.address() + ",uct", "--start-clock", "60", "--record", file}));
  ASSERT_TRUE(soon([&] { return !is_available(player.port()); }, milliseconds(8000)));
  manager.signal(SIGINT);
  EXPECT_EQ(manager.wait(milliseconds(8000)), 1) << manager.said();
  EXPECT_TRUE(is_available(player.port()));
  EXPECT_EQ(read_record(file).at("isAborted"), true);
  EXPECT_THAT(manager.said(), HasSubstr("aborted: it was interrupted"));
}

TEST(Ggp, GarbageAndLatenessAreReplacedAndRecorded) {
  const FakePlayer garbage("reply = b'<html>\\xff(((no'");
  const FakePlayer late("time.sleep(30); reply = b'(say x)'");
  const std::string file = folder() + "faults.json";
  const Outcome outcome = run({"manager", write_file("callers.kif", callers), "--players",
                               garbage.address() + "," + late.address(), "--start-clock", "1",
                               "--play-clock", "1", "--grace", "0.2", "--record", file});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("step 1, b (" + late.address() + "): TO"));
  const json record = read_record(file);
  check_record(record);
  EXPECT_THAT(errors_of(record, 0),
              ElementsAre("", "IL <html> (((no", "IL <html> (((no", "IL <html> (((no"));
  EXPECT_THAT(errors_of(record, 1), ElementsAre("", "TO", "TO", "TO"));
  EXPECT_EQ(record.at("goalValues"), json({40, 60}));
}

TEST(Ggp, IllegalMovesAndForeignWritingAreJudgedRight) {
  const FakePlayer illegal("reply = b'(say z)'");
  const FakePlayer loud("reply = b'  ( SAY\\n X )\\n'");
  const Outcome outcome = run({"manager", write_file("callers.kif", callers), "--players",
                               illegal.address() + "," + loud.address(), "--start-clock", "1",
                               "--play-clock", "1", "--json", "--seed", "5"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json record = json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(record.is_discarded()) << outcome.out;
  EXPECT_THAT(errors_of(record, 0), ElementsAre("", "IL (say z)", "IL (say z)", "IL (say z)"));
  EXPECT_THAT(errors_of(record, 1), Each(""));
  for (const json& moves : record.at("moves")) EXPECT_EQ(moves.at(1), "(say x)");
}

TEST(Ggp, AManagerTellsWhatKeepsItFromStarting) {
  const PlayerProcess player({"--agent", "random"});
  ASSERT_EQ(post(player.port(), start_message("mine", "1 60")).body, "ready");
  const std::string rules = write_file("callers.kif", callers);
  const Outcome busy =
      run({"manager", rules, "--players", player.address() + ",random", "--start-clock", "0"});
  EXPECT_EQ(busy.status, 1);
  EXPECT_THAT(busy.err, HasSubstr(player.address() + " is busy"));
  const Outcome nobody =
      run({"manager", rules, "--players", "127.0.0.1:1,random", "--start-clock", "0"});
  EXPECT_EQ(nobody.status, 1);
  EXPECT_THAT(nobody.err, HasSubstr("127.0.0.1:1 cannot be reached: the connection is refused"));
  const Outcome unknown = run({"manager", rules, "--players", "no.such.host.invalid:1,random"});
  EXPECT_EQ(unknown.status, 1);
  EXPECT_THAT(unknown.err, HasSubstr("no.such.host.invalid:1 cannot be reached: the"));
  for (const auto& [address, why] : std::vector<std::pair<std::string, std::string>>{
           {"localhost:99999", "the port is 99999, not from 1 to 65535"},
           {"localhost:", "there is no port after the colon"},
           {"localhost:abc", "the port 'abc' is no number"}}) {
    const Outcome outcome = run({"manager", rules, "--players", address + ",random"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--players cannot be '" + address + "': " + why));
  }
  const Outcome few = run({"manager", rules, "--players", "random"});
  EXPECT_EQ(few.status, 1);
  EXPECT_THAT(few.err, HasSubstr("1 player for 2 roles: each role needs one"));
  EXPECT_EQ(run({"manager", rules, "--players", "randm,random"}).status, 2);
  // and none of it disturbed the match
  EXPECT_THAT(post(player.port(), "(PLAY mine NIL)").body, StartsWith("(say "));
}

TEST(Ggp, NothingOnTheNetworkDisturbsAMatch) {
  const PlayerProcess player({"--agent", "random", "--max-body", "100000", "--max-request", "1"});
  const int port = player.port();
  ASSERT_EQ(post(port, start_message("m", "1 60")).body, "ready");
  const std::string first = post(port, "(PLAY m NIL)").body;
  ASSERT_THAT(first, StartsWith("(say "));

  const auto refused = [&](const std::string& message, const std::string& why) {
    const HttpReply reply = post(port, message);
    EXPECT_EQ(reply.status, 400) << message;
    EXPECT_THAT(reply.body, HasSubstr(why)) << message;
  };
  refused("", "there is no message");
  refused("(PLAY m", "never closed");
  refused("(HELLO)", "there is no message 'hello'");
  refused(std::string("\0\xff\x01", 3), "cannot be part");
  refused("(PLAY n NIL)", "there is no match 'n' here");
  refused("(STOP n NIL)", "there is no match 'n' here");
  refused("(ABORT n)", "there is no match 'n' here");
  refused("(PLAY m ((say q) (say x)))", "'(say q)' is not a legal move of a");
  refused("(PLAY m ((say x)))", "1 move for 2 roles");
  EXPECT_EQ(post(port, start_message("second", "1 1")).body, "busy");
  EXPECT_FALSE(is_available(port));

  // heads and bodies without end, and what is no HTTP at all
  EXPECT_EQ(post(port, std::string(200'000, '(')).status, 413);
  EXPECT_EQ(http(port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n(").status,
            413);
  EXPECT_NE(http(port, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" +
                           std::string("10000\r\n") + std::string(65536, 'x') + "\r\n10000\r\n" +
                           std::string(65536, 'x') + "\r\n0\r\n\r\n")
                .status,
            200);
  EXPECT_NE(http(port, "GET / HTTP/1.1\r\nX: " + std::string(300'000, 'x')).status, 200);
  EXPECT_NE(http(port, "GET /" + std::string(100'000, 'x') + " HTTP/1.1\r\n\r\n").status, 200);
  EXPECT_NE(http(port, "\x16\x03\x01\x02 no hello\r\n\r\n").status, 200);
  const HttpReply put = http(port, "PUT / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx");
  EXPECT_EQ(put.status, 405);
  EXPECT_THAT(put.head, HasSubstr("Allow: GET, HEAD, OPTIONS, POST"));
  EXPECT_THAT(put.body, HasSubstr("error: 'PUT' is not possible here"));
  { const Connection gone(port); }

  // what browsers and people ask
  const HttpReply options = http(port, "OPTIONS / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(options.status, 204);
  EXPECT_THAT(options.head, AllOf(HasSubstr("Access-Control-Allow-Origin: *"),
                                  HasSubstr("Access-Control-Allow-Methods: POST")));
  const HttpReply page = http(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, HasSubstr("general game player"));
  const HttpReply form =
      post(port, "(info)", "Content-Type: application/x-www-form-urlencoded\r\nX-Other: 1\r\n");
  EXPECT_THAT(form.body, HasSubstr("status busy"));

  // the match goes on
  EXPECT_EQ(post(port, "(PLAY m NIL)").body, first);
  EXPECT_THAT(post(port, "(PLAY m (" + first + " (say x)))").body, StartsWith("(say "));
  EXPECT_EQ(post(port, "(STOP m NIL)").body, "done");
  EXPECT_TRUE(is_available(port));
}

TEST(Ggp, APlayerAnswersWhoEndsLinesWithALineFeed) {
  const PlayerProcess player({"--agent", "random", "--log", "--name", "Palamedes"});
  const HttpReply reply =
      http(player.port(), "POST / HTTP/1.0\nSender: X\nContent-Length: 6\n\n(INFO)");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "( ( name Palamedes ) ( status available ) )");
  const HttpReply wrong = http(player.port(), "POST / HTTP/1.0\n folded\n\n");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_THAT(wrong.body, HasSubstr("error: a line of the head begins with a blank"));
  EXPECT_TRUE(soon(
      [&] { return player.said().find("refused, 400: a line of the head") != std::string::npos; },
      milliseconds(8000)))
      << player.said();
}

// As players of 2014 write it: lines end with a line feed, and there is no length.
TEST(Ggp, AManagerReadsWhoEndsLinesWithALineFeed) {
  const Background old({"python3", "-c",
                        "import socketserver\n"
                        "class Player(socketserver.StreamRequestHandler):\n"
                        "  def handle(self):\n"
                        "    length = 0\n"
                        "    for line in self.rfile:\n"
                        "      if line.lower().startswith(b'content-length'): length = "
                        "int(line.split(b':')[1])\n"
                        "      if not line.strip(): break\n"
                        "    text = self.rfile.read(length).lower()\n"
                        "    if text.startswith(b'(info'): reply = b'((name OldOne) (status "
                        "available))'\n"
                        "    elif text.startswith(b'(start'): reply = b'READY'\n"
                        "    elif text.startswith(b'(play'): reply = b'(say y)'\n"
                        "    else: reply = b'done'\n"
                        "    self.wfile.write(b'HTTP/1.0 200 OK\\nContent-type: "
                        "text/acl\\n\\n' + reply)\n"
                        "server = socketserver.ThreadingTCPServer(('127.0.0.1', 0), Player)\n"
                        "print('port', server.server_address[1], flush=True)\n"
                        "server.serve_forever()\n"});
  const std::string address = "127.0.0.1:" + std::to_string(old.number_after("port "));
  const Outcome outcome =
      run({"manager", write_file("callers.kif", callers), "--players", address + ",random",
           "--start-clock", "1", "--play-clock", "1", "--match", "Base.One", "--json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json record = json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(record.is_discarded()) << outcome.out;
  EXPECT_THAT(errors_of(record, 0), Each(""));
  EXPECT_EQ(record.at("playerNamesFromHost").at(0), "OldOne (" + address + ")");
  EXPECT_EQ(record.at("matchId"), "Base.One");
}

TEST(Ggp, AManagerWaitsForAPlayerThatComesLate) {
  int port = 0;
  {
    const PlayerProcess first({"--agent", "random"});
    port = first.port();
  }
  const std::string address = "127.0.0.1:" + std::to_string(port);
  Background manager(words({"manager", write_file("callers.kif", callers), "--players",
                            address + ",random", "--start-clock", "15", "--play-clock", "1"}));
  ASSERT_TRUE(soon([&] { return manager.said().find("asked again") != std::string::npos; },
                   milliseconds(8000)))
      << manager.said();
  const Background player(words(
      {"player", "--host", "127.0.0.1", "--port", std::to_string(port), "--agent", "random"}));
  EXPECT_EQ(manager.wait(milliseconds(30'000)), 0) << manager.said() << player.said();
}

TEST(Ggp, TheLogOfAManagerSaysEverythingOnce) {
  const Outcome outcome =
      run({"manager", write_file("callers.kif", callers), "--players", "random,random",
           "--start-clock", "1", "--play-clock", "1", "--log"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string last = "over after 3 steps, goals 40 60\n";
  EXPECT_THAT(outcome.err, testing::EndsWith(last));
  EXPECT_EQ(outcome.err.find("over after"), outcome.err.rfind("over after"));
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("1. random: "), HasSubstr("2. random: ")));
}

TEST(Ggp, SlowConnectionsKeepNobodyOut) {
  const PlayerProcess player({"--agent", "random", "--max-request", "2", "--max-connections", "8"});
  std::vector<std::unique_ptr<Connection>> slow;
  for (int i = 0; i < 30; ++i) {
    slow.push_back(std::make_unique<Connection>(player.port()));
    slow.back()->send("POST / HTTP/1.1\r\nX: ");
  }
  const auto begin = Clock::now();
  for (int round = 0; round < 5; ++round) {
    for (const auto& connection : slow) connection->send("x");
    const auto asked = Clock::now();
    EXPECT_TRUE(is_available(player.port()));
    EXPECT_LT(Clock::now() - asked, milliseconds(1500));
    std::this_thread::sleep_for(milliseconds(100));
  }
  for (const auto& connection : slow) {
    connection->send("x");
    EXPECT_TRUE(connection->is_closed_within(milliseconds(8000)));
  }
  EXPECT_LT(Clock::now() - begin, milliseconds(15'000));
  EXPECT_TRUE(is_available(player.port()));
}

TEST(Ggp, OnePlayerPlaysManyMatchesWithTheSameMemory) {
  const PlayerProcess player({"--agent", "uct", "--threads", "1"});
  const int port = player.port();
  const auto play = [&](int number) {
    const std::string name = "m" + std::to_string(number);
    ASSERT_EQ(post(port, start_message(name, "0.2 0.2")).body, "ready");
    std::string mine = post(port, "(PLAY " + name + " NIL)").body;
    ASSERT_THAT(mine, StartsWith("(say "));
    ASSERT_THAT(post(port, "(PLAY " + name + " (" + mine + " (say y)))").body, StartsWith("(say "));
    ASSERT_EQ(post(port, "(STOP " + name + " NIL)").body, "done");
    ASSERT_TRUE(is_available(port));
  };
  for (int i = 0; i < 5; ++i) play(i);
  const long before = player.resident();
  for (int i = 5; i < 20; ++i) play(i);
  const long after = player.resident();
  EXPECT_GT(before, 0);
  EXPECT_LT(after - before, 4096) << before << " kB, then " << after << " kB";
}

TEST(Ggp, APlayerEndsWhenItIsTold) {
  PlayerProcess player({"--agent", "uct", "--threads", "1", "--log"});
  ASSERT_EQ(post(player.port(), start_message("m", "1 60")).body, "ready");
  const Connection waiting(player.port());
  waiting.send("POST / HTTP/1.0\r\nContent-Length: 12\r\n\r\n(PLAY m NIL)");
  const Connection silent(player.port());
  ASSERT_TRUE(
      soon([&] { return player.said().find("starts") != std::string::npos; }, milliseconds(2000)));
  player.signal(SIGTERM);
  EXPECT_EQ(player.wait(milliseconds(5000)), 0) << player.said();
}

// Grounding would take all of the clocks: a fluent of nine digits, all of which can be true.
TEST(Ggp, EndsSoonAlsoWhileItMakesAMachine) {
  std::string rules =
      "(role a)(init (at 1))(<= (legal a (say ?d)) (digit ?d))(goal a 0)(<= terminal (true end))";
  std::string digits;
  std::string conditions;
  for (char name = 'b'; name < 'k'; ++name) {
    rules += "(digit " + std::string(1, name) + ")";
    digits += " ?" + std::string(1, name);
    conditions += " (digit ?" + std::string(1, name) + ")";
  }
  rules += "(<= (next (seen" + digits + ")) (does a (say b))" + conditions + ")";
  PlayerProcess player({"--agent", "random", "--log"});
  const std::string message = "(START large a (" + rules + ") 60 60)";
  const Connection connection(player.port());
  ASSERT_TRUE(connection.send("POST / HTTP/1.0\r\nContent-Length: " +
                              std::to_string(message.size()) + "\r\n\r\n" + message));
  ASSERT_TRUE(
      soon([&] { return player.said().find("starts") != std::string::npos; }, milliseconds(5000)));
  std::this_thread::sleep_for(milliseconds(1000));
  EXPECT_THAT(player.said(), testing::Not(HasSubstr("ready")));
  player.signal(SIGTERM);
  EXPECT_EQ(player.wait(milliseconds(5000)), 0) << player.said();
}

TEST(Ggp, APortBelongsToOnePlayer) {
  const PlayerProcess player({"--agent", "random"});
  const Outcome second =
      run({"player", "--host", "127.0.0.1", "--port", std::to_string(player.port())});
  EXPECT_EQ(second.status, 1);
  EXPECT_THAT(second.err,
              HasSubstr("cannot be listened on: the port is in use by another program"));
}

TEST(Ggp, APersonPlaysAtTheTerminal) {
  const Outcome outcome = run({"manager", write_file("callers.kif", callers), "--players",
                               "human,random", "--start-clock", "1", "--play-clock", "1", "--json"},
                              "2\nwhat\n(SAY x)\n1\n");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json record = json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(record.is_discarded()) << outcome.out;
  EXPECT_EQ(record.at("isPlayerHuman"), json({true, false}));
  std::vector<std::string> moves;
  for (const json& all : record.at("moves")) moves.push_back(all.at(0));
  EXPECT_THAT(moves, ElementsAre("(say y)", "(say x)", "(say x)"));
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("2 (say y)"), HasSubstr("'what' is no legal move")));
}

TEST(Ggp, APersonSeesTheBoardOfPlay) {
  const Outcome outcome = run({"manager", "tictactoe", "--players", "human,random", "--start-clock",
                               "1", "--play-clock", "1", "--seed", "1"},
                              "mark 1 1\n9 9\n");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("On the board: o oplayer, x xplayer\n"),
                                 HasSubstr("  3  .  .  .\n  2  .  .  .\n  1  .  .  .\n"),
                                 HasSubstr("  1 [x]"), HasSubstr("'9 9' is no legal move")));
}

TEST(Ggp, APersonSeesTheLastBoardOnce) {
  const Outcome outcome = run({"manager", write_file("callers.kif", callers), "--players",
                               "human,human", "--start-clock", "1", "--play-clock", "1"},
                              "1\n1\n1\n1\n1\n1\n");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::size_t end = outcome.err.find("\nOver after 3 steps\n");
  ASSERT_NE(end, std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("Over after", end + 5), std::string::npos) << outcome.err;
  EXPECT_THAT(outcome.err.substr(end), HasSubstr("  ("));  // the facts of the last state
}

}  // namespace
}  // namespace palamedes::e2e
