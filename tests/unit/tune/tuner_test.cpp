#include "tune/tuner.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/search/allocation_count.h"
#include "unit/tune/samples.h"

namespace palamedes::tune {
namespace {

// Tuners of a description, on the parameters of samples.h.
std::vector<Tuner> tuners(std::string_view text, std::size_t roles = 1, std::uint64_t seed = 1) {
  const auto description = parse_description(text).value();
  const auto space = std::make_shared<const Space>(
      make_space(description, sample_parameters(), thesis_knowledge()).value());
  return make_tuners(space, description.settings, roles, seed).value();
}

std::vector<std::vector<double>> sequence(Tuner& tuner, int length) {
  std::vector<std::vector<double>> all;
  std::vector<double> values(tuner.space().size());
  for (int i = 0; i < length; ++i) {
    const Choice choice = tuner.choose(values);
    tuner.reward(choice, values[0] / 10);
    all.push_back(values);
  }
  return all;
}

std::vector<std::string> all_descriptions(std::string_view parameters) {
  std::vector<std::string> all;
  for (const std::string& name : strategy_names()) {
    const std::string settings = name == "lsi" ? ",budget=2000" : "";
    all.push_back(fmt::format("{}{}:{}", name, settings, parameters));
  }
  return all;
}

TEST(Tuner, IsDecidedByItsSeedAndRole) {
  for (const std::string& text : all_descriptions("c,epsilon,k,ref")) {
    auto first = tuners(text, 2, 5);
    auto second = tuners(text, 2, 5);
    auto other = tuners(text, 2, 6);
    const auto role_0 = sequence(first[0], 100);
    EXPECT_EQ(role_0, sequence(second[0], 100)) << text;
    EXPECT_NE(role_0, sequence(first[1], 100)) << text;
    EXPECT_NE(role_0, sequence(other[0], 100)) << text;
  }
}

TEST(Tuner, TakesPayoffsInAnyOrder) {
  for (const std::string& text : all_descriptions("c,epsilon,k,ref")) {
    auto tuner = std::move(tuners(text).front());
    std::vector<double> values(4);
    Rng rng(3);
    std::vector<Choice> waiting;
    for (int i = 0; i < 3000; ++i) {
      waiting.push_back(tuner.choose(values));
      // K = 0 does not go with ref; an interval has it as its end
      EXPECT_TRUE(values[2] != 0 || tuner.space().is_continuous()) << text;
      if (waiting.size() < 200) continue;
      std::swap(waiting[rng.below(200)], waiting.back());
      tuner.reward(waiting.back(), rng.unit());
      waiting.pop_back();
    }
    EXPECT_EQ(tuner.snapshot().samples, 3000U - waiting.size());
  }
}

TEST(Tuner, AllocatesNothingOnceItIsWarm) {
  for (const std::string& text : all_descriptions("c,epsilon,k,ref")) {
    auto tuner = std::move(tuners(text).front());
    std::vector<double> values(4);
    std::vector<Choice> waiting(64);
    const auto play = [&](int batches) {
      for (int i = 0; i < batches; ++i) {
        for (Choice& choice : waiting) choice = tuner.choose(values);
        for (const Choice& choice : waiting) tuner.reward(choice, values[0]);
      }
    };
    play(100);
    const std::size_t before = search::allocation_count();
    play(100);
    EXPECT_EQ(search::allocation_count(), before) << text;
  }
}

TEST(Tuner, ShowsWhatItHasSampled) {
  auto tuner = std::move(tuners("ntbea:c=0.2/0.4,playout.replies").front());
  std::vector<double> values(2);
  std::map<double, int> counts;
  for (int i = 0; i < 100; ++i) {
    const Choice choice = tuner.choose(values);
    ++counts[values[0]];
    tuner.reward(choice, values[0] == 0.4 ? 0.75 : 0.25);
  }
  const Snapshot snapshot = tuner.snapshot();
  EXPECT_EQ(snapshot.samples, 100U);
  ASSERT_EQ(snapshot.parameters.size(), 2U);
  const ParameterUse& c = snapshot.parameters[0];
  EXPECT_EQ(c.name, "select.c");
  ASSERT_EQ(c.values.size(), 2U);
  EXPECT_EQ(c.values[0].label, "0.2");
  EXPECT_EQ(c.values[0].samples, static_cast<std::uint64_t>(counts[0.2]));
  EXPECT_EQ(c.values[1].mean, 0.75);
  EXPECT_NEAR(c.values[0].share + c.values[1].share, 1, 1e-12);
  EXPECT_EQ(c.best, "0.4");
  EXPECT_EQ(snapshot.parameters[1].values[1].label, "true");
}

TEST(Tuner, ShowsIntervalsInTenBins) {
  auto tuner = std::move(tuners("cma-es:k,c").front());
  sequence(tuner, 500);
  const Snapshot snapshot = tuner.snapshot();
  const ParameterUse& k = snapshot.parameters[0];
  ASSERT_EQ(k.values.size(), 10U);
  EXPECT_EQ(k.values[1].label, "200..400");
  EXPECT_EQ(k.values[1].value, 300);
  std::uint64_t samples = 0;
  for (const ValueUse& value : k.values) samples += value.samples;
  EXPECT_EQ(samples, 500U);
}

TEST(Tuner, SnapshotOfNothingHasNoShares) {
  for (const std::string& text : all_descriptions("k,ref")) {
    auto tuner = std::move(tuners(text).front());
    const Snapshot snapshot = tuner.snapshot();
    EXPECT_EQ(snapshot.samples, 0U);
    EXPECT_EQ(snapshot.parameters[0].values[0].share, 0);
    EXPECT_FALSE(snapshot.parameters[0].best.empty());
  }
}

TEST(Tuner, TellsLsiItsBudget) {
  auto all = tuners("lsi:k,ref", 2);
  EXPECT_TRUE(all[0].needs_budget());
  all[0].set_budget({.simulations = 100, .seconds = 1, .turns = 10}, 1);
  EXPECT_FALSE(all[0].needs_budget());
  all[1].set_budget(5000);
  EXPECT_FALSE(all[1].needs_budget());
  EXPECT_FALSE(tuners("lsi,budget=100:k,ref")[0].needs_budget());
  EXPECT_FALSE(tuners("ntbea:k,ref")[0].needs_budget());
}

TEST(Randomiser, DrawsForEachPeriod) {
  struct Case {
    std::string_view name;
    bool by_turn, by_simulation, by_state;
  };
  for (const Case& each :
       {Case{"game-rnd", false, false, false}, Case{"turn-rnd", true, false, false},
        Case{"sim-rnd", true, true, false}, Case{"state-rnd", true, true, true}}) {
    auto tuner = std::move(tuners(fmt::format("{}:c,epsilon,k,ref", each.name)).front());
    EXPECT_EQ(tuner.changes_by_state(), each.by_state) << each.name;
    std::set<std::vector<double>> turns;
    std::size_t most_in_turn = 0;
    std::size_t most_in_simulation = 0;
    std::vector<double> values(4);
    for (int turn = 0; turn < 20; ++turn) {
      tuner.begin_turn();
      std::set<std::vector<double>> simulations;
      for (int simulation = 0; simulation < 20; ++simulation) {
        const Choice choice = tuner.choose(values);
        turns.insert(values);
        simulations.insert(values);
        std::set<std::vector<double>> states{values};
        for (int state = 0; state < 20; ++state) {
          tuner.choose_for_state(values);
          states.insert(values);
        }
        most_in_simulation = std::max(most_in_simulation, states.size());
        tuner.reward(choice, 1);
      }
      most_in_turn = std::max(most_in_turn, simulations.size());
    }
    // Of 7128 combinations hardly any is drawn twice.
    EXPECT_EQ(turns.size() > 1, each.by_turn) << each.name;
    EXPECT_EQ(most_in_turn > 1, each.by_simulation) << each.name;
    EXPECT_EQ(most_in_simulation > 15, each.by_state) << each.name;
    EXPECT_TRUE(each.by_state || most_in_simulation == 1);
  }
}

TEST(Randomiser, DoesNotLearn) {
  auto tuner = std::move(tuners("sim-rnd:c").front());
  std::vector<double> values(1);
  for (int i = 0; i < 9000; ++i) {
    const Choice choice = tuner.choose(values);
    tuner.reward(choice, values[0] > 0.5 ? 1 : 0);
  }
  const Snapshot snapshot = tuner.snapshot();
  for (const ValueUse& value : snapshot.parameters[0].values) {
    EXPECT_NEAR(static_cast<double>(value.samples), 1000, 5 * 29.8);  // sqrt(9000 * 8 / 81)
  }
}

}  // namespace
}  // namespace palamedes::tune
