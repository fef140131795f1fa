#include "exercise/bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/exercise/toy_machine.h"

namespace palamedes::exercise {
namespace {

constexpr double slice = 0.002;

TEST(Bench, CountsPlayoutsAndStates) {
  ToyMachine machine(corridor());
  Measurement<ToyMachine> measurement(machine, {});
  measurement.run(slice);
  const BenchResult& result = measurement.result();
  EXPECT_GT(result.finished, 0U);
  EXPECT_EQ(result.playouts, result.finished);
  EXPECT_EQ(result.finished_states, 3 * result.finished);
  EXPECT_EQ(result.average_length(), 3);
  // The last playout may be half done.
  EXPECT_GE(result.states, result.finished_states);
  EXPECT_LE(result.states, result.finished_states + 3);
  EXPECT_GE(result.seconds, slice);
  EXPECT_EQ(result.goal_sum, 71 * result.finished);
  EXPECT_NEAR(result.states_per_second() * result.seconds, static_cast<double>(result.states), 1);
}

TEST(Bench, SlicesAddUpAndAPlayoutGoesOnInTheNextOne) {
  ToyMachine machine(circle());
  Measurement<ToyMachine> measurement(machine, {.max_length = 1'000'000'000});
  measurement.run(slice);
  const std::uint64_t states = measurement.result().states;
  EXPECT_GT(states, 0U);
  measurement.run(slice);
  EXPECT_GT(measurement.result().states, states);
  EXPECT_GE(measurement.result().seconds, 2 * slice);
  EXPECT_EQ(measurement.result().playouts, 0U);
  EXPECT_FALSE(std::isfinite(measurement.result().average_length()));
}

TEST(Bench, GivesUpPlayoutsThatAreTooLong) {
  ToyMachine machine(circle());
  Measurement<ToyMachine> measurement(machine, {.max_length = 5});
  measurement.run(slice);
  const BenchResult& result = measurement.result();
  EXPECT_GT(result.playouts, 0U);
  EXPECT_EQ(result.finished, 0U);
  EXPECT_EQ(result.truncated(), result.playouts);
  EXPECT_EQ(result.states / 5,
            result.playouts + (result.states == 5 * result.playouts + 5 ? 1 : 0));
}

TEST(Bench, CountsDeadEnds) {
  ToyMachine machine(broken());
  Measurement<ToyMachine> measurement(machine, {});
  measurement.run(slice);
  EXPECT_GT(measurement.result().dead_ends, 0U);
  EXPECT_EQ(measurement.result().dead_ends, measurement.result().playouts);
}

TEST(Bench, EndsWhenItIsToldTo) {
  ToyMachine machine(corridor());
  BenchOptions options;
  int asked = 0;
  options.stop = [&] { return ++asked == 3; };
  Measurement<ToyMachine> measurement(machine, options);
  measurement.run(1e9);
  EXPECT_EQ(asked, 3);
  EXPECT_GT(measurement.result().states, 0U);
  EXPECT_EQ(measurement.result().truncated(), 0U);
}

TEST(Bench, EndsWhenTheMachineGivesUp) {
  ToyMachine machine(corridor());
  machine.fault_after = 7;
  Measurement<ToyMachine> measurement(machine, {});
  measurement.run(1e9);
  EXPECT_EQ(measurement.result().fault, "the toy broke");
  EXPECT_EQ(measurement.result().finished, 2U);
}

TEST(Bench, AGameThatIsOverAtTheStartEndsInTime) {
  ToyMachine machine({.roles = {"nobody"}, .positions = {{"start", {{}, {{}}, {}, {100}}}}});
  Measurement<ToyMachine> measurement(machine, {});
  measurement.run(slice);
  EXPECT_GT(measurement.result().playouts, 0U);
  EXPECT_EQ(measurement.result().states, 0U);
  EXPECT_EQ(measurement.result().average_length(), 0);
}

TEST(Bench, TheSameSeedMakesTheSameMoves) {
  // Of two playouts as long as the shorter one: compared through the goals of the first 100.
  const auto goals = [](std::uint64_t seed) {
    ToyMachine machine(pennies());
    machine.fault_after = 101;
    Measurement<ToyMachine> measurement(machine, {.seed = seed});
    measurement.run(1e9);
    return measurement.result().goal_sum;
  };
  EXPECT_EQ(goals(3), goals(3));
  EXPECT_NE(goals(3), goals(4));
}

TEST(ClockPace, LooksAtTheClockAbout64TimesASlice) {
  ClockPace pace;
  EXPECT_EQ(pace.steps(), 1U);
  // A step takes a microsecond, a slice a second: 1/64 s are 15625 steps.
  for (int i = 0; i < 100; ++i) pace.took(1e-6 * static_cast<double>(pace.steps()), 1);
  EXPECT_GE(pace.steps(), 15625U);
  EXPECT_LE(pace.steps(), 2 * 15625U + 1);
  // Now a step takes longer than the slice.
  for (int i = 0; i < 100; ++i) pace.took(2 * static_cast<double>(pace.steps()), 1);
  EXPECT_EQ(pace.steps(), 1U);
  // A step without any time does not make the number overflow.
  for (int i = 0; i < 100; ++i) pace.took(0, 1);
  EXPECT_LE(pace.steps(), std::uint64_t{1} << 20U);
}

}  // namespace
}  // namespace palamedes::exercise
