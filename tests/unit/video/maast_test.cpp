// Parts of MaastCTS2 on small games.

#include "unit/video/video_testing.h"
#include "video/agents.h"
#include "video/distances.h"
#include "video/maast/determinism.h"
#include "video/maast/knowledge.h"
#include "video/maast/maastcts2.h"
#include "video/maast/novelty.h"

namespace palamedes::video::maast {
namespace {

using vgdl::Action;

vgdl::State start_of(const vgdl::Game& game) { return game.initial(vgdl::RandomMode::fast, 3); }

TEST(Distances, GoAroundWhatIsBlocked) {
  // . # .
  // . . .
  Distances ways(3, 2);
  ways.search(0, {0, 1, 0, 0, 0, 0});
  EXPECT_EQ(ways[2], 4);
  EXPECT_EQ(ways[1], Distances::unreachable);
  EXPECT_EQ(ways.until(1), 1);
  ways.search(std::vector<std::uint32_t>{0, 2}, {0, 1, 0, 0, 0, 0});
  EXPECT_EQ(ways[4], 2);
}

TEST(Determinism, CharactersAreChance) {
  const auto gold = gold_game();
  ForwardModel model(*gold, 1);
  EXPECT_TRUE(seems_deterministic(model, start_of(*gold)));
  const auto chance = chance_game();
  ForwardModel other(*chance, 1);
  EXPECT_FALSE(seems_deterministic(other, start_of(*chance)));
}

TEST(ForwardModel, CopiesDoNotForeseeTheGame) {
  const auto game = chance_game();
  ForwardModel model(*game, 1);
  const vgdl::State start = start_of(*game);
  vgdl::State real = start;
  vgdl::Simulator simulator(*game);
  bool differs = false;
  vgdl::State copy;
  model.copy(start, copy);
  for (int i = 0; i < 40; ++i) {
    simulator.advance(real, Action::nil);
    model.advance(copy, Action::nil);
    std::vector<vgdl::Observed> a;
    std::vector<vgdl::Observed> b;
    model.see(real).sprites(vgdl::Category::npc, a);
    model.see(copy).sprites(vgdl::Category::npc, b);
    for (std::size_t j = 0; j < std::min(a.size(), b.size()); ++j) {
      differs = differs || a[j].x != b[j].x || a[j].y != b[j].y;
    }
  }
  EXPECT_TRUE(differs);
}

TEST(Novelty, AStateIsNewIfSomethingInItIs) {
  const auto game = gold_game();
  ForwardModel model(*game, 1);
  vgdl::State state = start_of(*game);
  std::vector<std::uint64_t> atoms;
  AtomSet seen;
  read_atoms(model, state, atoms);
  EXPECT_TRUE(seen.add(atoms));
  EXPECT_FALSE(seen.add(atoms));
  EXPECT_TRUE(seen.has_all(atoms));
  model.advance(state, Action::right);
  read_atoms(model, state, atoms);
  EXPECT_FALSE(seen.has_all(atoms));
  seen.clear();
  EXPECT_FALSE(seen.has_all(atoms));
}

TEST(Knowledge, LearnsWhatIsWorthMeetingAndWhatBlocks) {
  const auto game = gold_game();
  ForwardModel model(*game, 1);
  const vgdl::State start = start_of(*game);
  Knowledge knowledge(model, start);
  const vgdl::TypeId gold = game->rules().find("gold");
  Before before;
  for (int i = 0; i < 20; ++i) {
    vgdl::State state;
    model.copy(start, state);
    for (const Action action :
         {Action::left, Action::left, Action::right, Action::right, Action::right}) {
      Knowledge::remember(model, state, before);
      model.advance(state, action);
      knowledge.learn(before, action, state, false);
    }
    ASSERT_TRUE(is_win(state));
  }
  // Two points and one for the win.
  EXPECT_NEAR(knowledge.weight(gold), 3, 0.1);
  EXPECT_TRUE(knowledge.blocks(vgdl::wall_type));
  EXPECT_FALSE(knowledge.blocks(gold));
}

TEST(Knowledge, WhatNothingHappensWithIsWorthNothingOnceTheAvatarStoodThere) {
  const auto game = game_of(
      "BasicGame square_size=10\n"
      "  SpriteSet\n"
      "    gate > Immovable portal=True\n"
      "    spring > SpawnPoint stype=drop portal=True total=3\n"
      "    drop > Immovable\n"
      "  LevelMapping\n"
      "    g > gate\n"
      "    s > spring\n"
      "  InteractionSet\n"
      "    avatar wall > stepBack\n"
      "  TerminationSet\n"
      "    Timeout limit=100 win=True\n",
      "wwwww\nwsAgw\nwwwww\n");
  ForwardModel model(*game, 1);
  const vgdl::State start = start_of(*game);
  Knowledge knowledge(model, start);
  knowledge.set_root(start);
  const vgdl::TypeId gate = game->rules().find("gate");
  const vgdl::TypeId spring = game->rules().find("spring");
  EXPECT_NEAR(knowledge.weight(gate), 1, 0.01);
  EXPECT_NEAR(knowledge.weight(spring), 1, 0.01);
  Before before;
  for (int i = 0; i < 20; ++i) {
    for (const Action action : {Action::right, Action::left}) {
      vgdl::State state;
      model.copy(start, state);
      Knowledge::remember(model, state, before);
      model.advance(state, action);
      knowledge.learn(before, action, state, false);
    }
  }
  EXPECT_NEAR(knowledge.weight(gate), 0, 0.01);
  EXPECT_NEAR(knowledge.weight(spring), 0, 0.01);
}

TEST(Knowledge, NearerToTheGoodIsWorthMore) {
  const auto game = gold_game();
  ForwardModel model(*game, 1);
  const vgdl::State start = start_of(*game);
  Knowledge knowledge(model, start);
  knowledge.set_root(start);
  vgdl::State near;
  model.copy(start, near);
  model.advance(near, Action::right);
  EXPECT_GT(knowledge.evaluate(near), knowledge.evaluate(start));
}

TEST(MaastCts2, FetchesTheGoldAndAvoidsThePit) {
  const auto game = gold_game();
  auto agent = std::make_unique<MaastCts2>(*game, Parameters{}, nullptr, 1);
  const MaastCts2* watched = agent.get();
  Play play(*game, std::move(agent), {.iterations = 30}, vgdl::RandomMode::fast, 1);
  play.tick();
  EXPECT_TRUE(watched->is_deterministic());
  while (!play.is_over()) play.tick();
  EXPECT_TRUE(play.outcome().won);
  EXPECT_LE(play.outcome().ticks, 6);
  EXPECT_EQ(play.outcome().iterations, 30);
}

TEST(MaastCts2, CatchesButterflies) {
  const auto game = chance_game();
  EXPECT_TRUE(play(*game, std::make_unique<MaastCts2>(*game, Parameters{}, nullptr, 1), 20).won);
}

// Beside a pit with one safe way: the search must not step into it, with any part switched off.
TEST(MaastCts2, EachPartCanBeSwitchedOff) {
  const auto game = gold_game("wwwwwwww\nwAppppgw\nw......w\nwwwwwwww\n");
  for (const char* off : {"novelty", "knowledge", "loss_avoidance", "determinism"}) {
    const auto spec = parse_agent(std::string("maastcts2:") + off + "=false");
    ASSERT_TRUE(spec);
    EXPECT_TRUE(play(*game, make_agent(*spec, *game, 1), 60).won) << off;
  }
}

}  // namespace
}  // namespace palamedes::video::maast
