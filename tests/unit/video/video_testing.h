#pragma once
// Small games for tests of agents.

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "vgdl/load.h"
#include "video/play.h"

namespace palamedes::video {

inline std::shared_ptr<const vgdl::Game> game_of(const std::string& rules,
                                                 const std::string& level) {
  const auto loaded = vgdl::load_game(rules, "rules", level, "level");
  if (!loaded) {
    ADD_FAILURE() << to_string(loaded.error().list().front());
    std::abort();
  }
  return loaded->game;
}

// Gold to be fetched past a pit; nothing happens by chance.
inline std::shared_ptr<const vgdl::Game> gold_game(const std::string& level =
                                                       "wwwwww\n"
                                                       "wA..gw\n"
                                                       "w.p..w\n"
                                                       "wwwwww\n") {
  return game_of(
      "BasicGame square_size=10\n"
      "  SpriteSet\n"
      "    gold > Immovable\n"
      "    pit > Immovable\n"
      "  LevelMapping\n"
      "    g > gold\n"
      "    p > pit\n"
      "  InteractionSet\n"
      "    avatar wall > stepBack\n"
      "    avatar pit > killSprite\n"
      "    gold avatar > killSprite scoreChange=2\n"
      "  TerminationSet\n"
      "    SpriteCounter stype=gold win=True\n"
      "    SpriteCounter stype=avatar win=False\n",
      level);
}

// Butterflies that flutter at random are to be caught.
inline std::shared_ptr<const vgdl::Game> chance_game() {
  return game_of(
      "BasicGame square_size=10\n"
      "  SpriteSet\n"
      "    fly > RandomNPC speed=1 cooldown=2\n"
      "  LevelMapping\n"
      "    f > fly\n"
      "  InteractionSet\n"
      "    avatar wall > stepBack\n"
      "    fly wall > stepBack\n"
      "    fly avatar > killSprite scoreChange=1\n"
      "  TerminationSet\n"
      "    SpriteCounter stype=fly win=True\n"
      "    Timeout limit=300 win=False\n",
      "wwwwwwww\nwA.....w\nw......w\nw.f..f.w\nwwwwwwww\n");
}

inline Outcome play(const vgdl::Game& game, std::unique_ptr<Agent> agent, std::uint64_t iterations,
                    std::uint64_t seed = 5) {
  Play play(game, std::move(agent), {.iterations = iterations}, vgdl::RandomMode::fast, seed);
  while (!play.is_over()) play.tick();
  return play.outcome();
}

}  // namespace palamedes::video
