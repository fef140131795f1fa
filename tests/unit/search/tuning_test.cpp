#include "search/tuning/tuning.h"

#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/search.h"
#include "search/tuning/role_values.h"
#include "unit/search/batch/toy_leaf_player.h"
#include "unit/search/toy_games.h"

namespace palamedes::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using toy::Matrix;
using toy::Nim;
using toy::Slope;
using toy::Toy;
using tuning::Tuned;
using tuning::Tuning;

std::shared_ptr<Tuning> tuning_of(const std::string& text, const Parameters& plan,
                                  std::size_t roles, std::uint64_t seed = 1) {
  return *Tuning::make(*tune::parse_description(text), plan, roles, seed);
}

// A search that tunes, with the batches of `plan`.
template <typename Rules>
struct TunedSearcher {
  using Model = Toy<Rules, toy::RowState>;

  TunedSearcher(Rules rules, const Parameters& plan, const std::string& text,
                std::uint64_t seed = 1)
      : TunedSearcher(rules, plan, tuning_of(text, plan, Rules::roles, seed), seed) {}
  TunedSearcher(Rules rules, const Parameters& plan, std::shared_ptr<Tuning> tuning,
                std::uint64_t seed = 1)
      : model(rules),
        player(Model(rules), plan),
        search({&model}, plan, Role{0}, seed, std::move(tuning)) {
    if (plan.batch.size.width > 1) search.set_players({&player});
    search.start(model.initial());
  }

  void think(std::uint64_t simulations) { search.run({.simulations = simulations}); }
  [[nodiscard]] std::vector<tune::Snapshot> tuned() { return search.snapshot().tuning; }
  // What a value of the first parameter paid the role.
  [[nodiscard]] double mean(std::size_t role, std::size_t value) {
    return tuned()[role].parameters[0].values[value].mean;
  }
  [[nodiscard]] std::vector<std::uint64_t> samples(std::size_t role) {
    std::vector<std::uint64_t> counts;
    const tune::Snapshot snapshot = tuned()[role];
    for (const auto& value : snapshot.parameters[0].values) counts.push_back(value.samples);
    return counts;
  }

  Model model;
  ToyLeafPlayer<Model> player;
  Search<Model> search;
};

// UCT without exploration: it takes the best move so far, or with an offset of 1 any move.
Parameters greedy() {
  Parameters plan;
  plan.select.uct.c = 0;
  plan.select.uct.offset = 0;
  return plan;
}
constexpr const char* any_or_best = "sim-rnd:select.offset=0/1";

TEST(Tuning, EachRoleHearsItsOwnPayoff) {
  TunedSearcher searcher(Matrix{.goals = {{100, 100}, {100, 100}}}, greedy(), any_or_best);
  searcher.think(60);
  for (const std::size_t value : {0U, 1U}) {
    EXPECT_EQ(searcher.mean(0, value), 1);
    EXPECT_EQ(searcher.mean(1, value), 0);
  }
  for (const std::size_t role : {0U, 1U}) {
    EXPECT_EQ(searcher.tuned()[role].samples, 60U);
    EXPECT_EQ(searcher.samples(role)[0] + searcher.samples(role)[1], 60U);
  }
}

// The first role's line alone decides. With an offset of 1 it takes any of two lines, so that it
// gets 100 half of the time, and with 0 always, once both are tried. The second role's values
// decide nothing: whatever they are, it gets the rest.
TEST(Tuning, AChoiceIsUsedWhereItsRoleSelects) {
  TunedSearcher searcher(Matrix{.goals = {{0, 0}, {100, 100}}}, greedy(), any_or_best);
  searcher.think(2000);
  EXPECT_GT(searcher.mean(0, 0), 0.99);
  EXPECT_NEAR(searcher.mean(0, 1), 0.5, 0.08);
  EXPECT_NEAR(searcher.mean(1, 0), 0.25, 0.08);
  EXPECT_NEAR(searcher.mean(1, 1), 0.25, 0.08);
}

// Twelve steps, and the share of those to the right is what counts.
Slope long_slope() {
  Slope slope;
  slope.goals.clear();
  for (int right = 0; right <= 12; ++right) slope.goals.push_back(right * 100 / 12);
  return slope;
}

TEST(Tuning, InBatchesEachLaneIsPaidForItsOwnChoice) {
  for (const std::uint32_t playouts : {1U, 3U}) {
    Parameters plan = greedy();
    plan.batch.size.width = 16;
    plan.batch.size.share = infinity;
    plan.batch.size.least = 2;
    plan.batch.size.playouts = playouts;
    plan.batch.size.count = batch::LeafCount::leaf;
    TunedSearcher searcher(long_slope(), plan, any_or_best);
    searcher.think(std::uint64_t{1600} * playouts);
    EXPECT_GT(searcher.player.widest, 8U);
    EXPECT_GT(searcher.mean(0, 0), searcher.mean(0, 1) + 0.1) << playouts;
    // nothing is lost, nothing is paid twice: the tuner's payoffs are those of the root
    const tune::Snapshot tuned = searcher.tuned()[0];
    double sum = 0;
    for (const auto& value : tuned.parameters[0].values) {
      sum += value.mean * static_cast<double>(value.samples);
    }
    const Snapshot snapshot = searcher.search.snapshot();
    EXPECT_NEAR(sum / static_cast<double>(tuned.samples), snapshot.payoffs[0], 0.01) << playouts;
  }
}

TEST(Tuning, TheSameSeedGivesTheSameSearch) {
  const auto visits = [](std::uint64_t seed) {
    TunedSearcher searcher(Nim{.pile = 21}, greedy(), "ntbea:select.c,select.offset", seed);
    searcher.think(300);
    std::vector<double> result;
    const Snapshot snapshot = searcher.search.snapshot();
    for (const MoveReport& report : snapshot.moves[0]) {
      result.push_back(report.visits);
    }
    for (const std::uint64_t samples : searcher.samples(1)) {
      result.push_back(static_cast<double>(samples));
    }
    return result;
  };
  EXPECT_EQ(visits(5), visits(5));
  EXPECT_NE(visits(5), visits(6));
}

TEST(Tuning, LivesForAWholeMatchAndIsHandedOn) {
  const Parameters plan = greedy();
  TunedSearcher searcher(Nim{.pile = 40}, plan, any_or_best);
  searcher.think(50);
  searcher.search.advance(std::vector<Move>{Move{1}, toy::noop});
  searcher.think(50);
  EXPECT_EQ(searcher.tuned()[0].samples, 100U);
  TunedSearcher another(Nim{.pile = 40}, plan, searcher.search.tuning());
  another.think(50);
  EXPECT_EQ(another.tuned()[0].samples, 150U);
}

TEST(Tuning, SeveralThreadsShareTheTuners) {
  using Model = Toy<Nim>;
  Parameters plan = greedy();
  plan.threads = 2;
  Model first(Nim{.pile = 60});
  Model second(Nim{.pile = 60});
  Search<Model> search({&first, &second}, plan, Role{0}, 1,
                       tuning_of("ntbea:select.c,select.offset", plan, 2));
  search.start(first.initial());
  search.run({.simulations = 2000});
  const Snapshot snapshot = search.snapshot();
  EXPECT_EQ(snapshot.simulations, 2000U);
  for (const tune::Snapshot& tuned : snapshot.tuning) EXPECT_EQ(tuned.samples, 2000U);
}

TEST(Tuning, WithoutItASnapshotHasNone) {
  const Parameters plan = greedy();
  TunedSearcher searcher(Nim{}, plan, std::shared_ptr<Tuning>());
  searcher.think(10);
  EXPECT_TRUE(searcher.tuned().empty());
}

// --- Values

struct Values {
  explicit Values(const std::string& text, const Parameters& plan = nst_plan())
      : tuning(tuning_of(text, plan, 2)),
        select(2, plan.select),
        playout(2, plan.playout),
        values(*tuning, select, playout) {}

  static Parameters nst_plan() {
    Parameters plan;
    plan.select.formula = select::Formula::amaf;
    plan.playout.strategy = playout::Technique::nst;
    return plan;
  }

  std::shared_ptr<Tuning> tuning;
  std::vector<select::Parameters> select;
  std::vector<playout::Parameters> playout;
  tuning::RoleValues values;
};

TEST(RoleValues, AreWrittenForEachRoleByItself) {
  Values v("sim-rnd:select.k,select.threshold,playout.replies,select.unvisited");
  bool differed = false;
  for (int round = 0; round < 50; ++round) {
    Tuned tuned;
    v.values.choose(tuned);
    ASSERT_EQ(tuned.values.size(), 8U);
    for (const std::size_t role : {0U, 1U}) {
      const std::span<const double> own = std::span(tuned.values).subspan(role * 4, 4);
      EXPECT_EQ(v.select[role].grave.k, own[0]);
      EXPECT_EQ(v.select[role].threshold, own[1]);
      EXPECT_EQ(v.playout[role].replies, own[2] != 0);
      EXPECT_EQ(static_cast<double>(v.select[role].unvisited.by), own[3]);
    }
    differed = differed || tuned.values[0] != tuned.values[4];
    EXPECT_EQ(v.select[0].uct.c, Parameters{}.select.uct.c);  // nobody tunes it
  }
  EXPECT_TRUE(differed);
}

TEST(RoleValues, GoOnWithTheSimulationAtHand) {
  Values v("sim-rnd:select.k");
  Tuned first;
  Tuned second;
  v.values.choose(first);
  do {
    v.values.choose(second);
  } while (second.values == first.values);
  v.values.go_on(first);
  EXPECT_THAT(first.values, ElementsAre(v.select[0].grave.k, v.select[1].grave.k));
  v.values.go_on(second);
  EXPECT_THAT(second.values, ElementsAre(v.select[0].grave.k, v.select[1].grave.k));
}

TEST(RoleValues, CanBeDrawnForEachState) {
  Values v("state-rnd:select.k,select.ref");
  EXPECT_TRUE(v.values.changes_by_state());
  Tuned tuned;
  v.values.choose(tuned);
  int changes = 0;
  for (int state = 0; state < 100; ++state) {
    const double before = v.select[0].grave.k;
    v.values.draw_for_state();
    changes += v.select[0].grave.k != before ? 1 : 0;
  }
  EXPECT_GT(changes, 70);  // eight times of nine
  EXPECT_FALSE(Values("sim-rnd:select.k").values.changes_by_state());
}

// Of each state that it comes to, in the tree and after it, a simulation draws once for each role.
TEST(RoleValues, AreDrawnInTheTreeAndInPlayouts) {
  Parameters plan = greedy();
  plan.playout.strategy = playout::Technique::mast;
  TunedSearcher searcher(long_slope(), plan, "state-rnd:playout.epsilon=0/1,select.offset=0/1");
  searcher.think(400);
  EXPECT_EQ(searcher.tuned()[0].samples, 400U);
  EXPECT_GT(searcher.search.snapshot().payoffs[0], 0.5);
}

// --- What can be tuned

TEST(Tuning, AsksTheSearchForAllThatAnyValueNeeds) {
  const Parameters plan = Values::nst_plan();
  const Parameters asked =
      tuning_of(
          "sim-rnd:select.ref=0/100,playout.length=1/4,playout.visits=3/9,playout.replies,"
          "select.sufficiency,playout.fpu=0.5/1",
          plan, 2)
          ->demanding(plan);
  EXPECT_EQ(asked.select.grave.ref, 100);
  EXPECT_EQ(asked.playout.nst.length, 4U);
  EXPECT_EQ(asked.playout.nst.visits, 3);
  EXPECT_TRUE(asked.playout.replies);
  EXPECT_EQ(asked.select.sufficiency.kind, select::Sufficiency::adaptive);
  EXPECT_EQ(asked.playout.fpu, playout::fpu_of_role);
}

std::string refusal(const std::string& parameter, const Parameters& plan) {
  const auto space = tuning::make_space(*tune::parse_description("sim-rnd:" + parameter), plan);
  return space ? "" : space.error().list().front().message;
}

TEST(Tuning, RefusesWhatOnePayoffSaysNothingAbout) {
  const Parameters plan = Values::nst_plan();
  for (const char* technique :
       {"select.formula", "select.simultaneous", "playout.strategy", "playout.features"}) {
    EXPECT_THAT(refusal(technique, plan), HasSubstr("a whole technique")) << technique;
  }
  for (const char* late : {"playout.decay.move", "playout.memorise", "playout.prelude=0/1"}) {
    EXPECT_THAT(refusal(late, plan), HasSubstr("does not act within one simulation")) << late;
  }
  for (const char* end : {"playout.cutoff=0/1", "playout.max_length=5/9"}) {
    EXPECT_THAT(refusal(end, plan), HasSubstr("how far a simulation goes")) << end;
  }
  for (const char* search : {"memory.reuse", "batch.width=1/2", "choose.by", "solver"}) {
    EXPECT_THAT(refusal(search, plan), HasSubstr("the search as a whole")) << search;
  }
}

TEST(Tuning, RefusesWhatTheSearchDoesNotUse) {
  const Parameters uct;
  EXPECT_THAT(refusal("select.k", uct), HasSubstr("acts with select.formula=amaf only"));
  EXPECT_THAT(refusal("playout.epsilon", uct), HasSubstr("acts with playout.strategy=mast or nst"));
  EXPECT_THAT(refusal("select.alpha=0.5/0.6", uct), HasSubstr("acts with select.sufficiency"));
  EXPECT_EQ(refusal("select.alpha=0.5/0.6,select.sufficiency", uct), "");
  EXPECT_EQ(refusal("select.c", uct), "");
}

// playout.k belongs to PPA, which this search does not use.
TEST(Tuning, AnEndOfANameMeansWhatCanBeTuned) {
  EXPECT_EQ(tuning_of("sim-rnd:k,ref", Values::nst_plan(), 2)->space()[0].name, "select.k");
  EXPECT_THAT(refusal("k", Parameters{}), HasSubstr("'k' can mean select.k or playout.k"));
}

// Nim: one to three of seven stones may be taken, and who takes the last one wins.
TEST(Probe, SeesWhatAGameIsLike) {
  Toy<Nim, toy::RowState> model(Nim{});
  const tune::Features features = tuning::probe(model, model.initial(), Rng(1));
  EXPECT_EQ(features.players, 2);
  EXPECT_GT(features.branching, 1);
  EXPECT_GT(features.length, 1);
  EXPECT_EQ(features.simultaneous, 0);
  EXPECT_EQ(features.decided, 1);
  EXPECT_EQ(features, tuning::probe(model, model.initial(), Rng(1)));
}

TEST(Probe, SeesThatRolesMoveAtTheSameTime) {
  Toy<Matrix, toy::RowState> model(Matrix{.goals = {{100, 0}, {50, 50}}});
  const tune::Features features = tuning::probe(model, model.initial(), Rng(1));
  EXPECT_EQ(features.length, 1);
  EXPECT_EQ(features.branching, 2);
  EXPECT_EQ(features.simultaneous, 1);
}

TEST(Tuning, GuidedHearsOfTheGameBeforeItBegins) {
  Parameters plan;
  auto tuning = tuning_of("guided:select.c", plan, 2);
  ASSERT_TRUE(tuning->needs_features());
  TunedSearcher searcher(Nim{}, plan, tuning);
  searcher.think(50);
  EXPECT_FALSE(tuning->needs_features());
  EXPECT_EQ(searcher.tuned()[0].samples, 50U);
}

}  // namespace
}  // namespace palamedes::search
