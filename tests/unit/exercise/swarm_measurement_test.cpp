#include <gtest/gtest.h>

#include "exercise/bench.h"
#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/factory.h"

namespace palamedes::exercise {
namespace {

TEST(SwarmMeasurement, GoesOnFromSliceToSlice) {
  const auto rules = gdl::load(games::find("tictactoe")->text, "tictactoe");
  ASSERT_TRUE(rules);
  auto chosen = machine::make_machine("swarm", *rules);
  ASSERT_TRUE(chosen);
  const auto swarm =
      std::get<std::unique_ptr<machine::swarm::SwarmMachine>>(std::move(chosen->machine));
  SwarmMeasurement measurement(swarm->swarm());
  measurement.run(0.002);
  const BenchResult first = measurement.result();
  EXPECT_GE(first.seconds, 0.002);
  measurement.run(0.002);
  const BenchResult& both = measurement.result();
  EXPECT_GE(both.seconds, first.seconds + 0.002);
  EXPECT_GT(both.states, first.states);
  EXPECT_EQ(both.playouts, both.finished);
  // Five to nine moves a game, and 100 points for both together.
  EXPECT_GT(both.average_length(), 5);
  EXPECT_LT(both.average_length(), 9);
  EXPECT_EQ(both.goal_sum, 100 * both.finished);
  EXPECT_LE(both.finished_states, both.states);
}

}  // namespace
}  // namespace palamedes::exercise
