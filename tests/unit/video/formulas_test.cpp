// Formulas of the agents with numbers by hand.

#include "unit/video/video_testing.h"
#include "video/evaluation.h"
#include "video/maast/node.h"
#include "video/maast/progressive_history.h"
#include "video/maast/sequences.h"
#include "video/olets.h"
#include "video/sample_mcts.h"
#include "video/standings.h"

namespace palamedes::video {
namespace {

using vgdl::Action;
using vgdl::Winner;

TEST(StateValue, IsTheScoreAndTenMillionForTheEnd) {
  EXPECT_EQ(state_value(7, false, Winner::none), 7);
  EXPECT_EQ(state_value(7, true, Winner::wins), 10'000'007);
  EXPECT_EQ(state_value(7, true, Winner::loses), -9'999'993);
}

TEST(Bounds, RescaleToTheRangeSoFar) {
  Bounds bounds;
  EXPECT_EQ(bounds.rescale(3), 0.5);
  bounds.add(2);
  EXPECT_EQ(bounds.rescale(2), 0.5);
  bounds.add(10);
  EXPECT_DOUBLE_EQ(bounds.rescale(4), 0.25);
}

TEST(SampleMcts, SelectsByUctOnRescaledMeans) {
  Bounds bounds;
  bounds.add(0);
  bounds.add(8);
  // 2 / 8 + 1.5 sqrt(ln 10 / 4)
  EXPECT_NEAR(sample_uct(2, 4, 9, 1.5, bounds), 0.25 + 1.5 * 0.758715, 1e-5);
}

TEST(Olets, ALossCountsLessTheLaterItIs) {
  // 3 - 2000 / 2^2 * (1 + 3) and 3 - 2000 / 10^2 * 4
  EXPECT_DOUBLE_EQ(olets_value(3, true, Winner::loses, 1), -1997);
  EXPECT_DOUBLE_EQ(olets_value(3, true, Winner::loses, 9), -77);
  EXPECT_DOUBLE_EQ(olets_value(3, true, Winner::wins, 9), 403);
  EXPECT_DOUBLE_EQ(olets_value(-3, false, Winner::none, 9), -3);
}

TEST(Olets, ANodeIsWorthItsExitsAndItsBestChild) {
  // Two of five simulations ended here with 6 together, the best child is worth 10:
  // 2/5 * 3 + 3/5 * 10
  EXPECT_DOUBLE_EQ(olets_mixture(2, 6, 5, 10), 7.2);
  EXPECT_DOUBLE_EQ(olets_mixture(0, 0, 5, 10), 10);
}

TEST(ProgressiveHistory, AddsABiasThatFadesWithLosses) {
  const maast::ChildValues child{.mean = 0.5, .best = 0.9, .visits = 4, .history = 0.8};
  // ln 20 = 2.995732; 0.5 + 0.6 sqrt(2.995732 / 4) + 0.8 * 1 / (0.5 * 4 + 1)
  EXPECT_NEAR(maast::progressive_history(child, 20, 0.6, 1, false), 0.5 + 0.519248 + 0.266667,
              1e-5);
  EXPECT_NEAR(maast::progressive_history(child, 20, 0.6, 3, false), 0.5 + 0.519248 + 0.8, 1e-5);
}

TEST(ProgressiveHistory, WithoutChanceAQuarterIsTheBest) {
  const maast::ChildValues child{.mean = 0.4, .best = 0.8, .visits = 4, .history = 0};
  EXPECT_NEAR(maast::progressive_history(child, 1, 0.6, 1, true), 0.75 * 0.4 + 0.25 * 0.8, 1e-12);
  EXPECT_NEAR(maast::progressive_history(child, 0.5, 0.6, 1, false), 0.4, 1e-12);
}

TEST(Node, DecaysWhatWasLearned) {
  maast::Node node;
  node.add(3);
  node.add(5);
  node.add(8, 0.5);
  EXPECT_DOUBLE_EQ(node.visits, 2.5);
  EXPECT_DOUBLE_EQ(node.total, 12);
  EXPECT_DOUBLE_EQ(node.best, 8);
  node.decay(0.6);
  EXPECT_DOUBLE_EQ(node.visits, 1.5);
  EXPECT_DOUBLE_EQ(node.mean(), 4.8);
}

class SequencesTest : public testing::Test {
 protected:
  maast::Sequences sequences{10};
  maast::Step a = maast::step_of(Action::left, 1);
  maast::Step b = maast::step_of(Action::up, 2);
  maast::Step c = maast::step_of(Action::use, 3);
};

TEST_F(SequencesTest, ThePlaceOfTheAvatarCounts) {
  EXPECT_NE(maast::step_of(Action::left, 1), maast::step_of(Action::left, 2));
  sequences.add(std::array{a}, 4, 3);
  EXPECT_EQ(sequences.single(a).visits, 1);
  EXPECT_EQ(sequences.single(maast::step_of(Action::left, 2)).visits, 0);
}

TEST_F(SequencesTest, ValueIsTheMeanOfLongEnoughKnownSequences) {
  for (const double value : {1., 2., 3.}) sequences.add(std::array{a, b, c}, value, 3);
  sequences.add(std::array{c}, 10, 3);
  const std::array path = {a, b};
  // c alone has (1 + 2 + 3 + 10) / 4 = 4, (b, c) and (a, b, c) have 2.
  EXPECT_DOUBLE_EQ(sequences.value(path, c, 3, 3, 99), 8. / 3);
  EXPECT_DOUBLE_EQ(sequences.value(path, c, 2, 3, 99), 3);
  EXPECT_DOUBLE_EQ(sequences.value(path, c, 3, 4, 99), 4);   // too few visits
  EXPECT_DOUBLE_EQ(sequences.value(path, a, 3, 3, 99), 99);  // never made
}

TEST_F(SequencesTest, DecayLeavesTheMean) {
  sequences.add(std::array{a, b}, 4, 3);
  sequences.add(std::array{a, b}, 8, 3);
  sequences.begin_tick(0.6);
  sequences.begin_tick(0.6);
  EXPECT_DOUBLE_EQ(sequences.single(b).visits, 2 * 0.36);
  EXPECT_DOUBLE_EQ(sequences.sequence(std::array{a, b}).visits, 2 * 0.36);
  EXPECT_DOUBLE_EQ(sequences.single(b).mean(), 6);
  sequences.clear();
  EXPECT_EQ(sequences.sequence(std::array{a, b}).visits, 0);
}

TEST(Standings, RanksByWinsThenScoreThenTicks) {
  const std::array<Record, 5> records = {Record{.plays = 2, .wins = 1, .score = 5, .ticks = 100},
                                         Record{.plays = 2, .wins = 2, .score = 0, .ticks = 900},
                                         Record{.plays = 2, .wins = 1, .score = 9, .ticks = 100},
                                         Record{.plays = 2, .wins = 1, .score = 5, .ticks = 90},
                                         Record{}};
  EXPECT_EQ(points_of(records), (std::vector<int>{12, 25, 18, 15, 0}));
}

TEST(Standings, EqualAgentsHaveTheSamePoints) {
  const Record record{.plays = 1, .wins = 1, .score = 1, .ticks = 1};
  const std::array<Record, 3> records = {record, record, Record{.plays = 1}};
  EXPECT_EQ(points_of(records), (std::vector<int>{25, 25, 15}));
}

}  // namespace
}  // namespace palamedes::video
