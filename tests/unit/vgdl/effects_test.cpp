// Each effect on a small sheet.

#include <gmock/gmock.h>

#include "unit/vgdl/vgdl_testing.h"

namespace palamedes::vgdl {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// An avatar that walks to the right into a thing.
Play walk(const std::string& thing, const std::string& interactions, int steps = 1,
          const std::string& more = "") {
  Play play({.sprites = "thing > " + thing + "\nextra > Immovable\n" + more,
             .mapping = "t > thing\nx > extra\n",
             .interactions = interactions},
            "......\n.At...\n.....x\n");
  play.tick(Action::right, steps);
  return play;
}

TEST(VgdlEffects, Kill) {
  Play play = walk("Immovable", "thing avatar > killSprite scoreChange=3\n");
  EXPECT_THAT(play.places("thing"), IsEmpty());
  EXPECT_EQ(play.score(), 3);
  EXPECT_TRUE(play.see().is_avatar_alive());
  play = walk("Immovable", "avatar thing > killBoth\n");
  EXPECT_THAT(play.places("thing"), IsEmpty());
  EXPECT_FALSE(play.see().is_avatar_alive());
  EXPECT_THAT(play.places("avatar"), SizeIs(1));  // it stays, disabled
  play = walk("Immovable", "avatar thing > killAll stype=extra\n");
  EXPECT_THAT(play.places("extra"), IsEmpty());
}

TEST(VgdlEffects, KillOnConditions) {
  const std::string gold = "gold > Resource limit=3\n";
  Play play = walk("Immovable",
                   "thing avatar > killIfOtherHasMore resource=gold limit=1 "
                   "scoreChange=1\n",
                   1, gold);
  EXPECT_THAT(play.places("thing"), SizeIs(1));
  EXPECT_EQ(play.score(), 0);  // it did not fire
  play =
      walk("Immovable",
           "avatar thing > changeResource resource=gold value=2\n"
           "thing avatar > killIfOtherHasMore resource=gold limit=2 subtract=True scoreChange=1\n",
           1, gold);
  EXPECT_THAT(play.places("thing"), IsEmpty());
  EXPECT_EQ(play.see().amount(play.id("gold")), 0);
  EXPECT_EQ(play.score(), 1);
  play = walk("Immovable", "avatar thing > killIfHasLess resource=gold limit=0\n", 1, gold);
  EXPECT_FALSE(play.see().is_avatar_alive());
  play = walk("Immovable", "thing avatar > killBoth\navatar thing > killIfAlive\n");
  EXPECT_THAT(play.places("thing"), IsEmpty());
}

TEST(VgdlEffects, StepBack) {
  Play play = walk("Immovable", "avatar thing > stepBack\n", 3);
  EXPECT_THAT(play.places("avatar"), ElementsAre("avatar@10,10"));
  // Flush against the thing, where a whole step back would leave a gap.
  Play close({.sprites = "avatar > MovingAvatar speed=0.7\n",
              .interactions = "avatar wall > stepBack pixelPerfect=True\n"},
             "A.w\n");
  close.tick(Action::right, 2);
  EXPECT_THAT(close.places("avatar"), ElementsAre("avatar@10,0"));
  Play edge({.sprites = "", .interactions = "avatar EOS > stepBack\n"}, "A\n");
  edge.tick(Action::up);
  EXPECT_THAT(edge.places("avatar"), ElementsAre("avatar@0,0"));
}

TEST(VgdlEffects, PushAndUndo) {
  const Sheet push{.sprites = "box > Passive\n",
                   .mapping = "b > box\n",
                   .interactions = "box avatar > bounceForward\nbox wall box > undoAll\n"};
  Play play(push, "Ab.w\n");
  play.tick(Action::right);
  EXPECT_THAT(play.places("box"), ElementsAre("box@20,0"));
  play.tick(Action::right);  // against the wall: all goes back
  EXPECT_THAT(play.places("box"), ElementsAre("box@20,0"));
  EXPECT_THAT(play.places("avatar"), ElementsAre("avatar@10,0"));
  Play row(push, "Abb..\n");
  row.tick(Action::right);
  EXPECT_THAT(row.places("avatar"), ElementsAre("avatar@0,0"));
}

// A box that is pushed into the next one pushes it within the same effect.
TEST(VgdlEffects, LaterSpritesFeelEarlierOnes) {
  Play play({.sprites = "box > Passive\n",
             .mapping = "b > box\n",
             .interactions = "box avatar > bounceForward\nbox box > bounceForward\n"},
            "Abbb.....\n");
  play.tick(Action::right);
  EXPECT_THAT(play.places("box"), ElementsAre("box@20,0", "box@30,0", "box@40,0"));
  Play chain({.sprites = "a > Passive\nb > Passive\n",
              .mapping = "a > a\nb > b\n",
              .interactions = "a avatar > bounceForward\nb a > bounceForward\n"},
             "Aab...\n");
  chain.tick(Action::right);
  EXPECT_THAT(chain.places("b"), ElementsAre("b@30,0"));
}

TEST(VgdlEffects, Turn) {
  Play play({.sprites = "bird > Missile orientation=RIGHT\n",
             .mapping = "b > bird\n",
             .interactions = "bird wall > reverseDirection\n"},
            "A.bw....\n");
  play.tick(Action::nil, 2);
  EXPECT_EQ(play.first("bird").orientation, (Direction{-1, 0}));
  Play down({.sprites = "bird > Missile orientation=RIGHT\n",
             .mapping = "b > bird\n",
             .interactions = "bird EOS > turnAround\n"},
            "....b\n.....\n.....\nA....\n");
  down.tick(Action::nil, 2);
  EXPECT_THAT(down.places("bird"), ElementsAre("bird@40,20"));
  EXPECT_EQ(down.first("bird").orientation, (Direction{-1, 0}));
}

TEST(VgdlEffects, WrapAround) {
  Play play({.sprites = "bird > Missile orientation=RIGHT\n",
             .mapping = "b > bird\n",
             .interactions = "bird EOS > wrapAround\n"},
            "A..b\n");
  play.tick(Action::nil, 2);
  EXPECT_THAT(play.places("bird"), ElementsAre("bird@0,0"));
}

TEST(VgdlEffects, Teleport) {
  Play play({.sprites = "in > Portal stype=out\nout > Immovable\n",
             .mapping = "i > in\no > out\n",
             .interactions = "avatar in > teleportToExit\n"},
            "Ai...o\n");
  play.tick(Action::right);
  EXPECT_THAT(play.places("avatar"), ElementsAre("avatar@50,0"));
}

TEST(VgdlEffects, LookAndAlign) {
  Play play({.sprites = "sign > Immovable orientation=DOWN\nbird > Missile orientation=RIGHT "
                        "speed=0.7\n",
             .mapping = "s > sign\nb > bird\n",
             .interactions = "bird sign > attractGaze align=True\n"},
            "A.bs...\n.......\n");
  play.tick(Action::nil, 2);
  EXPECT_EQ(play.first("bird").orientation, (Direction{0, 1}));
  EXPECT_THAT(play.places("bird"), ElementsAre("bird@30,0"));
}

TEST(VgdlEffects, PullWithIt) {
  Play play({.sprites = "raft > Missile orientation=RIGHT speed=0.5\n",
             .mapping = "r > raft\nB > raft avatar\n",
             .interactions = "avatar raft > pullWithIt\n"},
            "B......\n");
  play.tick(Action::nil, 3);
  EXPECT_THAT(play.places("avatar"), ElementsAre("avatar@10,0"));
}

TEST(VgdlEffects, Transform) {
  Play play = walk("Immovable healthPoints=4",
                   "thing avatar > transformTo stype=extra killSecond=False scoreChange=2\n");
  EXPECT_THAT(play.places("thing"), IsEmpty());
  EXPECT_THAT(play.places("extra"), ElementsAre("extra@50,20", "extra@20,10"));
  EXPECT_EQ(play.score(), 2);
  play = walk("Immovable", "avatar thing > transformToAll stype=extra stypeTo=thing\n");
  EXPECT_THAT(play.places("thing"), ElementsAre("thing@20,10", "thing@50,20"));
  play = walk("Immovable",
              "thing avatar > transformIfCount stype=extra stypeCount=extra geq=2 scoreChange=1\n");
  EXPECT_THAT(play.places("thing"), SizeIs(1));
  EXPECT_EQ(play.score(), 0);
}

TEST(VgdlEffects, TransformTheAvatar) {
  Play play({.sprites = "gold > Resource limit=9\nthing > Resource limit=9\nhero > MovingAvatar\n"
                        "  weak > \n  strong > \n",
             .mapping = "H > weak\nt > thing\n",
             .interactions = "thing hero > collectResource\n"
                             "weak thing > transformTo stype=strong\n"},
            "Ht....\n");
  play.tick(Action::right);
  EXPECT_THAT(play.places("strong"), ElementsAre("strong@10,0"));
  EXPECT_EQ(play.see().amount(play.id("thing")), 1);  // carried over
  play.tick(Action::right);
  EXPECT_THAT(play.places("strong"), ElementsAre("strong@20,0"));
}

TEST(VgdlEffects, Spawn) {
  Play play = walk("Immovable", "avatar thing > spawn stype=extra\nthing avatar > cloneSprite\n");
  EXPECT_THAT(play.places("extra"), ElementsAre("extra@50,20", "extra@20,10"));
  EXPECT_THAT(play.places("thing"), SizeIs(2));
  EXPECT_EQ(play.state().head().random.draws(), 2U);
  play = walk("Immovable",
              "thing avatar > spawnAbove stype=extra\n"
              "thing avatar > spawnLeft stype=extra stepBack=True\n");
  EXPECT_THAT(play.places("extra"), ElementsAre("extra@50,20", "extra@20,0", "extra@0,10"));
  play = walk("Immovable", "thing avatar > spawnBehind stype=extra\n");
  EXPECT_THAT(play.places("extra"), ElementsAre("extra@50,20", "extra@10,10"));
  play = walk("Immovable", "avatar thing > spawnIfHasLess resource=gold limit=0 stype=extra\n", 1,
              "gold > Resource\n");
  EXPECT_THAT(play.places("extra"), SizeIs(2));
}

TEST(VgdlEffects, CollectUpToTheLimit) {
  Play play({.sprites = "gold > Resource value=2 limit=3\n",
             .mapping = "g > gold\n",
             .interactions = "gold avatar > collectResource scoreChange=1\n"},
            "Aggg\n");
  play.tick(Action::right, 3);
  EXPECT_EQ(play.see().amount(play.id("gold")), 3);
  EXPECT_EQ(play.score(), 2);
  EXPECT_THAT(play.places("gold"), ElementsAre("gold@30,0"));
}

TEST(VgdlEffects, Health) {
  Play play({.sprites = "avatar > MovingAvatar healthPoints=2 limitHealthPoints=4\n"
                        "food > Immovable\nfire > Immovable\n",
             .mapping = "f > food\nx > fire\n",
             .interactions = "avatar food > addHealthPoints killSecond=True scoreChange=1\n"
                             "avatar fire > subtractHealthPoints value=2 scoreChange=-1 "
                             "scoreChangeIfKilled=-9\n"},
            "Affx.x\n");
  play.tick(Action::right, 2);
  EXPECT_EQ(play.see().avatar()->health, 3);  // stays below its limit
  EXPECT_EQ(play.score(), 1);
  play.tick(Action::right);
  EXPECT_EQ(play.see().avatar()->health, 1);
  EXPECT_EQ(play.score(), 0);
  play.tick(Action::right, 2);
  EXPECT_FALSE(play.see().is_avatar_alive());
  EXPECT_EQ(play.score(), -9);
}

TEST(VgdlEffects, ShieldForTheTick) {
  Play play({.sprites = "water > Immovable\nlog > Immovable\n",
             .mapping = "w > water\nl > water log\n",
             .interactions = "avatar log > shieldFrom stype=water ftype=killSprite\n"
                             "avatar water > killSprite\n"},
            "Alw\n");
  play.tick(Action::right);
  EXPECT_TRUE(play.see().is_avatar_alive());
  play.tick(Action::right);
  EXPECT_FALSE(play.see().is_avatar_alive());
}

TEST(VgdlEffects, RunInTime) {
  Play play(
      {.sprites = "thing > Immovable\n",
       .mapping = "t > thing\n",
       .interactions = "avatar TIME > spawn stype=thing timer=3 repeating=True scoreChange=1\n"},
      "A\n");
  play.tick();  // tick 0, then every third
  EXPECT_THAT(play.places("thing"), SizeIs(1));
  play.tick(Action::nil, 6);
  EXPECT_THAT(play.places("thing"), SizeIs(3));
  EXPECT_EQ(play.score(), 3);
}

TEST(VgdlEffects, StartTimers) {
  Play play({.sprites = "thing > Immovable\nother > Immovable\n",
             .mapping = "t > thing\n",
             .interactions = "avatar thing > addTimer timer=2 ftype=transformToAll stype=thing "
                             "stypeTo=other\n"},
            "At...\n");
  play.tick(Action::right);
  play.tick(Action::right);
  EXPECT_THAT(play.places("other"), IsEmpty());
  play.tick();
  EXPECT_THAT(play.places("other"), ElementsAre("other@10,0"));
}

TEST(VgdlEffects, SetSpeeds) {
  Play play = walk("Immovable", "avatar thing > setSpeedForAll stype=avatar value=0.5\n", 2);
  EXPECT_THAT(play.places("avatar"), ElementsAre("avatar@25,10"));
}

TEST(VgdlEffects, TellWhatTheAvatarMet) {
  Play play = walk("Immovable", "thing avatar > killSprite\n");
  ASSERT_EQ(play.see().events().size(), 1U);
  EXPECT_EQ(play.see().events()[0].active_type, avatar_type);
  EXPECT_EQ(play.see().events()[0].passive_type, play.id("thing"));
  play.tick();
  EXPECT_THAT(play.see().events(), IsEmpty());
}

}  // namespace
}  // namespace palamedes::vgdl
