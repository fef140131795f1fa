// palamedes-video: plans for puzzles, and what it reads from the rules.

#include <gmock/gmock.h>

#include "unit/video/video_testing.h"
#include "video/agents.h"
#include "video/planner/goals.h"
#include "video/planner/palamedes_video.h"
#include "video/planner/puzzle.h"

namespace palamedes::video::planner {
namespace {

// A box must be pushed onto the mark; beside the wall it is lost.
std::shared_ptr<const vgdl::Game> box_game() {
  return game_of(
      "BasicGame square_size=10\n"
      "  SpriteSet\n"
      "    mark > Immovable\n"
      "    box > Passive\n"
      "  LevelMapping\n"
      "    b > box\n"
      "    m > mark\n"
      "  InteractionSet\n"
      "    avatar wall > stepBack\n"
      "    box avatar > bounceForward\n"
      "    box wall box > undoAll\n"
      "    mark box > killSprite\n"
      "  TerminationSet\n"
      "    SpriteCounter stype=mark win=True\n",
      "wwwwwwww\n"
      "w......w\n"
      "w.A.b..w\n"
      "w......w\n"
      "w.m....w\n"
      "wwwwwwww\n");
}

TEST(Puzzle, IsAGameThatStandsStill) {
  const auto boxes = box_game();
  ForwardModel model(*boxes, 1);
  EXPECT_TRUE(stands_still(model, boxes->initial(vgdl::RandomMode::fast, 1)));
  const auto flies = chance_game();
  ForwardModel other(*flies, 1);
  EXPECT_FALSE(stands_still(other, flies->initial(vgdl::RandomMode::fast, 1)));
}

TEST(Puzzle, FindsAPlanThatWins) {
  const auto game = box_game();
  ForwardModel model(*game, 1);
  vgdl::State state = game->initial(vgdl::RandomMode::fast, 1);
  Puzzle puzzle(model, state);
  Budget few = Budget::of_iterations(2);
  EXPECT_EQ(puzzle.search(few), Puzzle::Result::searching);
  Budget many = Budget::of_iterations(100'000);
  ASSERT_EQ(puzzle.search(many), Puzzle::Result::solved);
  vgdl::Simulator simulator(*game);
  for (const vgdl::Action action : puzzle.plan()) simulator.advance(state, action);
  EXPECT_TRUE(is_win(state));
}

TEST(Puzzle, IsHopelessWhereNothingIsLeft) {
  // The box stands in a corner.
  const auto game = game_of(
      "BasicGame square_size=10\n  SpriteSet\n    mark > Immovable\n    box > Passive\n"
      "  LevelMapping\n    b > box\n    m > mark\n  InteractionSet\n"
      "    avatar wall > stepBack\n    box avatar > bounceForward\n    box wall > undoAll\n"
      "    mark box > killSprite\n  TerminationSet\n    SpriteCounter stype=mark win=True\n",
      "wwwww\nwb.mw\nw.A.w\nwwwww\n");
  ForwardModel model(*game, 1);
  Puzzle puzzle(model, game->initial(vgdl::RandomMode::fast, 1));
  Budget budget = Budget::of_iterations(100'000);
  EXPECT_EQ(puzzle.search(budget), Puzzle::Result::hopeless);
}

TEST(Goals, AreWhatTheAvatarHasToTouch) {
  const auto game = gold_game();
  const Goals goals(*game);
  ASSERT_EQ(goals.goals().size(), 1U);
  EXPECT_EQ(goals.goals().front().type, game->rules().find("gold"));
  std::vector<vgdl::TypeId> types;
  goals.wanted(game->initial(vgdl::RandomMode::fast, 1), types);
  EXPECT_THAT(types, testing::ElementsAre(game->rules().find("gold")));
}

TEST(PalamedesVideo, SolvesThePuzzleAndWaitsForItsPlan) {
  const auto game = box_game();
  const Outcome outcome = play(*game, make_agent(*parse_agent("palamedes-video"), *game, 1), 40);
  EXPECT_TRUE(outcome.won);
  EXPECT_LT(outcome.ticks, 60);
}

}  // namespace
}  // namespace palamedes::video::planner
