// The player without sockets: what it answers to a manager, a wrong one, and none at all.

#include "ggp/session.h"

#include <atomic>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/spec.h"
#include "games/builtin.h"
#include "gdl/load.h"

namespace palamedes::ggp {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Kind = Reply::Kind;

// Nothing to choose: two steps, then 100.
constexpr const char* walker =
    "(role walker)(init (at 1))(succ 1 2)(succ 2 3)"
    "(<= (legal walker go) (true (at ?x)))"
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))"
    "(<= terminal (true (at 3)))(<= (goal walker 100) (true (at 3)))";

// Each role calls the same things in every one of three steps.
constexpr const char* callers =
    "(role a)(role b)(init (at 1))(succ 1 2)(succ 2 3)(succ 3 4)(word x)(word y)"
    "(<= (legal ?r (say ?w)) (role ?r) (word ?w))"
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))"
    "(<= terminal (true (at 4)))(goal a 50)(goal b 50)";

std::string tictactoe() { return std::string(games::find("tictactoe")->text); }

SessionOptions options(const std::string& agent) {
  SessionOptions result;
  result.match.spec = *agent::parse_spec(agent);
  result.name = "tester";
  return result;
}

class Player {
 public:
  explicit Player(const std::string& agent = "uct") : Player(options(agent)) {}
  explicit Player(SessionOptions options)
      : session(std::move(options), [this](const std::string& line) {
          const std::lock_guard lock(mutex);
          log += line + "\n";
        }) {}

  std::string say(const std::string& text, Time received = Clock::now()) {
    const Reply reply = session.handle(text, {.received = received});
    wrong = reply.kind == Kind::wrong;
    return reply.text;
  }
  std::string start(const std::string& match, const std::string& role, const std::string& rules,
                    double start_clock = 1, double play_clock = 1) {
    return say(to_text(Start{match, role, rules, start_clock, play_clock}));
  }
  bool is_available(Time now = Clock::now()) { return read_status(say("(INFO)", now))->available; }

  std::mutex mutex;
  std::string log;
  bool wrong = false;
  Session session;
};

TEST(Session, TellsWhetherItIsFree) {
  Player player;
  EXPECT_EQ(player.say("(info)"), "( ( name tester ) ( status available ) )");
  SessionOptions plain = options("uct");
  plain.info = InfoForm::word;
  Player old(plain);
  EXPECT_EQ(old.say("( INFO )"), "available");
  EXPECT_EQ(old.say("(PREVIEW ((role x)) 5)"), "ready");
}

TEST(Session, PlaysAWholeMatch) {
  Player player("uct");
  ASSERT_EQ(player.start("m1", "xplayer", tictactoe(), 0.3, 0.3), "ready");
  EXPECT_FALSE(player.is_available());
  machine::GameOptions prover;
  prover.machine = "prover";
  Referee referee(std::move(*machine::Game::make(
      std::make_shared<const gdl::Loaded>(std::move(*gdl::load(tictactoe(), ""))), prover)));
  std::optional<JointMove> last;
  while (!referee.terminal()) {
    const std::string move = player.say(to_text(Play{"m1", last}));
    ASSERT_THAT(referee.legal(Role(0)), testing::Contains(move)) << player.log;
    last = JointMove{move, referee.legal(Role(1)).front()};
    ASSERT_EQ(referee.problem_with(*last), "");
    referee.advance(*last);
  }
  EXPECT_EQ(player.say(to_text(Stop{"m1", last})), "done");
  EXPECT_TRUE(player.is_available());
  EXPECT_EQ(referee.goals().at(0), 100);  // the other side plays the first legal move
  EXPECT_THAT(player.log, HasSubstr("m1: over after"));
}

TEST(Session, AMatchIsFoundWhateverTheLettersOfItsName) {
  Player player("random");
  ASSERT_EQ(player.start("Base.One", "xplayer", tictactoe()), "ready");
  EXPECT_THAT(player.say("(PLAY BASE.ONE NIL)"), HasSubstr("mark"));
  EXPECT_EQ(player.say("(STOP base.one NIL)"), "done");
  EXPECT_THAT(player.log, HasSubstr("Base.One: starts"));
}

TEST(Session, AnswersWithinTheClock) {
  Player player("uct");
  const Time begin = Clock::now();
  ASSERT_EQ(player.start("m", "xplayer", tictactoe(), 1, 1), "ready");
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(1));
  const Time asked = Clock::now();
  EXPECT_THAT(player.say("(PLAY m NIL)"), StartsWith("(mark"));
  EXPECT_LT(Clock::now() - asked, std::chrono::seconds(1));
}

TEST(Session, AMessageThatCameLateIsAnsweredAtOnce) {
  Player player("uct");
  ASSERT_EQ(player.start("m", "xplayer", tictactoe(), 0.3, 60), "ready");
  const Time asked = Clock::now();
  EXPECT_THAT(player.say("(PLAY m NIL)", asked - std::chrono::seconds(100)), StartsWith("(mark"));
  EXPECT_LT(Clock::now() - asked, std::chrono::seconds(20));
}

TEST(Session, IsBusyForEverybodyElse) {
  Player player("random");
  ASSERT_EQ(player.start("m", "xplayer", tictactoe(), 1, 60), "ready");
  EXPECT_EQ(player.start("other", "xplayer", tictactoe()), "busy");
  EXPECT_EQ(player.say("(PREVIEW ((role x)) 5)"), "busy");
  EXPECT_THAT(player.say("(PLAY other NIL)"), HasSubstr("there is no match 'other' here"));
  EXPECT_TRUE(player.wrong);
  EXPECT_THAT(player.say("(STOP other NIL)"), HasSubstr("there is no match"));
  EXPECT_THAT(player.say("(ABORT other)"), HasSubstr("there is no match"));
  EXPECT_THAT(player.say("(PLAY m NIL)"), StartsWith("(mark"));
}

TEST(Session, MovesThatCannotBeMadeChangeNothing) {
  Player player("random");
  ASSERT_EQ(player.start("m", "xplayer", tictactoe(), 1, 60), "ready");
  const std::string first = player.say("(PLAY m NIL)");
  const auto refused = [&](const std::string& message, const std::string& why) {
    EXPECT_THAT(player.say(message), HasSubstr(why)) << message;
    EXPECT_TRUE(player.wrong) << message;
  };
  refused("(PLAY m ((mark 9 9) noop))", "'(mark 9 9)' is not a legal move of xplayer");
  refused("(PLAY m (noop noop))", "'noop' is not a legal move of xplayer");
  refused("(PLAY m ((mark 1 1)))", "1 move for 2 roles");
  refused("(PLAY m (" + first + " noop noop))", "3 moves for 2 roles");
  refused("(PLAY m", "never closed");
  refused("hello", "there is no message 'hello'");
  EXPECT_EQ(player.say("(PLAY m NIL)"), first);
  EXPECT_EQ(player.say("(PLAY m (" + first + " noop))"), "noop");
  refused("(PLAY m NIL)", "nil is for the first turn, this is turn 2");
  EXPECT_EQ(player.say("(STOP m NIL)"), "done");
}

TEST(Session, TheSameMessageAgainGetsTheSameMove) {
  Player player("random");
  ASSERT_EQ(player.start("m", "xplayer", tictactoe(), 1, 60), "ready");
  const std::string first = player.say("(PLAY m NIL)");
  for (int i = 0; i < 20; ++i) ASSERT_EQ(player.say("(PLAY m NIL)"), first);
  ASSERT_EQ(player.say("(PLAY m (" + first + " noop))"), "noop");
  ASSERT_EQ(player.say("(PLAY m (" + first + " noop))"), "noop");
  std::string reply = first == "(mark 2 2)" ? "(mark 1 1)" : "(mark 2 2)";
  const std::string second = player.say("(PLAY m (noop " + reply + "))");
  for (int i = 0; i < 20; ++i) ASSERT_EQ(player.say("(PLAY m (noop " + reply + "))"), second);
}

TEST(Session, ASecondStartOfTheSameMatchIsAnsweredTheSame) {
  Player player("random");
  ASSERT_EQ(player.start("m", "xplayer", tictactoe(), 1, 60), "ready");
  EXPECT_EQ(player.start("m", "xplayer", tictactoe(), 1, 60), "ready");
  const std::string first = player.say("(PLAY m NIL)");
  EXPECT_EQ(player.say("(PLAY m (" + first + " noop))"), "noop");
  EXPECT_THAT(player.start("m", "xplayer", tictactoe(), 1, 60), HasSubstr("runs already"));
}

TEST(Session, AJointMoveCanBeMadeTwiceInARow) {
  Player player("uct");
  ASSERT_EQ(player.start("m", "walker", walker), "ready");
  EXPECT_EQ(player.say("(PLAY m NIL)"), "go");
  EXPECT_EQ(player.say("(PLAY m (go))"), "go");
  EXPECT_EQ(player.say("(PLAY m (go))"), "play: error: the game is over (STOP is expected)\n");
  EXPECT_EQ(player.say("(STOP m (go))"), "done");
}

TEST(Session, FollowsMovesThatTheManagerMadeForIt) {
  Player player("random");
  ASSERT_EQ(player.start("m", "a", callers, 1, 60), "ready");
  const std::string mine = player.say("(PLAY m NIL)");
  const std::string other = mine == "(say x)" ? "(say y)" : "(say x)";
  EXPECT_THAT(player.say("(PLAY m (" + other + " (say x)))"), StartsWith("(say "));
  EXPECT_FALSE(player.wrong);
  EXPECT_THAT(player.log, HasSubstr("the manager made " + other + " for us, not " + mine));
}

TEST(Session, RulesThatCannotBePlayedLeaveItFree) {
  Player player;
  EXPECT_THAT(player.start("m", "x", "(role x)(<= (legal x ?m) (true ?m))"), HasSubstr("error"));
  EXPECT_TRUE(player.wrong);
  EXPECT_TRUE(player.is_available());
  EXPECT_THAT(player.start("m", "nobody", tictactoe()), HasSubstr("there is no role 'nobody'"));
  EXPECT_TRUE(player.is_available());
  EXPECT_EQ(player.start("m", "xplayer", tictactoe(), 0.3), "ready");
}

TEST(Session, AnAbandonedMatchMakesPlace) {
  Player player("random");
  ASSERT_EQ(player.start("m", "xplayer", tictactoe(), 5, 7), "ready");
  const Time now = Clock::now();
  // 5 s of start clock and 10 s of patience
  EXPECT_FALSE(player.is_available(now + std::chrono::seconds(14)));
  EXPECT_TRUE(player.is_available(now + std::chrono::seconds(16)));
  player.say("(PLAY m NIL)", now + std::chrono::seconds(16));  // it comes back
  EXPECT_FALSE(player.wrong);
  EXPECT_FALSE(player.is_available(now + std::chrono::seconds(32)));
  const Time later = now + std::chrono::seconds(34);
  EXPECT_TRUE(player.is_available(later));
  EXPECT_EQ(player.say(to_text(Start{"n", "oplayer", tictactoe(), 5, 7}), later), "ready");
  EXPECT_THAT(player.log, HasSubstr("m: abandoned by its manager, n takes its place"));
  EXPECT_THAT(player.say("(PLAY m NIL)"), HasSubstr("there is no match 'm' here"));
  EXPECT_EQ(player.say("(PLAY n NIL)", later), "noop");
}

TEST(Session, WhoWaitsForAMoveIsToldThatTheMatchIsOver) {
  Player player("uct");
  ASSERT_EQ(player.start("m", "black", std::string(games::find("othello")->text), 2, 600), "ready");
  Reply waiting;
  std::thread manager([&] { waiting = player.session.handle("(PLAY m NIL)"); });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(player.say("(ABORT m)"), "done");
  EXPECT_TRUE(player.is_available());
  manager.join();
  EXPECT_EQ(waiting.text, "play: error: the match is over\n");
}

TEST(Session, AGameThatIsTooLargeIsPlayedWithTheProver) {
  SessionOptions small = options("uct");
  small.match.game.details.ground.limits.max_rules = 3;
  Player player(small);
  ASSERT_EQ(player.start("m", "xplayer", tictactoe(), 0.5, 0.5), "ready");
  EXPECT_THAT(player.say("(PLAY m NIL)"), StartsWith("(mark"));
  EXPECT_THAT(player.log, HasSubstr("machine prover"));
}

TEST(Session, WithoutAnyTimeItStillPlays) {
  Player player("uct");
  ASSERT_EQ(player.start("m", "xplayer", tictactoe(), 0, 0), "ready");
  std::string move;
  for (int i = 0; i < 200; ++i) {  // until the rules are read
    move = player.say("(PLAY m NIL)");
    if (!player.wrong) break;
    EXPECT_THAT(move, HasSubstr("still being read"));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_THAT(move, StartsWith("(mark"));
}

TEST(Session, ManyAtOnceDisturbNothing) {
  Player player("random");
  ASSERT_EQ(player.start("m", "xplayer", tictactoe(), 1, 60), "ready");
  const std::string first = player.say("(PLAY m NIL)");
  std::vector<std::thread> threads;
  std::atomic<int> same = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (int j = 0; j < 20; ++j) {
        (void)player.session.handle(i % 2 == 0 ? "(INFO)" : "(PLAY wrong NIL)");
        (void)player.session.handle("(START z xplayer ((role xplayer)) 1 1)");
        if (player.session.handle("(PLAY m NIL)").text == first) ++same;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(same, 160);
  EXPECT_EQ(player.say("(PLAY m (" + first + " noop))"), "noop");
}

}  // namespace
}  // namespace palamedes::ggp
