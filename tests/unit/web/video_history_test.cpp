#include "web/worker/video_history.h"

#include <gtest/gtest.h>

#include "games/builtin.h"
#include "vgdl/load.h"
#include "web/worker/video_colours.h"

namespace palamedes::web::worker {
namespace {

std::shared_ptr<const vgdl::Game> load(const std::string& name) {
  const auto loaded = vgdl::load_game(games::find_video(name)->text, name,
                                      games::find_video(name + "_lvl0")->text, name);
  return loaded ? loaded->game : nullptr;
}

std::vector<std::int32_t> places(const VideoHistory& history) {
  std::vector<std::int32_t> list;
  const vgdl::State& state = history.state();
  for (vgdl::Slot slot = 0; slot < state.head().used; ++slot) {
    list.push_back(state.sprite(slot).x);
    list.push_back(state.sprite(slot).y);
  }
  return list;
}

TEST(VideoHistory, ComesBackToTheSameStates) {
  const auto game = load("hailstorm");
  ASSERT_NE(game, nullptr);
  VideoHistory history(*game, 7);
  EXPECT_EQ(history.tick(), 0U);
  EXPECT_EQ(history.action(), vgdl::Action::nil);
  std::vector<std::vector<std::int32_t>> seen = {places(history)};
  for (int i = 0; i < 60 && !history.is_over(); ++i) {
    history.advance(i % 3 == 0 ? vgdl::Action::left : vgdl::Action::right);
    seen.push_back(places(history));
  }
  const std::size_t last = history.last_tick();
  ASSERT_GT(last, 5U);
  for (const std::size_t tick : {last, std::size_t{3}, std::size_t{0}, last / 2, last}) {
    history.show(tick);
    EXPECT_EQ(history.tick(), tick);
    EXPECT_EQ(places(history), seen[tick]);
  }
  history.show(4);
  EXPECT_EQ(history.action(), vgdl::Action::left);
  history.advance(vgdl::Action::nil);
  EXPECT_EQ(history.last_tick(), 5U);
}

TEST(VideoColours, AreThoseOfTheRulesOrOfTheType) {
  const auto game = load("causeway");
  ASSERT_NE(game, nullptr);
  EXPECT_EQ(colour_of(*game, game->rules().find("water")), "#1414c8");
  for (std::size_t type = 0; type < game->rules().types.size(); ++type) {
    const std::string colour = colour_of(*game, static_cast<vgdl::TypeId>(type));
    EXPECT_EQ(colour.size(), 7U);
    EXPECT_EQ(colour.front(), '#');
  }
}

// What agents do not see is the floor, which nothing on it may be mistaken for.
TEST(VideoColours, AFloorWithoutAColourIsPale) {
  const std::string rules =
      "BasicGame\n  SpriteSet\n    floor > Immovable hidden=True\n"
      "    grass > Immovable hidden=True color=GREEN\n    box > Immovable\n"
      "    avatar > MovingAvatar\n  LevelMapping\n    A > floor avatar\n    b > grass box\n"
      "  InteractionSet\n    avatar box > stepBack\n  TerminationSet\n    Timeout limit=9\n";
  const auto loaded = vgdl::load_game(rules, "rules", "Ab\n", "level");
  ASSERT_TRUE(loaded.has_value());
  const vgdl::Game& game = *loaded->game;
  EXPECT_EQ(colour_of(game, game.rules().find("floor")), "#c8c2ae");
  EXPECT_EQ(colour_of(game, game.rules().find("grass")), "#00b400");
  EXPECT_NE(colour_of(game, game.rules().find("box")), "#c8c2ae");
  EXPECT_EQ(colour_of(game, game.rules().find("avatar")), "#fafafa");
}

}  // namespace
}  // namespace palamedes::web::worker
