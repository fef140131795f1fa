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

// What walks goes straight to the door; the avatar can dig a way through the wall.
std::shared_ptr<const vgdl::Game> digging_game(const std::string& level) {
  return game_of(
      "BasicGame square_size=10\n"
      "  SpriteSet\n"
      "    door > Door\n"
      "    walker > Chaser stype=door cooldown=2\n"
      "    spade > Flicker limit=1 singleton=True\n"
      "    avatar > ShootAvatar stype=spade\n"
      "    wall > Immovable\n"
      "  LevelMapping\n"
      "    d > door\n"
      "    b > walker\n"
      "  InteractionSet\n"
      "    walker wall > stepBack\n"
      "    avatar wall > stepBack\n"
      "    wall spade > killSprite scoreChange=-1\n"
      "    walker door > killSprite scoreChange=2\n"
      "  TerminationSet\n"
      "    SpriteCounter stype=walker win=True\n",
      level);
}

double left_of(const vgdl::Game& game) {
  Goals goals(game);
  return goals.left(game.initial(vgdl::RandomMode::fast, 1));
}

TEST(Progress, CountsWhatMustVanish) { EXPECT_DOUBLE_EQ(left_of(*gold_game()), 0.3); }

TEST(Progress, ObstaclesInTheWayOfWhatGoesToItsEndCount) {
  // One sprite, three steps, an obstacle that counts six, and the avatar two cells from it.
  const auto shut = digging_game("wwwwwwww\nwb.w.dAw\nwwwwwwww\n");
  const auto open = digging_game("wwwwwwww\nwb...dAw\nwwwwwwww\n");
  EXPECT_NEAR(left_of(*open), 0.3 + 5 * 4, 1e-9);
  EXPECT_NEAR(left_of(*shut), 0.3 + 5 * (4 + 6) + 0.2 * 3, 1e-9);
}

TEST(Progress, APocketOnTheWayCounts) {
  // From the second cell it goes up or right; the upper way ends at a wall.
  const auto game = digging_game("wwwwwd\nw...w.\nwb....\nwA...w\nwwwwww\n");
  const auto closed = digging_game("wwwwwd\nwwwww.\nwb....\nwA...w\nwwwwww\n");
  EXPECT_GT(left_of(*game), left_of(*closed));
}

TEST(PalamedesVideo, DigsAWayForOthers) {
  const auto game = digging_game("wwwwwwwww\nwb.w.dw.w\nw...w...w\nwA..w...w\nwwwwwwwww\n");
  const Outcome outcome = play(*game, make_agent(*parse_agent("palamedes-video"), *game, 1), 60);
  EXPECT_TRUE(outcome.won);
  EXPECT_LT(outcome.ticks, 300);
}

TEST(PalamedesVideo, SolvesThePuzzleAndWaitsForItsPlan) {
  const auto game = box_game();
  const Outcome outcome = play(*game, make_agent(*parse_agent("palamedes-video"), *game, 1), 40);
  EXPECT_TRUE(outcome.won);
  EXPECT_LT(outcome.ticks, 60);
}

}  // namespace
}  // namespace palamedes::video::planner
