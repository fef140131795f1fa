// Levels: sizes, characters, and what cannot be played.

#include <gmock/gmock.h>

#include "unit/vgdl/vgdl_testing.h"

namespace palamedes::vgdl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Sheet plain{.sprites = "box > Passive\nfloor > Immovable\n", .mapping = "b > floor box\n"};

std::string level_error(const std::string& level, const Sheet& sheet = plain) {
  const auto loaded = load_game(text_of(sheet), "game", level, "level.txt");
  if (loaded) {
    ADD_FAILURE() << "no error";
    return {};
  }
  return to_string(loaded.error().list().front());
}

TEST(VgdlLevel, PlacesSpritesRowByRow) {
  const Play play(plain, "wb\nA\n");
  EXPECT_EQ(play.game().columns(), 2);
  EXPECT_EQ(play.game().rows(), 2);
  EXPECT_THAT(play.places("box"), ElementsAre("box@10,0"));
  EXPECT_EQ(play.first("box").id, 2U);  // after the wall and the floor
  EXPECT_EQ(play.first("avatar").id, 3U);
}

TEST(VgdlLevel, WarnsOfWhatItLeavesOut) {
  const Play play(plain, "A?\nA.b\n");
  std::vector<std::string> warnings;
  for (const Diagnostic& each : play.warnings().list()) warnings.push_back(to_string(each));
  EXPECT_THAT(warnings,
              ElementsAre(HasSubstr("level:1:2: warning: no sprite stands for '?'"),
                          HasSubstr("level:2:3: warning: this line is longer than the first one"),
                          HasSubstr("level:2:1: warning: the level has a second avatar"),
                          HasSubstr("level:2:2: warning: no sprite stands for '.'")));
  EXPECT_THAT(play.places("box"), IsEmpty());
}

TEST(VgdlLevel, TakesTheSizeOfCellsFromTheLevel) {
  Sheet sheet = plain;
  sheet.game = "";
  EXPECT_EQ(Play(sheet, "A..\n").game().block(), 266);
  EXPECT_EQ(Play(sheet, "A" + std::string(799, ' ') + "\n").game().block(), 2);
}

TEST(VgdlLevel, RefusesWhatCannotBePlayed) {
  EXPECT_THAT(level_error(""), HasSubstr("level.txt:1:1: error: the first line of the level is"));
  EXPECT_THAT(level_error("ww\n"), HasSubstr("the level has no avatar"));
  EXPECT_THAT(level_error("A" + std::string(2000, ' ')), HasSubstr("the level is too large"));
  std::string rows = "A" + std::string(500, ' ') + "\n";
  for (int i = 0; i < 500; ++i) rows += "\n";
  EXPECT_THAT(level_error(rows), HasSubstr("the level is too large"));
  Sheet crowded = plain;
  crowded.mapping = "b >" + std::string(" box box box box box box box box box box box") + "\n";
  std::string full = "A" + std::string(39, 'b') + "\n";
  for (int i = 0; i < 40; ++i) full += std::string(40, 'b') + "\n";
  EXPECT_THAT(level_error(full, crowded), HasSubstr("more than 10000 sprites"));
}

TEST(VgdlLevel, KeepsWhatNeverChangesOutOfTheState) {
  Sheet sheet = plain;
  sheet.sprites += "coin > Immovable\n";
  sheet.mapping += "c > floor coin\n";
  sheet.interactions = "avatar wall > stepBack\ncoin avatar > killSprite\n";
  Play play(sheet, "wwwwww\nwA.ccw\nwwwwww\n");
  EXPECT_EQ(play.game().fixed().size(), 16U);  // walls and two floors
  EXPECT_EQ(play.state().head().sprite_count, 19U);
  EXPECT_EQ(play.state().head().used, 3);  // coins and the avatar
}

}  // namespace
}  // namespace palamedes::vgdl
