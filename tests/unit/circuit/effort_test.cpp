// Work is counted, and what it adds up to.

#include "circuit/effort.h"

#include <gtest/gtest.h>

namespace palamedes::circuit {
namespace {

TEST(Effort, IsOverWhenWhatIsSpentReachesTheLimit) {
  Effort effort(10e-6);
  effort.spend_game_step(1'000);  // 2 us and 1,000 times 2 ns
  EXPECT_EQ(effort.spent(), 4'000U);
  EXPECT_FALSE(effort.is_over());
  EXPECT_TRUE(effort.is_beyond(4e-6));
  EXPECT_FALSE(effort.is_beyond(5e-6));
  effort.spend_decision(10'000);  // 0.3 us and 10 times 0.4 us
  EXPECT_EQ(effort.spent(), 8'300U);
  effort.spend(1'700);
  EXPECT_TRUE(effort.is_over());
  effort.set_limit(1);
  EXPECT_FALSE(effort.is_over());
  effort.spend_question(2'000);  // 8 us and 2 times 4 us
  EXPECT_EQ(effort.spent(), 26'000U);
}

TEST(Effort, MayBeEndlessOrNone) {
  EXPECT_TRUE(Effort(0).is_over());
  Effort endless(1e300);
  endless.spend(std::uint64_t{1} << 50U);
  EXPECT_FALSE(endless.is_over());
}

}  // namespace
}  // namespace palamedes::circuit
