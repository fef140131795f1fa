// The numbers here are copied from the papers, not from the presets.

#include "agent/presets.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/spec.h"
#include "base/file.h"

namespace palamedes::agent {
namespace {

using search::playout::Draw;
using search::playout::Technique;
using search::report::FinalChoice;
using search::select::Formula;
using search::select::Sufficiency;
using search::select::Unvisited;
using testing::IsEmpty;

const search::Parameters& plan_of(std::string_view name) {
  const Preset* preset = find_preset(name);
  EXPECT_NE(preset, nullptr) << name;
  static const search::Parameters none;
  return preset == nullptr ? none : preset->plan;
}

TEST(Presets, HaveNamesSummariesAndSources) {
  std::set<std::string_view> names;
  for (const Preset& preset : presets()) {
    EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
    EXPECT_EQ(preset.name.find_first_of("+:,=. "), std::string_view::npos) << preset.name;
    EXPECT_FALSE(preset.summary.empty()) << preset.name;
    EXPECT_LE(preset.summary.size(), 64U) << preset.name;
    EXPECT_FALSE(preset.source.empty()) << preset.name;
    EXPECT_EQ(find_preset(preset.name), &preset);
  }
  EXPECT_EQ(preset_names().size(), presets().size() + tuned_presets().size());
  EXPECT_EQ(find_preset("uctt"), nullptr);
  EXPECT_EQ(find_preset(""), nullptr);
}

TEST(Presets, TheFirstVersionOfOurOwnStaysAsItWas) {
  const search::Parameters& plan = plan_of("palamedes-1");
  EXPECT_EQ(plan.select.formula, Formula::amaf);
  EXPECT_EQ(plan.select.uct.c, 0.2);
  EXPECT_EQ(plan.select.grave.k, 250);
  EXPECT_EQ(plan.select.grave.ref, 50);
  EXPECT_EQ(plan.select.uct.offset, 0.01);
  EXPECT_EQ(plan.select.unvisited.by, Unvisited::value);
  EXPECT_EQ(plan.select.unvisited.fpu, 1);
  EXPECT_EQ(plan.playout.strategy, Technique::nst);
  EXPECT_EQ(plan.choose.by, FinalChoice::visits);
  EXPECT_TRUE(plan.solver);
}

TEST(Presets, OurOwnIsUctWithMastSightAndTheSwarm) {
  const search::Parameters& plan = plan_of("palamedes");
  EXPECT_EQ(plan.select.uct.c, 0.3);
  EXPECT_EQ(plan.select.formula, Formula::amaf);
  EXPECT_EQ(plan.select.grave.k, 0);  // that is UCT, unless K is tuned
  EXPECT_EQ(plan.playout.strategy, Technique::mast);
  EXPECT_EQ(plan.playout.draw.epsilon, 0.4);
  EXPECT_EQ(plan.playout.decay.move, 0.2);
  EXPECT_EQ(plan.sight, search::Sight::replies);
  EXPECT_EQ(plan.choose.by, FinalChoice::mean);
  EXPECT_TRUE(plan.solver);
  EXPECT_EQ(plan.batch.size.width, 512);
  EXPECT_EQ(plan.batch.size.playouts, 0);
  EXPECT_EQ(plan.batch.size.count, search::batch::LeafCount::leaf);
  EXPECT_EQ(parse_spec("palamedes+swarm")->text, "palamedes");
  EXPECT_EQ(parse_spec("palamedes-1+swarm:batch.width=1")->plan.batch.size.width, 1);
}

TEST(Presets, AllThatThePapersCompareAreThere) {
  for (const char* name : {"uct",
                           "mast",
                           "mastg",
                           "nst",
                           "lgr-mastg",
                           "lgr-nst",
                           "nst-decay",
                           "mast-decay",
                           "ppa",
                           "ppaf",
                           "ppafm",
                           "st",
                           "rave",
                           "grave",
                           "hrave",
                           "uct-mast",
                           "rave-mast",
                           "grave-mast",
                           "hrave-mast",
                           "sp",
                           "ap",
                           "cadiaplayer",
                           "cadiaplayer-2008",
                           "cadiaplayer-2012",
                           "flat",
                           "flat-ucb1",
                           "random",
                           "palamedes"}) {
    EXPECT_NE(find_preset(name), nullptr) << name;
  }
}

TEST(Presets, StandInTheDocumentation) {
  const Result<std::string> page = read_text(PALAMEDES_SOURCE_DIR "/docs/search.md", 1 << 20);
  ASSERT_TRUE(page);
  for (const Preset& preset : presets()) {
    EXPECT_THAT(*page, testing::HasSubstr("\n| `" + std::string(preset.name) + "` |"));
  }
}

TEST(Presets, EveryValueLiesInItsRange) {
  for (const Preset& preset : presets()) {
    for (const Parameter& parameter : parameters_of(preset.plan)) {
      search::Parameters plan;
      EXPECT_TRUE(set_parameter(plan, parameter.name, parameter.value))
          << preset.name << ": " << parameter.name << "=" << parameter.value;
    }
  }
}

// Sironi 2019, 3.1.4: FPU 1, VO 0.01, UCT1, transposition table, b = 2.
TEST(Presets, PlayersOfTheThesisHaveOneBase) {
  for (const char* name : {"uct", "rave", "grave", "hrave", "uct-mast", "rave-mast", "grave-mast",
                           "hrave-mast", "sp", "ap"}) {
    const search::Parameters& plan = plan_of(name);
    EXPECT_EQ(plan.select.unvisited.fpu, 1) << name;
    EXPECT_EQ(plan.select.uct.offset, 0.01) << name;
    EXPECT_EQ(plan.select.unvisited.by, Unvisited::value) << name;
    EXPECT_EQ(plan.select.threshold, 0U) << name;
    EXPECT_TRUE(plan.memory.transpositions && plan.memory.reuse) << name;
    EXPECT_EQ(plan.memory.backup, search::backup::Rule::uct1) << name;
    EXPECT_EQ(plan.memory.expiry, 2U) << name;
    EXPECT_EQ(plan.memory.decay, 1) << name;
    EXPECT_EQ(plan.batch.size.width, 1U) << name;
    EXPECT_FALSE(plan.solver) << name;
  }
}

// Sironi 2019, 5.3.2, 5.3.3 and Table 6.1.
TEST(Presets, SelectionsOfTheThesis) {
  struct Row {
    const char* name;
    Formula formula;
    double c, k, ref;
  };
  for (const Row& row :
       {Row{"rave", Formula::amaf, 0.2, 250, 0}, Row{"grave", Formula::amaf, 0.2, 250, 50},
        Row{"hrave", Formula::amaf, 0.2, 50, infinity},
        Row{"grave-mast", Formula::amaf, 0.2, 250, 50}, Row{"ap", Formula::amaf, 0.2, 250, 50}}) {
    const search::select::Parameters& select = plan_of(row.name).select;
    EXPECT_EQ(select.formula, row.formula) << row.name;
    EXPECT_EQ(select.uct.c, row.c) << row.name;
    EXPECT_EQ(select.grave.k, row.k) << row.name;
    EXPECT_EQ(select.grave.ref, row.ref) << row.name;
  }
  EXPECT_EQ(plan_of("uct").select.uct.c, 0.7);
  EXPECT_EQ(plan_of("uct-mast").select.uct.c, 0.7);
  EXPECT_EQ(plan_of("sp").select.uct.c, 0.2);
  EXPECT_EQ(plan_of("sp").select.formula, Formula::uct);
}

// Sironi 2019, 5.3.2: epsilon 0.4, the highest payoff for moves never seen, 20% kept after a move.
TEST(Presets, MastOfTheThesisIsGreedyAndDecays) {
  for (const char* name : {"uct-mast", "rave-mast", "grave-mast", "hrave-mast", "sp", "ap"}) {
    const search::playout::Parameters& playout = plan_of(name).playout;
    EXPECT_EQ(playout.strategy, Technique::mast) << name;
    EXPECT_EQ(playout.draw.by, Draw::greedy) << name;
    EXPECT_EQ(playout.draw.epsilon, 0.4) << name;
    EXPECT_EQ(playout.fpu, 1) << name;
    EXPECT_EQ(playout.decay.move, 0.2) << name;
  }
  for (const char* name : {"uct", "rave", "grave", "hrave", "flat"}) {
    EXPECT_EQ(plan_of(name).playout.strategy, Technique::uniform) << name;
  }
}

// Tak et al. 2012: V.B (tau, k), VI.A (epsilon of MASTG), VI.F (epsilon of the others).
// Tak et al. 2014: VI.A to VI.D.
TEST(Presets, PlayoutsOfCadiaplayer) {
  EXPECT_EQ(plan_of("mast").playout.draw.by, Draw::gibbs);
  EXPECT_EQ(plan_of("mast").playout.draw.tau, 10);
  EXPECT_EQ(plan_of("mastg").playout.draw.by, Draw::greedy);
  EXPECT_EQ(plan_of("mastg").playout.draw.epsilon, 0.4);
  for (const char* name : {"nst", "lgr-nst", "nst-decay", "nst-batch-decay", "nst-mixed-decay",
                           "nst-simulation-decay", "cadiaplayer", "cadiaplayer-2012"}) {
    const search::playout::Parameters& playout = plan_of(name).playout;
    EXPECT_EQ(playout.strategy, Technique::nst) << name;
    EXPECT_EQ(playout.draw.by, Draw::greedy) << name;
    EXPECT_EQ(playout.draw.epsilon, 0.2) << name;
    EXPECT_EQ(playout.nst.length, 3U) << name;
    EXPECT_EQ(playout.nst.visits, 7) << name;
  }
  EXPECT_EQ(plan_of("lgr-mastg").playout.strategy, Technique::mast);
  EXPECT_EQ(plan_of("lgr-mastg").playout.draw.epsilon, 0.2);
  for (const char* name : {"lgr-mastg", "lgr-nst"}) EXPECT_TRUE(plan_of(name).playout.replies);
  for (const char* name : {"mast", "mastg", "nst"}) EXPECT_FALSE(plan_of(name).playout.replies);
  EXPECT_EQ(plan_of("mast-decay").playout.draw.by, Draw::gibbs);
  EXPECT_EQ(plan_of("mast-decay").playout.decay.move, 0.4);
  EXPECT_EQ(plan_of("nst-decay").playout.decay.move, 0.6);
  EXPECT_EQ(plan_of("nst-batch-decay").playout.decay.batch, 0.9);
  EXPECT_EQ(plan_of("nst-batch-decay").playout.decay.batch_size, 50U);
  EXPECT_EQ(plan_of("nst-simulation-decay").playout.decay.simulation, 0.94);
  EXPECT_EQ(plan_of("nst-mixed-decay").playout.decay.move, 0.8);
  EXPECT_EQ(plan_of("nst-mixed-decay").playout.decay.simulation, 0.97);
}

TEST(Presets, CadiaplayerTriesUnvisitedMovesByItsPlayouts) {
  for (const char* name : {"cadiaplayer-uct", "mast", "mastg", "nst", "lgr-mastg", "lgr-nst",
                           "mast-decay", "nst-decay", "st-adaptive", "cadiaplayer-2008"}) {
    EXPECT_EQ(plan_of(name).select.unvisited.by, Unvisited::playout) << name;
    EXPECT_EQ(plan_of(name).select.uct.c, 0.4) << name;
    EXPECT_EQ(plan_of(name).select.uct.offset, 0) << name;
  }
}

TEST(Presets, CadiaplayersOfTheYears) {
  EXPECT_THAT(changed_parameters(plan_of("cadiaplayer-2008"), plan_of("mast")), IsEmpty());
  EXPECT_THAT(changed_parameters(plan_of("cadiaplayer-2012"), plan_of("nst")), IsEmpty());
  EXPECT_THAT(changed_parameters(plan_of("cadiaplayer"), plan_of("cadiaplayer-2012")), IsEmpty());
}

// Gudmundsson and Björnsson 2013: C = 0.4, alpha = 0.6 (4.1), a floor of 10% (4.3).
TEST(Presets, SufficiencyThresholds) {
  const search::select::Parameters& fixed = plan_of("st").select;
  EXPECT_EQ(fixed.sufficiency.kind, Sufficiency::fixed);
  EXPECT_EQ(fixed.uct.c, 0.4);
  EXPECT_EQ(fixed.sufficiency.alpha, 0.6);
  EXPECT_EQ(fixed.unvisited.fpu, infinity);
  EXPECT_EQ(plan_of("st").choose.by, FinalChoice::mean);
  const search::select::Parameters& adaptive = plan_of("st-adaptive").select;
  EXPECT_EQ(adaptive.sufficiency.kind, Sufficiency::adaptive);
  EXPECT_EQ(adaptive.sufficiency.floor, 0.1);
}

// Cazenave and Diemert 2017: alpha 0.32 (section 4), most playouts (Algorithms 3 and 5).
TEST(Presets, PlayoutPolicyAdaptation) {
  for (const char* name : {"ppa", "ppaf", "ppafm"}) {
    const search::Parameters& plan = plan_of(name);
    EXPECT_EQ(plan.playout.strategy, Technique::ppa) << name;
    EXPECT_EQ(plan.playout.ppa.alpha, 0.32) << name;
    EXPECT_EQ(plan.choose.by, FinalChoice::visits) << name;
    EXPECT_EQ(plan.playout.ppa.features != search::playout::Features::none,
              std::string_view(name) != "ppa")
        << name;
    EXPECT_EQ(plan.playout.ppa.memorise, std::string_view(name) == "ppafm") << name;
    EXPECT_EQ(plan.playout.ppa.prelude, 0U) << name;
    EXPECT_EQ(plan.select.unvisited.fpu, infinity) << name;
  }
}

TEST(Presets, FlatTakesTheBestMean) {
  EXPECT_EQ(plan_of("flat").select.formula, Formula::flat);
  EXPECT_EQ(plan_of("flat").choose.by, FinalChoice::mean);
  EXPECT_EQ(plan_of("flat-ucb1").select.formula, Formula::ucb1);
  EXPECT_EQ(plan_of("flat-ucb1").choose.by, FinalChoice::mean);
}

TEST(Presets, OnlyRandomIsRandom) {
  for (const Preset& preset : presets()) {
    EXPECT_EQ(preset.random, preset.name == "random") << preset.name;
  }
}

// The thesis's sets of parameters (6.4.2, 6.4.3), for its eight strategies, `guided`, and four
// randomisers.
TEST(Presets, TuneThemselvesByEachStrategy) {
  EXPECT_EQ(tuned_presets().size(), 4 * 13U);
  const std::vector<std::pair<std::string, std::string>> wanted = {
      {"sp-ntbea", "ntbea:select.c,playout.epsilon"},
      {"ap-mab-2", "mab:select.k,select.ref"},
      {"ap-cma-es-4", "cma-es:select.c,playout.epsilon,select.k,select.ref"},
      {"ap-state-rnd-6",
       "state-rnd:select.c,playout.epsilon,select.k,select.ref,select.offset,select.threshold"}};
  for (const auto& [name, tune] : wanted) {
    const Preset* const preset = find_preset(name);
    ASSERT_NE(preset, nullptr) << name;
    EXPECT_EQ(preset->tune, tune);
  }
  for (const Preset& preset : tuned_presets()) {
    const auto spec = parse_spec(preset.name);
    ASSERT_TRUE(spec) << preset.name;
    ASSERT_TRUE(spec->tuning) << preset.name;
    EXPECT_EQ(tune::to_text(*spec->tuning), preset.tune);
    EXPECT_EQ(spec->text, preset.name);
    const Preset& base = *find_preset(preset.name.substr(0, 2));
    EXPECT_THAT(changed_parameters(preset.plan, base.plan), testing::IsEmpty()) << preset.name;
  }
  EXPECT_EQ(find_preset("ap-ntbea"), nullptr);
  EXPECT_EQ(find_preset("sp-ntbea-2"), nullptr);
}

}  // namespace
}  // namespace palamedes::agent
