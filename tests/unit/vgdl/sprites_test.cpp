// Each class of sprites on a small sheet: where it goes, what it makes, what it draws.

#include <gmock/gmock.h>

#include "unit/vgdl/vgdl_testing.h"

namespace palamedes::vgdl {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(VgdlSprites, MissilesWaitOneTickAndFly) {
  Play play({.sprites = "shot > Missile orientation=RIGHT speed=0.55\n", .mapping = "s > shot\n"},
            "A.s.......\n");
  play.tick();
  EXPECT_EQ(play.first("shot").x, 20);
  play.tick();
  EXPECT_EQ(play.first("shot").x, 25);  // whole pixels
  play.tick(Action::nil, 2);
  EXPECT_EQ(play.first("shot").x, 35);
}

TEST(VgdlSprites, CooldownCountsTicksSinceTheLastMove) {
  Play play({.sprites = "shot > Missile orientation=RIGHT cooldown=3\n", .mapping = "s > shot\n"},
            "A.s.......\n");
  std::vector<int> path;
  for (int i = 0; i < 9; ++i) path.push_back(play.tick().first("shot").x);
  EXPECT_THAT(path, ElementsAre(20, 20, 30, 30, 30, 40, 40, 40, 50));
}

TEST(VgdlSprites, AFlickerLivesLimitPlusTwoUpdates) {
  Play play({.sprites = "spark > Flicker limit=2\n", .mapping = "s > spark\n"}, "A.s\n");
  play.tick(Action::nil, 3);
  EXPECT_THAT(play.places("spark"), SizeIs(1));
  play.tick();
  EXPECT_THAT(play.places("spark"), IsEmpty());
}

TEST(VgdlSprites, TimeToLiveEnds) {
  Play play({.sprites = "shot > Missile orientation=RIGHT timeToLive=2\n", .mapping = "s > shot\n"},
            "As.......\n");
  play.tick(Action::nil, 2);
  EXPECT_THAT(play.places("shot"), SizeIs(1));
  play.tick();
  EXPECT_THAT(play.places("shot"), IsEmpty());
}

TEST(VgdlSprites, ASpawnPointMakesItsChildrenInTime) {
  Play play({.sprites = "egg > Immovable\nnest > SpawnPoint stype=egg cooldown=4 total=2\n",
             .mapping = "n > nest\n"},
            "A.n\n");
  play.tick();  // tick 0
  EXPECT_THAT(play.places("egg"), ElementsAre("egg@20,0"));
  play.tick(Action::nil, 3);
  EXPECT_THAT(play.places("egg"), SizeIs(1));
  EXPECT_EQ(play.state().head().random.draws(), 4U);  // one each tick
  play.tick();
  EXPECT_THAT(play.places("egg"), SizeIs(2));
  EXPECT_THAT(play.places("nest"), IsEmpty());
}

TEST(VgdlSprites, ChildrenTakeTheDirectionOfABomber) {
  Play play(
      {.sprites = "egg > Missile\nbird > Bomber stype=egg cooldown=2 speed=1 orientation=LEFT\n",
       .mapping = "b > bird\n"},
      "A......b\n");
  play.tick(Action::nil, 2);
  EXPECT_EQ(play.first("egg").orientation, (Direction{-1, 0}));
  EXPECT_EQ(play.first("bird").x, 60);
}

TEST(VgdlSprites, ARandomWalkerRepeatsItsSteps) {
  Play play({.sprites = "cat > RandomNPC cons=2\n", .mapping = "c > cat\n"},
            ".......\n.......\n.......\n...c...\n.......\n.......\nA......\n");
  std::vector<std::pair<int, int>> at;
  for (int i = 0; i < 9; ++i) {
    play.tick();
    at.emplace_back(play.first("cat").x, play.first("cat").y);
  }
  EXPECT_EQ(at[1], std::pair(30, 30));  // it stands for its first two updates
  const auto step = [&](std::size_t i) {
    return std::pair(at[i].first - at[i - 1].first, at[i].second - at[i - 1].second);
  };
  EXPECT_EQ(std::abs(step(2).first) + std::abs(step(2).second), 10);
  EXPECT_EQ(step(2), step(3));
  EXPECT_EQ(step(3), step(4));
  EXPECT_EQ(step(5), step(6));
  EXPECT_EQ(play.state().head().random.draws(), 3U);
}

TEST(VgdlSprites, ChasersComeNearerAndFleeingOnesGoAway) {
  Play play({.sprites = "cat > Chaser stype=avatar\nmouse > Fleeing stype=avatar\n",
             .mapping = "c > cat\nm > mouse\n"},
            "A....c....\n..m.......\n..........\n..........\n");
  play.tick();
  EXPECT_THAT(play.places("cat"), ElementsAre("cat@40,0"));
  const Sprite& mouse = play.first("mouse");
  EXPECT_EQ(mouse.x + mouse.y, 40);
  play.tick(Action::nil, 3);
  EXPECT_THAT(play.places("cat"), ElementsAre("cat@10,0"));
}

TEST(VgdlSprites, PathChasersGoAroundWalls) {
  Play play({.sprites = "cat > PathChaser stype=avatar\n",
             .mapping = "c > cat\n",
             .game = "square_size=10 obs=wall"},
            "wwwwwww\nw..w..w\nwA.w.cw\nw..w..w\nw.....w\nwwwwwww\n");
  std::vector<std::string> path;
  for (int i = 0; i < 7; ++i) path.push_back(play.tick().places("cat").front());
  EXPECT_EQ(path[3], "cat@30,40");  // below the wall
  play.tick(Action::nil, 1);
  EXPECT_THAT(play.places("cat"), ElementsAre("cat@10,20"));
}

TEST(VgdlSprites, ASpreaderSpreadsOnce) {
  Play play({.sprites = "ash > Immovable\nfire > Spreader stype=ash spreadprob=1\n",
             .mapping = "f > fire\n"},
            ".....\n..f..\n....A\n");
  play.tick();
  EXPECT_THAT(play.places("ash"), IsEmpty());
  play.tick();
  EXPECT_THAT(play.places("ash"), ElementsAre("ash@20,0", "ash@10,10", "ash@20,20", "ash@30,10"));
  play.tick(Action::nil, 3);
  EXPECT_THAT(play.places("ash"), SizeIs(4));
}

TEST(VgdlSprites, ASingletonIsMadeOnce) {
  Play play(
      {.sprites = "shot > Missile singleton=True orientation=UP\navatar > FlakAvatar stype=shot\n",
       .mapping = "s > shot\n"},
      ".\n.\n.\n.\n.\n.\nA\n");
  play.tick(Action::use, 3);
  EXPECT_THAT(play.places("shot"), SizeIs(1));
  EXPECT_TRUE(play.first("shot").has(from_avatar_flag));
}

TEST(VgdlAvatars, MoveInTheirDirections) {
  const std::string level = "...\n.A.\n...\n";
  const auto reach = [&](const std::string& kind, Action action) {
    Play play({.sprites = "avatar > " + kind + "\n"}, level);
    play.tick(action);
    return play.places("avatar").front();
  };
  EXPECT_EQ(reach("MovingAvatar", Action::up), "avatar@10,0");
  EXPECT_EQ(reach("MovingAvatar", Action::left), "avatar@0,10");
  EXPECT_EQ(reach("HorizontalAvatar", Action::right), "avatar@20,10");
  EXPECT_EQ(reach("HorizontalAvatar", Action::down), "avatar@10,10");
  EXPECT_EQ(reach("VerticalAvatar", Action::down), "avatar@10,20");
  EXPECT_EQ(reach("VerticalAvatar", Action::left), "avatar@10,10");
  EXPECT_EQ(reach("NullAvatar", Action::left), "avatar@10,10");
  // The first press turns.
  EXPECT_EQ(reach("OrientedAvatar", Action::up), "avatar@10,10");
  EXPECT_EQ(reach("OrientedAvatar", Action::right), "avatar@20,10");
  EXPECT_EQ(reach("OrientedAvatar rotateInPlace=false", Action::up), "avatar@10,0");
}

TEST(VgdlAvatars, ListTheirActions) {
  const auto actions = [](const std::string& kind) {
    return Play({.sprites = "avatar > " + kind + "\n"}, "A\n").see().actions();
  };
  EXPECT_THAT(actions("FlakAvatar"),
              ElementsAre(Action::use, Action::left, Action::right, Action::nil));
  EXPECT_THAT(actions("VerticalAvatar"), ElementsAre(Action::up, Action::down, Action::nil));
  EXPECT_THAT(actions("NullAvatar"), ElementsAre(Action::nil));
  EXPECT_THAT(actions("MovingAvatar"),
              ElementsAre(Action::left, Action::right, Action::down, Action::up, Action::nil));
}

TEST(VgdlAvatars, ShootAheadAndPay) {
  Play play({.sprites = "ammo > Resource limit=5 value=2\nshot > Missile\n"
                        "avatar > ShootAvatar stype=shot ammo=ammo\n",
             .mapping = "m > ammo\n",
             .interactions = "ammo avatar > collectResource\n"},
            "Am......\n");
  play.tick(Action::use);
  EXPECT_THAT(play.places("shot"), IsEmpty());
  play.tick(Action::right);
  EXPECT_EQ(play.see().amount(play.id("ammo")), 2);
  play.tick(Action::use);
  EXPECT_THAT(play.places("shot"), ElementsAre("shot@20,0"));
  EXPECT_EQ(play.first("shot").orientation, (Direction{1, 0}));
  play.tick(Action::use, 2);
  EXPECT_THAT(play.places("shot"), SizeIs(2));
  EXPECT_EQ(play.see().amount(play.id("ammo")), 0);
}

TEST(VgdlAvatars, OngoingOnesNeverStop) {
  Play play({.sprites = "trail > Immovable\navatar > OngoingTurningAvatar spawnBehind=trail\n"},
            ".......\nA......\n.......\n");
  play.tick();
  play.tick(Action::left);  // not backwards
  play.tick(Action::down);
  EXPECT_THAT(play.places("avatar"), ElementsAre("avatar@10,20"));
  EXPECT_THAT(play.places("trail"), ElementsAre("trail@0,10", "trail@10,10"));
}

}  // namespace
}  // namespace palamedes::vgdl
