// What a hostile manager can take of the machine: no more than the player was given.

#include <chrono>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/background.h"
#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::StartsWith;

// 50^8 legal moves.
std::string too_many_moves() {
  std::string rules = "(role a)(init (at 1))";
  for (int i = 0; i < 50; ++i) rules += "(d " + std::to_string(i) + ")";
  return rules +
         "(<= (legal a (pick ?a ?b ?c ?d ?e ?f ?g ?h)) (d ?a)(d ?b)(d ?c)(d ?d)(d ?e)(d ?f)"
         "(d ?g)(d ?h))"
         "(<= (next (at 2)) (true (at 1)))(<= terminal (true (at 2)))(goal a 100)";
}

TEST(PlayerLimits, MemoryIsThatOfTheWholeProcess) {
  constexpr long allowed = 200L * 1024;  // kB
  const PlayerProcess player({"--memory", "200M", "--log"});
  ASSERT_EQ(post(player.port(), "(START m a (" + too_many_moves() + ") 1 1)").body, "ready");
  for (int i = 0; i < 4; ++i) {
    EXPECT_THAT(post(player.port(), "(PLAY m NIL)").body, StartsWith("(pick ")) << player.said();
    EXPECT_LT(player.resident(), allowed);
    std::this_thread::sleep_for(milliseconds(500));
  }
  EXPECT_LT(player.highest_resident(), allowed) << player.said();
  EXPECT_EQ(post(player.port(), "(ABORT m)").body, "done");
  EXPECT_THAT(post(player.port(), "(INFO)").body, HasSubstr("available"));
}

TEST(PlayerLimits, LimitsHaveTheNamesOfTheOtherCommands) {
  const PlayerProcess player({"--prover-max-steps", "100", "--time-limit", "0.1", "--log"});
  ASSERT_EQ(post(player.port(), "(START m a (" + too_many_moves() + ") 1 1)").body, "ready");
  (void)post(player.port(), "(PLAY m NIL)");
  EXPECT_THAT(player.said(), HasSubstr("the limit of --time-limit"));
  EXPECT_THAT(player.said(), HasSubstr("within 100 steps"));
}

TEST(PlayerLimits, ARecordThatCannotBeKeptIsToldBeforeAnythingStarts) {
  const Outcome outcome = run({"player", "--port", "0", "--record", "/proc/nothing"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("/proc/nothing: error: cannot be made"));
}

}  // namespace
}  // namespace palamedes::e2e
