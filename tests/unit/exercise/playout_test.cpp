#include "exercise/playout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/exercise/toy_machine.h"

namespace palamedes::exercise {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Playout play(ToyMachine& machine, std::uint64_t seed, std::size_t max_length = 100) {
  PlayoutRunner<ToyMachine> runner(machine, max_length);
  ToyMachine::State state = machine.initial();
  Rng rng(seed);
  return runner.run(state, rng);
}

TEST(Playout, WalksTheOnlyWay) {
  ToyMachine machine(corridor());
  const Playout playout = play(machine, 1);
  EXPECT_EQ(playout.end, PlayoutEnd::terminal);
  EXPECT_EQ(playout.length, 3U);
  EXPECT_THAT(playout.goals, ElementsAre(70));
  EXPECT_THAT(playout.branching, ElementsAre(1, 1, 1));
}

TEST(Playout, LeavesTheLastStateAndReusesItsBuffers) {
  ToyMachine machine(corridor());
  PlayoutRunner<ToyMachine> runner(machine);
  Rng rng(1);
  for (int i = 0; i < 2; ++i) {
    ToyMachine::State state = machine.initial();
    EXPECT_EQ(runner.run(state, rng).length, 3U);
    EXPECT_EQ(state.position, "end");
  }
}

TEST(Playout, StopsAtTheAllowedLength) {
  ToyMachine machine(circle());
  const Playout playout = play(machine, 1, 12);
  EXPECT_EQ(playout.end, PlayoutEnd::truncated);
  EXPECT_EQ(playout.length, 12U);
  EXPECT_THAT(playout.goals, IsEmpty());
  EXPECT_EQ(playout.branching, std::vector<std::uint32_t>(12, 2));
}

TEST(Playout, AGameThatEndsAtTheAllowedLengthIsFinished) {
  ToyMachine machine(corridor());
  EXPECT_EQ(play(machine, 1, 3).end, PlayoutEnd::terminal);
  EXPECT_EQ(play(machine, 1, 2).end, PlayoutEnd::truncated);
}

TEST(Playout, NamesTheRoleThatIsStuck) {
  ToyMachine machine(broken());
  const Playout playout = play(machine, 1);
  EXPECT_EQ(playout.end, PlayoutEnd::dead_end);
  EXPECT_EQ(playout.length, 1U);
  EXPECT_EQ(playout.stuck, Role(1));
  // The row of the second step, whose first role could move, is not part of the result.
  EXPECT_THAT(playout.branching, ElementsAre(1, 1));
}

TEST(Playout, ReportsAMachineThatGivesUp) {
  ToyMachine machine(corridor());
  machine.fault_after = 2;
  EXPECT_EQ(play(machine, 1).end, PlayoutEnd::fault);
}

TEST(Playout, CanBeInterrupted) {
  ToyMachine machine(circle());
  PlayoutRunner<ToyMachine> runner(machine);
  ToyMachine::State state = machine.initial();
  Rng rng(1);
  int left = 5;
  const Playout& playout = runner.run(state, rng, [&] { return left-- > 0; });
  EXPECT_EQ(playout.end, PlayoutEnd::interrupted);
  EXPECT_EQ(playout.length, 5U);
}

// Two of the diamond's three paths end in "end" and have length 3, and it takes a, or b then c:
// probability 1/2 + 1/4.
TEST(Playout, ChoosesUniformly) {
  ToyMachine machine(diamond());
  int good = 0;
  constexpr int games = 4000;
  for (int seed = 0; seed < games; ++seed) {
    if (play(machine, static_cast<std::uint64_t>(seed)).goals.front() == 100) ++good;
  }
  // Five standard deviations of a binomial are 5 * sqrt(4000 * 3/16) = 137.
  EXPECT_NEAR(good, games * 3 / 4, 137);
}

TEST(Playout, SameSeedSameGame) {
  ToyMachine machine(diamond());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(play(machine, seed).goals, play(machine, seed).goals);
  }
}

}  // namespace
}  // namespace palamedes::exercise
