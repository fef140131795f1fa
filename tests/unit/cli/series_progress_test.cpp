#include "cli/series_progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(SeriesProgress, GoesByTheStepsSoFar) {
  // Ten games of 20 steps; 50 steps took 5 s.
  const SeriesSoFar so_far{
      .games_asked = 10, .games = 2, .game_steps = 40, .steps = 50, .seconds = 5};
  EXPECT_DOUBLE_EQ(seconds_left(so_far).value(), 15);
}

TEST(SeriesProgress, GuessesBeforeTheFirstGameHasEnded) {
  SeriesSoFar so_far{.games_asked = 10, .expected_steps = 30, .step_seconds = 0.5};
  EXPECT_DOUBLE_EQ(seconds_left(so_far).value(), 150);
  so_far.seconds = 1;
  so_far.steps = 1;
  EXPECT_DOUBLE_EQ(seconds_left(so_far).value(), 299 * 0.5 - 1);
  so_far.seconds = 10;
  so_far.steps = 20;  // now it is known how long a step takes
  EXPECT_DOUBLE_EQ(seconds_left(so_far).value(), 140);
  so_far.expected_steps = 0;
  EXPECT_FALSE(seconds_left(so_far));
}

TEST(SeriesProgress, AnIntervalNeedsFourTimesTheGamesToBeHalfAsWide) {
  const SeriesSoFar so_far{.games_asked = 100'000,
                           .until = 0.05,
                           .games = 100,
                           .game_steps = 1000,
                           .steps = 1000,
                           .widest = 0.1,
                           .seconds = 10};
  EXPECT_DOUBLE_EQ(seconds_left(so_far).value(), 30);
  EXPECT_FALSE(seconds_left({.games_asked = 100'000, .until = 0.05, .steps = 7, .seconds = 1}));
}

TEST(SeriesProgress, SaysItInALine) {
  SeriesProgress progress({.games_asked = 100}, {});
  EXPECT_EQ(progress.text(1), "0 of 100 games, 0 steps, time left unknown");
  for (int i = 0; i < 10; ++i) progress.made_step();
  progress.ended_game(1, 10, 0, "uct 100.0, random 0.0");
  EXPECT_EQ(progress.text(2), "1 of 100 games, 10 steps, about 3 min left: uct 100.0, random 0.0");
}

}  // namespace
}  // namespace palamedes::cli
