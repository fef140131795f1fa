#include "tune/guided.h"

#include <gtest/gtest.h>

#include "tune/learned.h"
#include "tune/tuner.h"
#include "unit/tune/samples.h"

namespace palamedes::tune {
namespace {

// Two parameters A and B of three values: A = 2 and B = 1 won more.
std::vector<KnownGame> known() {
  return {{.name = "sample",
           .features = {.players = 2, .branching = 8, .length = 40},
           .values = {{"A", 0, -0.2, 1000},
                      {"A", 1, 0, 1000},
                      {"A", 2, 0.2, 1000},
                      {"B", 0, -0.1, 1000},
                      {"B", 1, 0.1, 1000},
                      {"B", 2, 0, 1000}}}};
}
constexpr Features same = {.players = 2, .branching = 8, .length = 40};

// Pays by `mean` for so many simulations; the share of those with these digits.
template <typename Mean>
double share_of(Guided& guided, const Digits& wanted, int simulations, const Mean& mean) {
  Rng rng(2);
  int count = 0;
  for (int i = 0; i < simulations; ++i) {
    const Choice choice = guided.choose();
    count += choice.digits == wanted ? 1 : 0;
    guided.reward(choice, rng.chance(mean(choice.digits)) ? 1 : 0);
  }
  return static_cast<double>(count) / simulations;
}

TEST(Guided, BeginsWithWhatWonInSimilarGames) {
  const Space space = grid_space({3, 3});
  Guided guided(space, {}, Rng(1));
  ASSERT_TRUE(guided.needs_features());
  guided.set_features(same, known());
  EXPECT_EQ(guided.choose().digits, digits({2, 1}));
  EXPECT_FALSE(guided.needs_features());
}

TEST(Guided, BeginsWithTheUsualValuesWhereNothingIsKnown) {
  const Space space = grid_space({3, 3});
  for (const GuidedSettings& settings :
       {GuidedSettings{.weight = 0}, GuidedSettings{.without = 1}}) {
    Guided guided(space, settings, Rng(1));
    EXPECT_EQ(guided.needs_features(), settings.weight > 0);
    guided.set_features(same, settings.weight > 0 ? known() : std::vector<KnownGame>{});
    EXPECT_EQ(guided.choose().digits, space.standard());
  }
}

// By hand: 200 pseudo-samples each. In a game at distance 0 the weight is 1, so A = 2 is expected
// to win 1000 * 0.2 / (1000 + 50) = 0.190476 more.
TEST(Guided, ExpectsEffectsByHand) {
  const Space space = grid_space({3, 3});
  const std::vector<double> effects = expected_effects(space, same, known(), {});
  EXPECT_NEAR(effects[2], 0.190476, 1e-6);
  EXPECT_NEAR(effects[space.offset(1) + 1], 0.095238, 1e-6);
  // Twice as long a game is ln 2 apart: weight exp(-0.2402) = 0.786445.
  Features longer = same;
  longer.length = 80;
  EXPECT_NEAR(distance(longer, same), 0.693147, 1e-6);
  EXPECT_NEAR(expected_effects(space, longer, known(), {})[2],
              0.786445 * 200 / (0.786445 * 1000 + 50), 1e-6);
  EXPECT_EQ(expected_effects(space, same, known(), {.without = 1})[2], 0);
}

TEST(Guided, MakesMoreOfSimilarGames) {
  const Space space = grid_space({2});
  std::vector<KnownGame> games = {{"near", {.players = 2, .branching = 8, .length = 40}, {}},
                                  {"far", {.players = 2, .branching = 80, .length = 400}, {}}};
  games[0].values = {{"A", 0, 0.1, 500}, {"A", 1, -0.1, 500}};
  games[1].values = {{"A", 0, -0.1, 500}, {"A", 1, 0.1, 500}};
  EXPECT_GT(expected_effects(space, games[0].features, games, {})[0], 0.05);
  EXPECT_LT(expected_effects(space, games[1].features, games, {})[0], -0.05);
}

TEST(Guided, LearnsOtherwiseWhereThisGameDiffers) {
  const Space space = grid_space({3, 3});
  Guided guided(space, {}, Rng(1));
  guided.set_features(same, known());
  const auto mean = [](const Digits& values) {
    return 0.3 + 0.4 * (values[0] == 0) + 0.1 * (values[1] == 1);
  };
  share_of(guided, digits({0, 1}), 20000, mean);
  EXPECT_EQ(guided.best(), digits({0, 1}));
  EXPECT_GT(share_of(guided, digits({0, 1}), 1000, mean), 0.9);
}

TEST(Guided, GivesUpWhatDoesNotMatter) {
  const Space space = grid_space({3, 3, 3});
  Guided guided(space, {.weight = 0, .screen = 100, .margin = 0.05}, Rng(1));
  const auto mean = [](const Digits& values) { return values[1] == 2 ? 0.6 : 0.5; };
  share_of(guided, digits({0, 2, 0}), 20000, mean);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_FALSE(guided.is_tuned(i));
  EXPECT_EQ(guided.best()[1], 2);
  // what is given up does not move any more
  const Digits last = guided.choose().digits;
  for (int i = 0; i < 100; ++i) EXPECT_EQ(guided.choose().digits, last);
}

TEST(Guided, KeepsAllParametersWithoutScreening) {
  const Space space = grid_space({3, 3});
  Guided guided(space, {.weight = 0, .screen = 0}, Rng(1));
  share_of(guided, digits({0, 0}), 5000, [](const Digits&) { return 0.5; });
  EXPECT_TRUE(guided.is_tuned(0));
  EXPECT_TRUE(guided.is_tuned(1));
}

TEST(Guided, KeepsToLegalCombinations) {
  const Space space =
      grid_space({3, 3}, {{.parameter = "A", .value = 2, .other = "B", .others = {1}}});
  Guided guided(space, {.screen = 50, .margin = 0.3}, Rng(1));
  guided.set_features(same, known());
  Rng rng(3);
  for (int i = 0; i < 2000; ++i) {
    const Choice choice = guided.choose();
    ASSERT_TRUE(space.is_legal(choice.digits));
    guided.reward(choice, rng.chance(0.5) ? 1 : 0);
  }
  EXPECT_TRUE(space.is_legal(guided.best()));
}

TEST(KnownGames, AreReadAsTheyAreWritten) {
  const std::vector<KnownGame> games = known();
  const auto read = read_known_games(to_text(games), "sample");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, games);
}

TEST(KnownGames, ThatAreWrongAreRefusedWithTheirLine) {
  const std::string game = "game\tx\tplayers=2 branching=2 length=9 simultaneous=0 decided=1\n";
  const std::vector<std::pair<std::string, std::uint32_t>> wrong = {
      {"games", 1},
      {"value\tA\t0\t0\t1", 1},
      {"game\tx\tplayers=2", 1},
      {"game\tx\tplayers=2 branching=0 length=9 simultaneous=0 decided=1", 1},
      {game + "value\tA\tone\t0\t1", 2},
      {game + "value\tA\t1\t2\t1", 2},
      {game + "value\tA\t1\t0\t-1", 2},
      {game + "value\tA\t1\t0", 2}};
  for (const auto& [text, line] : wrong) {
    const auto read = read_known_games(text, "x");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().list().front().where.line, line);
  }
}

TEST(KnownGames, ThatShipCanBeRead) {
  for (const Embedded& file : learned_files()) {
    EXPECT_TRUE(read_known_games(file.text, file.name)) << file.name;
  }
  EXPECT_FALSE(known_games().empty());
  for (const KnownGame& game : known_games()) EXPECT_FALSE(game.values.empty()) << game.name;
}

}  // namespace
}  // namespace palamedes::tune
