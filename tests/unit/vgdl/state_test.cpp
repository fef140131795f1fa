// States: copies, growth, ends, and what an agent sees.

#include <gmock/gmock.h>

#include "unit/vgdl/vgdl_testing.h"

namespace palamedes::vgdl {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

const Sheet storm{.sprites = "egg > RandomNPC\nnest > SpawnPoint stype=egg\n",
                  .mapping = "n > nest\n",
                  .interactions = "egg EOS > killSprite\negg egg > reverseDirection\n"};

TEST(VgdlState, CopiesAreIndependentAndEqual) {
  Play play(storm, "A....\n..n..\n.....\n", RandomMode::fast, 7);
  play.tick(Action::nil, 5);
  State copy = play.state();
  play.tick(Action::nil, 40);
  const auto after = play.places("egg");
  State other;
  other = copy;
  for (int i = 0; i < 40; ++i) play.simulator().advance(other, Action::nil);
  ASSERT_EQ(other.bytes(), play.state().bytes());
  EXPECT_EQ(other.head().random.below(1000), play.state().head().random.below(1000));
  play.state() = other;
  EXPECT_EQ(play.places("egg"), after);
  EXPECT_EQ(copy.head().tick, 4);
}

TEST(VgdlState, GrowsWithItsSprites) {
  Play play({.sprites = "egg > Immovable\nnest > SpawnPoint stype=egg\n", .mapping = "n > nest\n"},
            "An\n");
  const std::size_t before = play.state().bytes();
  play.tick(Action::nil, 200);
  EXPECT_THAT(play.places("egg"), SizeIs(200));
  EXPECT_GT(play.state().bytes(), before + 199 * sizeof(Sprite));
}

TEST(VgdlState, EndsWithTheFirstTerminationThatHolds) {
  Play lost({.sprites = "",
             .interactions = "avatar wall > killSprite\n",
             .terminations = "SpriteCounter stype=avatar win=False\nTimeout limit=9 win=True\n"},
            "Aw\n");
  lost.tick(Action::right);
  EXPECT_TRUE(lost.see().is_over());
  EXPECT_EQ(lost.see().winner(), Winner::loses);
  lost.tick(Action::right);
  EXPECT_EQ(lost.see().tick(), 0);  // nothing happens any more
  Play won({.sprites = "", .terminations = "Timeout limit=9 win=True\n"}, "A\n");
  won.tick(Action::nil, 9);
  EXPECT_FALSE(won.see().is_over());
  won.tick();
  EXPECT_EQ(won.see().winner(), Winner::wins);
  Play sum({.sprites = "a > Immovable\nb > Immovable\n",
            .mapping = "a > a\nb > b\n",
            .interactions = "a avatar > killSprite\n",
            .terminations = "MultiSpriteCounter stype1=a stype2=b limit=1 win=True\n"},
           "Aab\n");
  sum.tick();
  EXPECT_FALSE(sum.see().is_over());
  sum.tick(Action::right);
  EXPECT_EQ(sum.see().winner(), Winner::wins);
}

TEST(VgdlState, EndsAfterTwoThousandTicks) {
  Play play({.sprites = "", .terminations = ""}, "A\n");
  play.tick(Action::nil, 3000);
  EXPECT_EQ(play.see().tick(), 2000);
  EXPECT_EQ(play.see().winner(), Winner::loses);
}

TEST(VgdlState, MakesAtMostTenThousandSprites) {
  Play play(
      {.sprites = "egg > Immovable\nnest > SpawnPoint stype=egg\n",
       .mapping = "n > " + std::string("nest nest nest nest nest nest nest nest nest nest") + "\n"},
      "A" + std::string(20, 'n') + "\n");
  play.tick(Action::nil, 100);
  EXPECT_EQ(play.state().head().sprite_count, max_sprites + 1);
}

TEST(VgdlState, FarAwayIsNoTrouble) {
  Play play({.sprites = "shot > Missile orientation=RIGHT speed=1000000\n",
             .mapping = "s > shot\n",
             .interactions = "shot avatar > killSprite\n"},
            "As\n");
  play.tick(Action::nil, 1500);
  EXPECT_THAT(play.places("shot"), ElementsAre("shot@268435456,0"));
}

TEST(VgdlState, ShowsSpritesByCategory) {
  Play play(
      {.sprites = "gold > Resource\ncat > RandomNPC\nway > Door\nsecret > Passive hidden=True\n"
                  "box > Passive\n",
       .mapping = "g > gold\nc > cat\nd > way\ns > secret\nb > box\n"},
      "wAgcdsb\n");
  const auto count = [&](Category category) {
    std::vector<Observed> list;
    play.see().sprites(category, list);
    return list.size();
  };
  EXPECT_EQ(count(Category::avatar), 1U);
  EXPECT_EQ(count(Category::resource), 1U);
  EXPECT_EQ(count(Category::npc), 1U);
  EXPECT_EQ(count(Category::portal), 1U);
  EXPECT_EQ(count(Category::fixed), 1U);
  EXPECT_EQ(count(Category::movable), 1U);  // without the hidden one
  std::vector<Observed> all;
  play.see().sprites(all);
  EXPECT_THAT(all, SizeIs(6));
  EXPECT_EQ(play.see().width(), 70);
  EXPECT_EQ(play.see().avatar()->x, 10);
}

}  // namespace
}  // namespace palamedes::vgdl
