#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/tune/samples.h"

namespace palamedes::tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(const Result<Space>& space) {
  return space ? "" : to_string(space.error().list().front());
}

TEST(Space, HasTheThesisNumbersOfCombinations) {
  // Table 6.1; without K = 0 where ref is tuned as well, K has nine values.
  EXPECT_EQ(sample_space("mab:select.c,playout.epsilon")->combinations(), 9U * 11);
  EXPECT_EQ(sample_space("mab:select.k")->combinations(), 10U);
  EXPECT_EQ(sample_space("mab:select.k,select.ref")->combinations(), 9U * 8);
  EXPECT_EQ(sample_space("mab:c,epsilon,k,ref")->combinations(), 9U * 11 * 9 * 8);
  EXPECT_EQ(sample_space("mab:c,epsilon,k,ref,offset,threshold")->combinations(),
            9U * 11 * 9 * 8 * 6 * 10);
}

TEST(Space, TakesOutAValueThatMakesAnotherParameterMeaningless) {
  const auto both = sample_space("mab:select.ref,select.k");
  ASSERT_TRUE(both);
  EXPECT_THAT((*both)[1].values, ElementsAre(10, 50, 100, 250, 500, 750, 1000, 2000, infinity));
  EXPECT_THAT((*both)[1].labels,
              ElementsAre("10", "50", "100", "250", "500", "750", "1000", "2000", "inf"));
  EXPECT_EQ((*sample_space("mab:select.k,select.c"))[0].values.front(), 0);
}

TEST(Space, NumbersCombinationsWithoutGaps) {
  const Space space = grid_space({2, 3, 4});
  EXPECT_EQ(space.numbers(), 24U);
  EXPECT_EQ(space.number_of(digits({1, 2, 3})), 1U + 2 * 2 + 3 * 6);
  for (std::uint32_t i = 0; i < 24; ++i) EXPECT_EQ(space.number_of(space.digits_of(i)), i);
  EXPECT_EQ(space.value_count(), 9U);
  EXPECT_EQ(space.offset(2), 5U);
  std::vector<double> values(3);
  space.write_values(digits({1, 0, 3}), values);
  EXPECT_THAT(values, ElementsAre(1, 0, 3));
}

// A = 0 does not go with B = 1.
Space with_conflict() {
  return grid_space({3, 2}, {{.parameter = "A", .value = 0, .other = "B", .others = {1}}});
}

TEST(Space, LeavesOutIllegalCombinations) {
  const Space space = with_conflict();
  EXPECT_EQ(space.combinations(), 5U);
  EXPECT_EQ(space.numbers(), 6U);
  EXPECT_FALSE(space.is_legal(digits({0, 1})));
  EXPECT_TRUE(space.is_legal(digits({0, 0})));
  EXPECT_EQ(space.allowed(digits({0, 1}), 0b10, 0), 0b110U);
  EXPECT_EQ(space.allowed(digits({0, 0}), 0b01, 1), 0b01U);
  EXPECT_EQ(space.allowed({}, 0, 0), 0b111U);
}

TEST(Space, LeavesOutValuesThatLeadToNoLegalCombination) {
  // A = 0 goes with no C that B = 0 or B = 1 goes with.
  const Space space =
      grid_space({2, 2, 2}, {{.parameter = "A", .value = 0, .other = "C", .others = {1}},
                             {.parameter = "B", .value = 0, .other = "C", .others = {0}},
                             {.parameter = "B", .value = 1, .other = "C", .others = {0}}});
  EXPECT_EQ(space.allowed({}, 0, 0), 0b10U);
  EXPECT_EQ(space.combinations(), 2U);  // A = 1, C = 1, any B
  EXPECT_EQ(space.standard(), digits({1, 0, 1}));
}

TEST(Space, DrawsAndMutatesLegalCombinationsOnly) {
  const Space space = with_conflict();
  Rng rng(1);
  std::set<Digits> drawn;
  std::set<std::pair<Digits, Digits>> mutated;
  for (int i = 0; i < 1000; ++i) {
    const Digits from = space.draw(rng);
    drawn.insert(from);
    Digits to = from;
    space.mutate(to, rng);
    EXPECT_TRUE(space.is_legal(from) && space.is_legal(to));
    EXPECT_EQ((from[0] != to[0]) + (from[1] != to[1]), 1);
    mutated.insert({from, to});
  }
  EXPECT_EQ(drawn.size(), 5U);
  // From (0, 0) to two others, from (1, 0) and (2, 0) to three, from (1, 1) and (2, 1) to two.
  EXPECT_EQ(mutated.size(), 2U + 3 + 3 + 2 + 2);
}

TEST(Space, DrawsEveryValueEquallyOften) {
  const Space space = grid_space({4, 2});
  Rng rng(2);
  std::array<int, 4> counts{};
  for (int i = 0; i < 4000; ++i) ++counts[space.draw(rng)[0]];
  for (const int count : counts) EXPECT_NEAR(count, 1000, 5 * 27.4);  // sqrt(4000 * 3 / 16)
}

TEST(Space, KnowsWhatTheSearchDoesWithoutTuning) {
  const auto space = sample_space("mab:k,ref,c");
  EXPECT_EQ(space->value(0, space->standard()[0]), 250);
  EXPECT_EQ(space->value(1, space->standard()[1]), 50);
  // 0.2 is none of these; 0.3 is nearest
  const auto own = sample_space("mab:c=0.3/0.9/1.5");
  EXPECT_EQ(own->standard()[0], 0);
}

TEST(Space, TakesOwnValuesAndThoseOfTable62) {
  EXPECT_THAT((*sample_space("mab:fpu=0.5/1/inf"))[0].values, ElementsAre(0.5, 1, infinity));
  for (const VideoDomain& domain : video_domains()) EXPECT_FALSE(domain.values.empty());
  const auto video = sample_space(fmt::format("mab:c={}", video_domains()[0].values));
  EXPECT_THAT((*video)[0].values,
              ElementsAre(0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2));
}

TEST(Space, TunesSwitchesAndChoicesByTheirNames) {
  const auto space = sample_space("mab:playout.replies,playout.order");
  EXPECT_THAT((*space)[0].labels, ElementsAre("false", "true"));
  EXPECT_THAT((*space)[1].labels, ElementsAre("random", "given"));
  EXPECT_EQ(space->standard(), digits({0, 1}));
}

TEST(Space, HasTheThesisIntervals) {
  const auto space = sample_space("cma-es:c,epsilon,k,ref,offset,threshold");
  ASSERT_TRUE(space);
  EXPECT_TRUE(space->is_continuous());
  std::vector<double> ends;
  for (std::size_t i = 0; i < space->size(); ++i) {
    EXPECT_EQ((*space)[i].interval.min, 0);
    ends.push_back((*space)[i].interval.max);
  }
  EXPECT_THAT(ends, ElementsAre(1, 1, 2000, 10000, 0.025, 200));
  // without that knowledge: from the smallest to the largest finite value
  const auto plain = sample_space("cma-es:c,ref", {});
  EXPECT_EQ((*plain)[0].interval.min, 0.1);
  EXPECT_EQ((*plain)[1].interval.max, 10000);
}

TEST(Space, RefusesWhatDoesNotActWithinASimulation) {
  EXPECT_THAT(error_of(sample_space("mab:playout.decay.move")),
              HasSubstr("'playout.decay.move' cannot be tuned: it does not act within one"));
  EXPECT_THAT(error_of(sample_space("mab:playout.cutoff")),
              HasSubstr("it changes how far a simulation goes"));
}

TEST(Space, SaysWhatIsWrong) {
  EXPECT_THAT(error_of(sample_space("mab:select.kk")),
              HasSubstr("there is no parameter 'select.kk' (did you mean 'select.k'?)"));
  EXPECT_THAT(error_of(sample_space("mab:select.k,k")), HasSubstr("'select.k' is given twice"));
  EXPECT_THAT(error_of(sample_space("mab:fpu")),
              HasSubstr("'select.fpu' has no values of its own to try (give some, as in"));
  EXPECT_THAT(error_of(sample_space("mab:c=0.5")), HasSubstr("needs at least two values"));
  EXPECT_THAT(error_of(sample_space("mab:c=0.5/0.50")), HasSubstr("has the value 0.50 twice"));
  EXPECT_THAT(error_of(sample_space("mab:c=0.5/200")), HasSubstr("from 0 to 100"));
  EXPECT_THAT(error_of(sample_space("mab:threshold=1/2.5")), HasSubstr("whole number"));
  EXPECT_THAT(error_of(sample_space("mab:c=0..1")), HasSubstr("needs single values here"));
  EXPECT_THAT(error_of(sample_space("cma-es:c=0/1")), HasSubstr("needs an interval here"));
  EXPECT_THAT(error_of(sample_space("cma-es:c=1..0")), HasSubstr("with two different ends"));
  EXPECT_THAT(error_of(sample_space("cma-es:k=0..inf")), HasSubstr("with two different ends"));
  EXPECT_THAT(error_of(sample_space("cma-es:replies")), HasSubstr("is not a number"));
  EXPECT_THAT(error_of(sample_space("cma-es:fpu")), HasSubstr("has no interval of its own"));
  EXPECT_EQ(sample_space("mab:select.x,select.y").error().list().size(), 2U);
}

TEST(Space, RefusesTablesThatDoNotFit) {
  std::string values = "0";
  for (int i = 1; i < 64; ++i) values += fmt::format("/{}", i);
  // 64 * 64 * 64 * 9 combinations
  const std::string parameters = fmt::format(":k={0},ref={0},threshold={0},c", values);
  EXPECT_THAT(error_of(sample_space("he" + parameters)),
              HasSubstr("2,322,432 combinations are too many for a table; at most 1,000,000 fit"));
  EXPECT_TRUE(sample_space("ea" + parameters));
  EXPECT_TRUE(sample_space("ntbea,lengths=singles" + parameters));
  EXPECT_THAT(error_of(sample_space("mab:k=" + values + "/64")), HasSubstr("has 65 values"));
}

}  // namespace
}  // namespace palamedes::tune
