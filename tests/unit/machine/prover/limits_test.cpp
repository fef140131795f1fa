// Questions that somebody ends: by a deadline, by a flag, by memory.

#include <algorithm>
#include <atomic>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/deadline.h"
#include "unit/machine/prover/prover_testing.h"

namespace palamedes::machine::prover {
namespace {

using testing::HasSubstr;
using Clock = Deadline::Clock;

// 30^5 legal moves, and two states to go on with.
std::string many_moves() {
  std::string rules = "(role r)(init (at 1))(succ 1 2)(succ 2 1)";
  for (int i = 0; i < 30; ++i) rules += "(d " + std::to_string(i) + ")";
  return rules +
         "(<= (legal r (pick ?a ?b ?c ?d ?e)) (d ?a)(d ?b)(d ?c)(d ?d)(d ?e))"
         "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))"
         "(<= (next (never ?a)) (d ?a)(d ?b)(d ?c)(d ?d)(d ?e)(does r (pick ?e ?d ?c ?b ?a))"
         "(true (at 2)))"
         "(<= terminal (true (at 3)))(goal r 100)";
}

TEST(ProverDeadline, CutsAQuestionOffAndKeepsWhatIsTrue) {
  Deadline deadline;
  Game game(many_moves(), {.deadline = &deadline});
  ASSERT_TRUE(game);
  deadline.set(Clock::now());
  const Texts some = game.legal();
  EXPECT_TRUE(game->was_cut_off());
  EXPECT_EQ(game->fault(), "");
  EXPECT_GT(some.size(), 0U);
  EXPECT_LT(some.size(), 24'300'000U);
  EXPECT_TRUE(std::all_of(some.begin(), some.end(),
                          [](const std::string& move) { return move.starts_with("(pick "); }));
}

TEST(ProverDeadline, TheNextQuestionIsAnsweredAgain) {
  Deadline deadline;
  Game game(many_moves(), {.deadline = &deadline});
  ASSERT_TRUE(game);
  deadline.set(Clock::now());
  (void)game.legal();
  ASSERT_TRUE(game->was_cut_off());
  deadline.set(Clock::time_point::max());
  EXPECT_FALSE(game.terminal());
  EXPECT_FALSE(game->was_cut_off());
  EXPECT_EQ(game.goal(), 100);
  EXPECT_THAT(game.play({"(pick 1 2 3 4 5)"}), testing::ElementsAre("(at 2)"));
}

// Ten different ones of nine: no way to see it but to try.
std::string pigeons() {
  std::string rules;
  std::string body;
  for (int i = 0; i < 9; ++i) rules += "(hole " + std::to_string(i) + ")";
  for (int i = 0; i < 10; ++i) {
    body += "(hole ?p" + std::to_string(i) + ")";
    for (int j = 0; j < i; ++j) {
      body += "(distinct ?p" + std::to_string(i) + " ?p" + std::to_string(j) + ")";
    }
  }
  return rules + "(<= fit " + body + ")(<= (next fit) (true (at ?x)) fit)";
}

TEST(ProverDeadline, AStateThatCouldNotAdvanceIsAsItWas) {
  Deadline deadline;
  Game game(
      "(role r)(init (at 1))(legal r go)(<= (next (at 2)) (true (at 1)))"
      "(<= terminal (true (at 3)))(goal r 100)" +
          pigeons(),
      {.deadline = &deadline});
  ASSERT_TRUE(game);
  deadline.set(Clock::now());
  EXPECT_THAT(game.play({"go"}), testing::ElementsAre("(at 1)"));
  EXPECT_TRUE(game->was_cut_off());
  EXPECT_EQ(game->fault(), "");
}

TEST(ProverLimits, AFlagEndsAQuestionForGood) {
  const std::atomic<bool> cancelled{true};
  Game game(many_moves(), {.cancelled = &cancelled});
  ASSERT_TRUE(game);
  (void)game.legal();
  EXPECT_THAT(game->fault(), HasSubstr("nobody wants its answer"));
}

TEST(ProverLimits, MemoryIsALimit) {
  Game game(many_moves(), {.max_bytes = std::size_t{8} << 20U});
  ASSERT_TRUE(game);
  (void)game.legal();
  EXPECT_THAT(game->fault(), HasSubstr("more than 8 MB of memory"));
}

}  // namespace
}  // namespace palamedes::machine::prover
