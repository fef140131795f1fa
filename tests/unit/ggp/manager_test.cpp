// The manager with participants that do as they are told.

#include "ggp/manager.h"

#include <array>
#include <atomic>
#include <deque>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "gdl/load.h"
#include "http/server.h"

namespace palamedes::ggp {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using Outcome = Participant::Outcome;
using Answer = Participant::Answer;

// Each role says a word in every one of two steps.
constexpr const char* callers =
    "(role a)(role b)(init (at 1))(succ 1 2)(succ 2 3)(word x)(word y)"
    "(<= (legal ?r (say ?w)) (role ?r) (word ?w))"
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))"
    "(<= terminal (true (at 3)))(goal a 40)(goal b 60)";

Referee referee_of(const std::string& rules, const std::string& machine = "prover") {
  machine::GameOptions options;
  options.machine = machine;
  return Referee(std::move(*machine::Game::make(
      std::make_shared<const gdl::Loaded>(std::move(*gdl::load(rules, ""))), options)));
}

// Gives the answers of a list, and keeps what it was told.
class Scripted final : public Participant {
 public:
  Scripted(std::deque<Answer> answers, std::vector<std::string>& heard)
      : answers_(std::move(answers)), heard_(heard) {}
  std::string name() const override { return "scripted"; }
  Answer say(const Message& message, const Situation&, Time) override {
    heard_.push_back(to_text(message));
    if (answers_.empty()) return {Outcome::answered, "done"};
    Answer answer = answers_.front();
    answers_.pop_front();
    return answer;
  }

 private:
  std::deque<Answer> answers_;
  std::vector<std::string>& heard_;
};

// Never answers PLAY before somebody cancels.
class Stubborn final : public Participant {
 public:
  std::string name() const override { return "stubborn"; }
  Answer say(const Message& message, const Situation&, Time) override {
    if (!std::holds_alternative<Play>(message)) return {Outcome::answered, "ready"};
    cancelled_ = false;
    asked = true;
    while (!cancelled_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return {Outcome::late, ""};
  }
  void cancel() override { cancelled_ = true; }

  std::atomic<bool> asked{false};

 private:
  std::atomic<bool> cancelled_{false};
};

Answer said(std::string text) { return {Outcome::answered, std::move(text)}; }

ManagerOptions options() {
  ManagerOptions result;
  result.match = "m";
  result.game = "callers";
  result.rules = "(role a)\n";
  result.start_clock = 7;
  result.play_clock = 3;
  return result;
}

struct Played {
  ManagedMatch match;
  std::vector<std::string> heard_a;
  std::vector<std::string> heard_b;
  int steps_told = 0;
};

Played play(std::deque<Answer> a, std::deque<Answer> b, const ManagerOptions& with = options()) {
  Played played;
  Referee referee = referee_of(callers);
  std::vector<std::unique_ptr<Participant>> participants;
  participants.push_back(std::make_unique<Scripted>(std::move(a), played.heard_a));
  participants.push_back(std::make_unique<Scripted>(std::move(b), played.heard_b));
  played.match = manage(referee, participants, with,
                        {.on_step = [&](const MatchRecord&) { ++played.steps_told; }, .stop = {}});
  return played;
}

TEST(Manager, TellsAllWhatHappens) {
  const Played played = play({said("ready"), said("(say x)"), said("(say y)"), said("done")},
                             {said("READY"), said("(SAY y)"), said("(say x)"), said("done")});
  EXPECT_THAT(played.heard_a,
              ElementsAre("(START m a ((role a)\n) 7 3)", "(PLAY m NIL)",
                          "(PLAY m ((say x) (say y)))", "(STOP m ((say y) (say x)))"));
  EXPECT_EQ(played.heard_b.at(0), "(START m b ((role a)\n) 7 3)");
  const MatchRecord& record = played.match.record;
  EXPECT_TRUE(record.completed);
  EXPECT_FALSE(record.aborted);
  EXPECT_THAT(record.moves,
              ElementsAre(ElementsAre("(say x)", "(say y)"), ElementsAre("(say y)", "(say x)")));
  EXPECT_THAT(record.states,
              ElementsAre(ElementsAre("(at 1)"), ElementsAre("(at 2)"), ElementsAre("(at 3)")));
  EXPECT_THAT(record.errors,
              ElementsAre(ElementsAre("", ""), ElementsAre("", ""), ElementsAre("", "")));
  EXPECT_THAT(record.goals, ElementsAre(40, 60));
  EXPECT_EQ(played.steps_told, 4);  // start, two steps, the end
}

TEST(Manager, ReplacesWhatIsNoMove) {
  const Played played = play({said("busy"), said("(say z)"), said("(say x) (say y)")},
                             {{Outcome::no_connection, "refused"}, {Outcome::late, ""}, said("")});
  const MatchRecord& record = played.match.record;
  EXPECT_THAT(record.errors,
              ElementsAre(ElementsAre("IL busy", "CE"), ElementsAre("IL (say z)", "TO"),
                          ElementsAre("IL (say x) (say y)", "IL")));
  for (const JointMove& moves : record.moves) {
    EXPECT_THAT(moves, testing::Each(AnyOf("(say x)", "(say y)")));
  }
  EXPECT_EQ(played.heard_a.at(2), to_text(Play{"m", record.moves.at(0)}));
  EXPECT_TRUE(record.completed);
}

TEST(Manager, TheSeedDecidesReplacements) {
  const auto moves = [](std::uint64_t seed) {
    ManagerOptions with = options();
    with.seed = seed;
    return play({}, {}, with).match.record.moves;
  };
  EXPECT_EQ(moves(3), moves(3));
  bool differ = false;
  for (std::uint64_t seed = 0; seed < 20; ++seed) differ |= moves(seed) != moves(3);
  EXPECT_TRUE(differ);
}

TEST(Manager, AMatchWithoutEndIsAborted) {
  ManagerOptions with = options();
  with.max_length = 1;
  const Played played = play({said("ready")}, {said("ready")}, with);
  EXPECT_TRUE(played.match.record.aborted);
  EXPECT_FALSE(played.match.record.completed);
  EXPECT_EQ(played.match.problem, "it is not over after 1 step");
  EXPECT_EQ(played.heard_a.back(), "(ABORT m)");
}

TEST(Manager, WhoDoesNotAnswerIsNotWaitedFor) {
  Referee referee = referee_of(callers);
  std::vector<std::string> heard;
  std::vector<std::unique_ptr<Participant>> participants;
  participants.push_back(std::make_unique<Stubborn>());
  participants.push_back(std::make_unique<Scripted>(
      std::deque<Answer>{said("ready"), said("(say x)"), said("(say x)")}, heard));
  ManagerOptions with = options();
  with.play_clock = 0;
  with.grace = 0.1;
  const ManagedMatch match = manage(referee, participants, with, {});
  EXPECT_TRUE(match.record.completed);
  EXPECT_THAT(match.record.errors,
              ElementsAre(ElementsAre("", ""), ElementsAre("TO", ""), ElementsAre("TO", "")));
}

TEST(Manager, StopsWhenItIsTold) {
  Referee referee = referee_of(callers);
  std::vector<std::string> heard;
  std::vector<std::unique_ptr<Participant>> participants;
  auto stubborn = std::make_unique<Stubborn>();
  const std::atomic<bool>& asked = stubborn->asked;
  participants.push_back(std::move(stubborn));
  participants.push_back(std::make_unique<Scripted>(
      std::deque<Answer>{said("ready"), said("(say x)"), said("(say x)")}, heard));
  ManagerOptions with = options();
  with.play_clock = 1000;
  const ManagedMatch match =
      manage(referee, participants, with, {.on_step = {}, .stop = [&] { return asked.load(); }});
  EXPECT_TRUE(match.record.aborted);
  EXPECT_EQ(match.problem, "it was interrupted");
  EXPECT_THAT(heard, ElementsAre(HasSubstr("START"), HasSubstr("PLAY"), "(ABORT m)"));
}

TEST(Manager, ARoleWithoutAMoveEndsTheMatch) {
  Referee referee = referee_of(
      "(role a)(init p)(<= (legal a go) (true q))(<= terminal (true q))"
      "(<= (next q) (does a go))(goal a 0)");
  std::vector<std::string> heard;
  std::vector<std::unique_ptr<Participant>> participants;
  participants.push_back(std::make_unique<Scripted>(std::deque<Answer>{said("ready")}, heard));
  const ManagedMatch match = manage(referee, participants, options(), {});
  EXPECT_EQ(match.problem, "'a' has no legal move");
  EXPECT_THAT(heard, ElementsAre(HasSubstr("START"), "(ABORT m)"));
}

TEST(Manager, RulesAreSentPlainly) {
  EXPECT_EQ(*plain_rules("; a comment\n(ROLE a)\n(<= (next p)\n  (does a go))", "", {}),
            "(role a)\n(<= (next p) (does a go))\n");
  EXPECT_FALSE(plain_rules("(role a", "", {}));
}

TEST(Record, IsWrittenInTheFormOfThePublicOnes) {
  MatchRecord record;
  record.match = "m.1";
  record.token = "abcdefghijkl";
  record.game = "callers";
  record.roles = {"a", "b"};
  record.players = {"x", "y"};
  record.human = {false, true};
  record.start_clock = 10;
  record.play_clock = 5;
  record.start_time = 1300000000000;
  record.moves = {{"(say x)", "noop"}};
  record.states = {{"(at 1)", "p"}, {"(at 2)"}};
  record.errors = {{"", ""}, {"TO", ""}};
  record.state_times = {1300000000001, 1300000005000};
  const auto open = nlohmann::json::parse(to_json(record));
  EXPECT_EQ(open.at("matchId"), "m.1");
  EXPECT_EQ(open.at("startTime"), 1300000000000);
  EXPECT_EQ(open.at("isCompleted"), false);
  EXPECT_FALSE(open.contains("goalValues"));
  EXPECT_FALSE(open.contains("gameMetaURL"));
  EXPECT_EQ(open.at("moves"), nlohmann::json::parse(R"json([["(say x)", "noop"]])json"));
  EXPECT_EQ(open.at("states"), nlohmann::json::parse(R"json(["( (at 1) p )", "( (at 2) )"])json"));
  EXPECT_EQ(open.at("errors").at(1).at(0), "TO");
  record.completed = true;
  record.goals = {40, 60};
  record.game_url = "http://games.ggp.org/base/games/x/v0/";
  const auto whole = nlohmann::json::parse(to_json(record));
  EXPECT_EQ(whole.at("goalValues"), nlohmann::json({40, 60}));
  EXPECT_EQ(whole.at("gameMetaURL"), "http://games.ggp.org/base/games/x/v0/");
}

TEST(Record, ErrorsAreShortAndPrintable) {
  EXPECT_EQ(fault::illegal("a\nb\xff"), "IL a b");
  EXPECT_EQ(fault::illegal(std::string(1000, 'x')).size(), 103U);
  EXPECT_NE(random_token(), random_token());
}

TEST(Record, HoldsAllGoalsWhereTheRulesGiveSeveral) {
  for (const char* machine : {"prover", "propnet", "scalar"}) {
    Referee referee = referee_of(
        "(role a)(role b)(init p)(<= (legal ?r go) (role ?r))(<= (next q) (does a go))"
        "(<= terminal (true q))(goal a 40)(goal b 100)(<= (goal b 0) (true q))",
        machine);
    std::array<std::vector<std::string>, 2> heard;
    std::vector<std::unique_ptr<Participant>> participants;
    for (auto& list : heard) {
      participants.push_back(
          std::make_unique<Scripted>(std::deque<Answer>{said("ready"), said("go")}, list));
    }
    const ManagedMatch match = manage(referee, participants, options(), {});
    const auto json = nlohmann::json::parse(to_json(match.record));
    EXPECT_EQ(json.at("goalValues"), nlohmann::json({40, 100})) << machine;
    EXPECT_EQ(json.at("goalValuesAll"), nlohmann::json::parse("[[40], [0, 100]]")) << machine;
  }
}

TEST(Record, TokensMayComeFromASeed) {
  EXPECT_EQ(token_of(Rng(7)), token_of(Rng(7)));
  EXPECT_NE(token_of(Rng(7)), token_of(Rng(8)));
  EXPECT_EQ(token_of(Rng(7)).size(), 32U);
}

TEST(Address, IsHostAndPort) {
  const auto text = [](const char* from) {
    const auto address = read_address(from);
    return address ? address->host + " " + std::to_string(address->port) : address.error();
  };
  EXPECT_EQ(text("example.org:9147"), "example.org 9147");
  EXPECT_EQ(text(":80"), "127.0.0.1 80");
  EXPECT_EQ(text("[::1]:80"), "::1 80");
  EXPECT_EQ(text("host"), "there is no port: HOST:PORT");
  EXPECT_EQ(text("host:"), "there is no port after the colon");
  EXPECT_EQ(text("host:8x"), "the port '8x' is no number");
  EXPECT_EQ(text("host:-1"), "the port '-1' is no number");
  EXPECT_EQ(text("host:0"), "the port is 0, not from 1 to 65535");
  EXPECT_EQ(text("host:99999"), "the port is 99999, not from 1 to 65535");
  EXPECT_EQ(text("host:99999999999999999999"),
            "the port is 99999999999999999999, not from 1 to 65535");
  EXPECT_EQ(text("a b:1"), "'a b' is no name of a host");
  EXPECT_EQ(text("::1:80"), "an IPv6 address stands in brackets: [::1]:9147");
  EXPECT_TRUE(is_like_address("host:"));
  EXPECT_TRUE(is_like_address("[::1]:80"));
  EXPECT_FALSE(is_like_address("uct"));
  EXPECT_FALSE(is_like_address("uct:c=1"));
}

// A player that is refused, then busy, then free.
TEST(RemoteParticipant, IsAskedUntilItIsThere) {
  http::Address address{"127.0.0.1", 0};
  {
    const auto listener = http::listen_on(address);
    ASSERT_TRUE(listener);
    address.port = listener->port;
  }
  std::atomic<int> asked{0};
  std::vector<std::string> told;
  std::thread thread;
  http::Server server({});
  server.on("POST", "*", [&](const http::Request&) {
    return http::Reply{.body = asked++ == 0 ? "busy" : "((name FluxPlayer) (status available))"};
  });
  std::vector<std::unique_ptr<Participant>> participants;
  participants.push_back(std::make_unique<RemoteParticipant>(address));
  const auto problems = unavailable(
      participants, {.until = http::after(60), .stop = {}, .tell = [&](const auto& why) {
                       told.push_back(why);
                       ASSERT_TRUE(server.bind(address));
                       thread = std::thread([&] { server.serve(); });
                     }});
  server.stop();
  if (thread.joinable()) thread.join();
  EXPECT_THAT(problems, testing::IsEmpty());
  EXPECT_THAT(told, ElementsAre(http::to_text(address) +
                                " cannot be reached: the connection is refused: nobody listens "
                                "there"));
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(participants.front()->name(), "FluxPlayer (" + http::to_text(address) + ")");
}

TEST(RemoteParticipant, TheWaitCanBeStoppedAndEnds) {
  const auto listener = http::listen_on({"127.0.0.1", 0});  // accepts, and never says a word
  ASSERT_TRUE(listener);
  const http::Address address{"127.0.0.1", listener->port};
  std::vector<std::unique_ptr<Participant>> participants;
  participants.push_back(std::make_unique<RemoteParticipant>(address));
  const std::string silence = http::to_text(address) + " does not answer";
  EXPECT_THAT(unavailable(participants, {.until = http::after(0.1), .stop = {}, .tell = {}}),
              ElementsAre(silence));
  EXPECT_THAT(unavailable(participants,
                          {.until = http::after(600), .stop = [] { return true; }, .tell = {}}),
              ElementsAre(silence));
}

}  // namespace
}  // namespace palamedes::ggp
