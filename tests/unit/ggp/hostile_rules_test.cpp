// Rules and clocks that nobody can satisfy: the player answers in time, and stays alive.

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/spec.h"
#include "base/file.h"
#include "games/builtin.h"
#include "ggp/session.h"

namespace palamedes::ggp {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string tictactoe() { return std::string(games::find("tictactoe")->text); }

// 50^8 legal moves: neither can the rules be grounded nor can all moves be listed.
std::string too_many_moves() {
  std::string rules = "(role a)(init (at 1))(succ 1 2)";
  for (int i = 0; i < 50; ++i) rules += "(d " + std::to_string(i) + ")";
  return rules +
         "(<= (legal a (pick ?a ?b ?c ?d ?e ?f ?g ?h)) (d ?a)(d ?b)(d ?c)(d ?d)(d ?e)(d ?f)"
         "(d ?g)(d ?h))"
         "(<= (next (at 2)) (true (at 1)))(<= terminal (true (at 2)))(goal a 100)";
}

// What was logged so far, by any thread.
class KeptLog {
 public:
  void add(const std::string& line) {
    const std::lock_guard lock(mutex_);
    text_ += line + "\n";
  }
  [[nodiscard]] std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }
  [[nodiscard]] bool has(const std::string& part) const {
    return text().find(part) != std::string::npos;
  }
  void wait_for(const std::string& part, Time until) const {
    while (!has(part) && Clock::now() < until) std::this_thread::yield();
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

class Player {
 public:
  explicit Player(SessionOptions options)
      : session(std::move(options), [this](const std::string& line) { log.add(line); }) {}

  std::string say(const std::string& text) { return session.handle(text).text; }
  std::string start(const std::string& role, const std::string& rules, double clock) {
    return say(to_text(Start{"m", role, rules, clock, clock}));
  }

  KeptLog log;
  Session session;
};

// A match with clocks of a minute, without a session around it.
class Match {
 public:
  Match(const std::string& role, const std::string& rules, const LiveMatchOptions& options)
      : live({"m", role, rules, 60, 60}, options,
             [this](const std::string& line) { log.add(line); }) {}

  KeptLog log;
  LiveMatch live;
};

SessionOptions options() {
  SessionOptions result;
  result.match.spec = *agent::parse_spec("palamedes");
  result.name = "tester";
  return result;
}

double seconds_since(Time begin) { return to_seconds(Clock::now() - begin); }

// Far from the prover's own limit, and far enough from the clock for a machine that is busy.
constexpr double soon = 12;

TEST(HostileRules, AMoveIsMadeByTheClockThoughNobodyCanListThemAll) {
  SessionOptions patient = options();
  patient.match.game.details.ground.limits.max_rules = 10'000;
  patient.match.game.details.prover.max_seconds = 1000;
  Player player(patient);
  ASSERT_EQ(player.start("a", too_many_moves(), 0.5), "ready");
  const Time asked = Clock::now();
  EXPECT_THAT(player.say("(PLAY m NIL)"), StartsWith("(pick")) << player.log.text();
  EXPECT_LT(seconds_since(asked), soon);
  const Time aborted = Clock::now();
  EXPECT_EQ(player.say("(ABORT m)"), "done");
  EXPECT_LT(seconds_since(aborted), soon);
  EXPECT_THAT(player.log.text(),
              HasSubstr("the referee was cut off, not all legal moves are known"));
  // the next match is played as if nothing had been
  ASSERT_EQ(player.start("xplayer", tictactoe(), 0.5), "ready") << player.log.text();
  EXPECT_THAT(player.say("(PLAY m NIL)"), StartsWith("(mark"));
}

TEST(HostileRules, AnAgentWhoseMachineGaveUpIsReplacedByTheReferee) {
  SessionOptions strict = options();
  strict.match.game.details.ground.limits.max_rules = 10'000;
  strict.match.game.details.prover.max_steps = 100'000;  // fewer than there are moves
  Player player(strict);
  ASSERT_EQ(player.start("a", too_many_moves(), 1), "ready");
  const Time late = Clock::now() + std::chrono::seconds(60);
  while (!player.log.has("gave up") && Clock::now() < late) {
    (void)player.say("(PLAY m NIL)");
  }
  EXPECT_THAT(player.log.text(), HasSubstr("within 100000 steps"));
  (void)player.say("(PLAY m NIL)");  // answered, one way or the other
  EXPECT_EQ(player.say("(ABORT m)"), "done");
}

TEST(HostileRules, MovesThatCannotBeJudgedInTimeAreBelieved) {
  SessionOptions patient = options();
  patient.match.game.details.ground.limits.max_rules = 10'000;
  Player player(patient);
  ASSERT_EQ(player.start("a", too_many_moves(), 0.5), "ready");
  (void)player.say("(PLAY m NIL)");
  const Time asked = Clock::now();
  const std::string answer = player.say("(PLAY m ((pick 49 49 49 49 49 49 49 49)))");
  EXPECT_THAT(answer, HasSubstr("the game is over")) << player.log.text();
  EXPECT_LT(seconds_since(asked), soon);
}

// The network of the first game is too late for a circuit: play begins without one, and goes on
// with the machine that has one.
TEST(LateMachine, TakesOverInTheMiddleOfAMatch) {
  LiveMatchOptions match = options().match;
  match.game.details.ready_seconds = 1e-9;
  match.game.details.measuring_seconds = 0;
  match.game.details.ground.limits.seconds = 30;
  Match played("xplayer", tictactoe(), match);
  const Time late = Clock::now() + std::chrono::seconds(60);
  ASSERT_TRUE(played.live.play({}, Clock::now(), late));
  const auto second = played.live.play(JointMove{"(mark 1 1)", "noop"},
                                       Clock::now() + std::chrono::milliseconds(50), late);
  ASSERT_TRUE(second) << to_string(second.error().list().front());
  played.log.wait_for("goes on with it", late);
  EXPECT_TRUE(played.log.has("there will be no circuit")) << played.log.text();
  EXPECT_TRUE(played.log.has("the machine scalar is ready, the match goes on with it and with "))
      << played.log.text();
  EXPECT_FALSE(played.log.has("with 0 nodes of the tree")) << played.log.text();
  const auto third = played.live.play(JointMove{"noop", "(mark 2 2)"},
                                      Clock::now() + std::chrono::milliseconds(50), late);
  ASSERT_TRUE(third) << to_string(third.error().list().front());
  EXPECT_THAT(third->move, StartsWith("(mark")) << played.log.text();
}

// The player thinks on single states until the swarm is there, and goes on with what it found out.
TEST(LateMachine, TheSwarmComesInTheMiddleOfAMatch) {
  LiveMatchOptions match = options().match;
  match.spec = *agent::parse_spec("palamedes+swarm:sight=wins");
  Match played("black", std::string(games::find("othello")->text), match);
  const Time late = Clock::now() + std::chrono::seconds(60);
  played.log.wait_for("goes on with it", late);
  EXPECT_TRUE(played.log.has("the swarm is ready, the match goes on with it and with "))
      << played.log.text();
  EXPECT_FALSE(played.log.has("with 0 nodes of the tree")) << played.log.text();
  const auto first = played.live.play({}, Clock::now() + std::chrono::milliseconds(50), late);
  ASSERT_TRUE(first) << to_string(first.error().list().front());
  EXPECT_THAT(first->move, StartsWith("(place")) << played.log.text();
}

// Without any start clock the prover begins, and hands over to the machine when that is made.
TEST(LateMachine, ThatIsNotThereAtTheStartFindsTheProverPlaying) {
  LiveMatchOptions match = options().match;
  match.spec = *agent::parse_spec("uct");
  KeptLog log;
  LiveMatch live({"m", "black", std::string(games::find("othello")->text), 0, 60}, match,
                 [&](const std::string& line) { log.add(line); });
  const Time late = Clock::now() + std::chrono::seconds(60);
  const auto first = live.play({}, Clock::now() + std::chrono::milliseconds(50), late);
  ASSERT_TRUE(first) << to_string(first.error().list().front());
  EXPECT_THAT(first->move, StartsWith("(place"));
  log.wait_for("goes on with it", late);
  EXPECT_TRUE(log.has("begins while the machine is being made")) << log.text();
  EXPECT_TRUE(log.has("ready, machine prover")) << log.text();
  EXPECT_TRUE(log.has("the machine scalar is ready, the match goes on with it and with "))
      << log.text();
  EXPECT_FALSE(log.has("with 0 nodes of the tree")) << log.text();
}

// Whoever names a machine waits for it.
TEST(LateMachine, ThatIsNamedIsWaitedFor) {
  LiveMatchOptions match = options().match;
  match.game.machine = "propnet";
  KeptLog log;
  LiveMatch live({"m", "black", std::string(games::find("othello")->text), 0, 60}, match,
                 [&](const std::string& line) { log.add(line); });
  log.wait_for("ready, machine", Clock::now() + std::chrono::seconds(60));
  EXPECT_TRUE(log.has("ready, machine propnet")) << log.text();
}

TEST(HostileRules, WithTooLittleMemoryTheSearchBeginsAnew) {
  SessionOptions small = options();
  Player player(small);
  LiveMatchOptions match = small.match;
  match.memory_bytes = std::size_t{1} << 40U;
  match.spec = *agent::parse_spec("uct");
  Match played("black", std::string(games::find("othello")->text), match);
  const Time late = Clock::now() + std::chrono::seconds(60);
  played.log.wait_for("ready, machine", late);
  played.live.save_memory(std::size_t{1} << 41U);
  played.log.wait_for("begins anew", late);
  EXPECT_TRUE(played.log.has("2097152 MB of memory are in use, 1048576 are allowed"))
      << played.log.text();
  EXPECT_TRUE(played.log.has("the search begins anew with ")) << played.log.text();
  const auto answer = played.live.play({}, Clock::now() + std::chrono::milliseconds(200), late);
  ASSERT_TRUE(answer) << to_string(answer.error().list().front());
  EXPECT_THAT(answer->move, StartsWith("(place"));
}

TEST(HostileRules, AMachineTooLargeForTheMemoryIsGivenUpForTheProver) {
  LiveMatchOptions match = options().match;
  match.memory_bytes = std::size_t{8} << 30U;
  match.game.details.ground.limits.seconds = 1000;
  match.game.details.ready_seconds = 1000;
  Match played("a", too_many_moves(), match);
  played.live.save_memory(std::size_t{9} << 30U);
  const Time late = Clock::now() + std::chrono::seconds(60);
  played.log.wait_for("machine prover", late);
  EXPECT_TRUE(played.log.has("the machine needs more memory than there is, the prover plays"))
      << played.log.text();
  EXPECT_TRUE(played.log.has("ready, machine prover")) << played.log.text();
}

TEST(HostileRules, OfSeveralGoalsAtOnceTheHighestIsPlayedFor) {
  for (const char* machine : {"prover", "propnet", "scalar"}) {
    SessionOptions simple = options();
    simple.match.spec = *agent::parse_spec("uct");
    simple.match.game.machine = machine;
    Player player(simple);
    ASSERT_EQ(player.start(
                  "a",
                  "(role a)(init start)(<= (legal a x) (true start))(<= (legal a y) (true start))"
                  "(<= (next both) (does a x))(<= (next half) (does a y))"
                  "(<= terminal (true both))(<= terminal (true half))"
                  "(<= (goal a 0) (true both))(<= (goal a 100) (true both))"
                  "(<= (goal a 50) (true half))(<= (goal a 0) (true start))",
                  0.3),
              "ready");
    EXPECT_EQ(player.say("(PLAY m NIL)"), "x") << machine;
    EXPECT_EQ(player.say("(STOP m (x))"), "done");
    EXPECT_THAT(player.log.text(), HasSubstr("a the goals 0 and 100 at once")) << machine;
  }
}

// ---- what is kept of a match

TEST(PlayerRecord, TellsWhatThePlayerThought) {
  const Thought thought{.turn = 2,
                        .move = "(mark 1 1)",
                        .stopped_by = "clock",
                        .value = 63.44,
                        .simulations = 1200,
                        .seconds = 0.5,
                        .line = "(mark 1 1) & noop"};
  EXPECT_EQ(to_text(thought),
            "turn 3: (mark 1 1), value 63.4, 1,200 simulations in 0.50 s, stopped by: clock; "
            "expected: (mark 1 1) & noop");
}

TEST(PlayerRecord, KeepsEachMatchInAFile) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("palamedes_record_" + random_token());
  ASSERT_TRUE(prepare_record_folder(folder.string()));
  SessionOptions keeping = options();
  keeping.match.spec = *agent::parse_spec("uct");
  keeping.match.record_folder = folder.string();
  Player player(keeping);
  ASSERT_EQ(player.start("xplayer", tictactoe(), 0.3), "ready");
  const std::string first = player.say("(PLAY m NIL)");
  EXPECT_EQ(player.say("(PLAY m (" + first + " noop))"), "noop");
  EXPECT_EQ(player.say("(ABORT m)"), "done");
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry);
  ASSERT_EQ(files.size(), 1U);
  const std::string text = *read_text(files.front().string(), std::size_t{1} << 20U);
  EXPECT_THAT(text, HasSubstr("\"matchId\": \"m\""));
  EXPECT_THAT(text, HasSubstr("\"ownRole\": \"xplayer\""));
  EXPECT_THAT(text, HasSubstr("\"isAborted\": true"));
  EXPECT_THAT(text, HasSubstr("\"move\": \"" + first + "\""));
  EXPECT_THAT(text, HasSubstr("\"stoppedBy\": \"the only legal move\""));
  EXPECT_THAT(text, HasSubstr("\"simulations\": "));
  std::filesystem::remove_all(folder);
}

TEST(PlayerRecord, AFolderThatCannotBeWrittenToIsRefused) {
  EXPECT_FALSE(prepare_record_folder("/proc/nothing/here"));
}

}  // namespace
}  // namespace palamedes::ggp
