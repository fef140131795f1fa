// The reader of game files: trees, inheritance, parameters, and what it says about bad ones.

#include <gmock/gmock.h>

#include "unit/vgdl/vgdl_testing.h"

namespace palamedes::vgdl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

LoadedRules read(const std::string& text) {
  auto loaded = read_rules(text, "game.txt");
  if (!loaded) {
    ADD_FAILURE() << to_string(loaded.error().list().front());
    std::abort();
  }
  return std::move(*loaded);
}

std::vector<std::string> warnings_of(const std::string& text) {
  std::vector<std::string> result;
  const LoadedRules loaded = read(text);
  for (const Diagnostic& diagnostic : loaded.warnings.list()) {
    result.push_back(to_string(diagnostic));
  }
  return result;
}

std::string first_error(const std::string& text, const ReadLimits& limits = {}) {
  const auto loaded = read_rules(text, "game.txt", limits);
  if (loaded) {
    ADD_FAILURE() << "no error in\n" << text;
    return {};
  }
  return to_string(loaded.error().list().front());
}

const SpriteType& type(const Rules& rules, const std::string& name) {
  return rules.types[rules.find(name)];
}

TEST(VgdlRules, InheritParametersAndTheUppermostClass) {
  const Rules rules = read(
                          "BasicGame\n"
                          "  SpriteSet\n"
                          "    thing > speed=0.5 cooldown=3\n"
                          "      ball > Missile orientation=UP\n"
                          "        red > RandomNPC cooldown=7\n"
                          "    other > Passive\n")
                          .rules;
  EXPECT_EQ(type(rules, "thing").kind, SpriteClass::none);
  EXPECT_EQ(type(rules, "red").kind, SpriteClass::missile);
  EXPECT_EQ(type(rules, "red").cooldown, 7);
  EXPECT_EQ(type(rules, "ball").cooldown, 3);
  EXPECT_DOUBLE_EQ(type(rules, "red").speed, 0.5);
  EXPECT_EQ(type(rules, "red").orientation, (Direction{0, -1}));
  EXPECT_EQ(type(rules, "other").speed, 0);
}

TEST(VgdlRules, NumberTypesInTheirOrderAndSweepTheLeaves) {
  const Rules rules = read(
                          "BasicGame\n"
                          "  SpriteSet\n"
                          "    a > Passive\n"
                          "    avatar > MovingAvatar\n"
                          "    b >\n"
                          "      c > Passive\n"
                          "      d > Passive\n"
                          "    wall > Immovable\n")
                          .rules;
  std::vector<std::string> names;
  for (const SpriteType& each : rules.types) names.push_back(each.name);
  EXPECT_THAT(names, ElementsAre("wall", "avatar", "a", "b", "c", "d"));
  // The wall stands where it was defined last, the avatar at the end.
  EXPECT_THAT(rules.order, ElementsAre(2, 4, 5, 0, 1));
  EXPECT_THAT(type(rules, "b").members, ElementsAre(3, 4, 5));
  // Ancestors are among the members.
  EXPECT_THAT(type(rules, "d").members, ElementsAre(3, 5));
}

TEST(VgdlRules, TakeATabForOneColumn) {
  const Rules rules = read(
                          "BasicGame\n"
                          " SpriteSet\n"
                          "  a > Passive\n"
                          "\t\tb > Passive\n"
                          "\t\t\tc > speed=2\n")
                          .rules;
  EXPECT_THAT(type(rules, "b").family, ElementsAre(rules.find("b")));
  EXPECT_THAT(type(rules, "c").family, ElementsAre(rules.find("b"), rules.find("c")));
}

TEST(VgdlRules, DoNotHandSingletonDown) {
  const Rules rules =
      read("BasicGame\n  SpriteSet\n    a > Passive singleton=True\n      b >\n").rules;
  EXPECT_TRUE(type(rules, "a").is_singleton);
  EXPECT_FALSE(type(rules, "b").is_singleton);
}

TEST(VgdlRules, ShareOneEffectAmongSeveralPairs) {
  const Rules rules = read(
                          "BasicGame\n"
                          "  SpriteSet\n    a > Passive\n    b > Passive\n"
                          "  InteractionSet\n"
                          "    a b > killSprite\n    b a > killSprite\n"
                          "    a b avatar EOS > stepBack\n    b TIME > killSprite timer=5\n")
                          .rules;
  ASSERT_EQ(rules.pairs.size(), 4U);
  // Effects of one pair stand together.
  EXPECT_EQ(rules.effects[rules.pairs[0].effect].kind, EffectKind::kill_sprite);
  EXPECT_EQ(rules.effects[rules.pairs[1].effect].kind, EffectKind::step_back);
  EXPECT_EQ(rules.pairs[1].first, rules.find("a"));
  EXPECT_EQ(rules.pairs[1].second, rules.find("b"));
  EXPECT_EQ(rules.pairs[3].second, avatar_type);
  EXPECT_EQ(rules.pairs[3].effect, rules.pairs[1].effect);
  ASSERT_EQ(rules.edges.size(), 1U);
  ASSERT_EQ(rules.times.size(), 1U);
  EXPECT_EQ(rules.times[0].first_tick, 0);
}

TEST(VgdlRules, RunEffectsOfTheEdgeOncePerLine) {
  const Rules rules = read(
                          "BasicGame\n  SpriteSet\n    a > Passive\n  InteractionSet\n"
                          "    a EOS > stepBack\n    EOS a > killSprite\n")
                          .rules;
  EXPECT_EQ(rules.edges.size(), 4U);
}

TEST(VgdlRules, WarnOfWhatTheyDoNotKnow) {
  EXPECT_THAT(
      warnings_of("BasicGame sqare_size=3\n"),
      ElementsAre("game.txt:1:11: warning: BasicGame has no parameter 'sqare_size' (did you "
                  "mean 'square_size'?)"));
  EXPECT_THAT(warnings_of("BasicGame\n  SpriteSet\n    a > Misile sped=3\n"),
              ElementsAre(HasSubstr("game.txt:3:9: warning: there is no sprite class 'Misile'"),
                          HasSubstr("game.txt:3:16: warning: no sprite has a parameter 'sped' (did "
                                    "you mean 'speed'?)")));
  EXPECT_THAT(warnings_of("BasicGame\n  SpriteSet\n    a > Missile cooldown=1.5\n"),
              ElementsAre(HasSubstr("game.txt:3:26: warning: 'cooldown' is '1.5', but a whole "
                                    "number is wanted")));
  EXPECT_THAT(warnings_of("BasicGame\n  InteractionSet\n    avatar wal > stepBack\n"),
              ElementsAre("game.txt:3:12: warning: there is no sprite 'wal' (did you mean "
                          "'wall'?)"));
  EXPECT_THAT(warnings_of("BasicGame\n  LevelMapping\n    x > nobody\n  Levelmapping\n"),
              ElementsAre(HasSubstr("3:9: warning: there is no sprite 'nobody'"),
                          HasSubstr("4:3: warning: there is no section 'Levelmapping'")));
  EXPECT_THAT(warnings_of("BasicGame\n  SpriteSet\n    a > Passive\n      b > Missile\n"),
              ElementsAre(HasSubstr("4:11: warning: the class 'Passive' further up wins")));
  EXPECT_THAT(warnings_of("BasicGame\n  InteractionSet\n    avatar wall > stepBack colour=3\n"),
              ElementsAre(HasSubstr("3:28: warning: effect stepBack has no parameter 'colour'")));
}

TEST(VgdlRules, StopAtAnEffectThatCannotBeMade) {
  const LoadedRules loaded = read(
      "BasicGame\n"
      "  InteractionSet\n"
      "    avatar wall > stepBack\n"
      "    avatar wall > stepBak\n"
      "    avatar wall > killSprite\n"
      "  TerminationSet\n"
      "    Timeout limit=3\n");
  EXPECT_EQ(loaded.rules.pairs.size(), 1U);
  EXPECT_TRUE(loaded.rules.terminations.empty());
  ASSERT_EQ(loaded.warnings.list().size(), 1U);
  EXPECT_THAT(to_string(loaded.warnings.list().front()),
              HasSubstr("game.txt:4:19: warning: there is no effect 'stepBak'; nothing that stands "
                        "below this line is read (did you mean 'stepBack'?)"));
  EXPECT_TRUE(read("BasicGame\n  InteractionSet\n    avatar wall > spawn stype=no\n"
                   "    avatar wall > stepBack\n")
                  .rules.pairs.empty());
}

TEST(VgdlRules, RefuseWhatCannotBePlayed) {
  EXPECT_THAT(first_error(""), HasSubstr("there is no game in this text"));
  EXPECT_THAT(first_error("# only a comment\n"), HasSubstr("there is no game in this text"));
  EXPECT_THAT(first_error("Game\n"),
              HasSubstr("game.txt:1:1: error: a game begins with BasicGame"));
  EXPECT_THAT(first_error("BasicGame\nSpriteSet\n"), HasSubstr("game.txt:2:1: error: this line is "
                                                               "not indented"));
  EXPECT_THAT(first_error("BasicGame no_players=2\n"), HasSubstr("several players"));
  EXPECT_THAT(first_error("BasicGame\n  SpriteSet\n    a > Walker\n"),
              HasSubstr("game.txt:3:9: error: class 'Walker' needs continuous physics"));
  EXPECT_THAT(first_error("BasicGame\n  SpriteSet\n    a > Missile physicstype=CONT\n"),
              HasSubstr("continuous physics"));
}

TEST(VgdlRules, HaveLimits) {
  EXPECT_THAT(first_error(std::string(100, '\n'), {.max_bytes = 99}), HasSubstr("99 bytes"));
  EXPECT_THAT(first_error("BasicGame\n a\n b\n", {.max_lines = 2}), HasSubstr("more than 2 lines"));
  EXPECT_THAT(first_error("BasicGame\n a\n  b\n   c\n", {.max_depth = 3}),
              HasSubstr("nested deeper than 3"));
  EXPECT_THAT(first_error("BasicGame\n a b c\n", {.max_words = 2}), HasSubstr("more than 2 words"));
  std::string many = "BasicGame\n  SpriteSet\n";
  for (int i = 0; i < 1100; ++i) many += "    s" + std::to_string(i) + " > Passive\n";
  EXPECT_THAT(first_error(many), HasSubstr("more than 1000 sprites"));
}

TEST(VgdlRules, AreToldFromOtherTexts) {
  EXPECT_TRUE(is_game_text("# a comment\n\n  BasicGame square_size=3\n"));
  EXPECT_FALSE(is_game_text("(role white)\n"));
  EXPECT_FALSE(is_game_text("wwww\nwA.w\n"));
  EXPECT_FALSE(is_game_text(""));
}

}  // namespace
}  // namespace palamedes::vgdl
