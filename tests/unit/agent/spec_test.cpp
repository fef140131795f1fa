#include "agent/spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/presets.h"
#include "base/rng.h"

namespace palamedes::agent {
namespace {

using search::playout::Technique;
using search::select::Formula;
using testing::HasSubstr;
using testing::IsEmpty;

Spec parsed(std::string_view text) {
  Result<Spec> spec = parse_spec(text);
  EXPECT_TRUE(spec) << text << ": " << (spec ? "" : to_string(spec.error().list().front()));
  return spec ? *spec : Spec{};
}

std::string problem(std::string_view text) {
  const Result<Spec> spec = parse_spec(text);
  EXPECT_FALSE(spec) << text;
  return spec ? std::string{} : to_string(spec.error().list().front());
}

TEST(Specs, APresetIsItsPlan) {
  for (const Preset& preset : presets()) {
    const Spec spec = parsed(preset.name);
    EXPECT_EQ(spec.name, preset.name);
    EXPECT_EQ(spec.preset, preset.name);
    EXPECT_EQ(spec.text, preset.name);
    EXPECT_EQ(spec.random, preset.random);
    EXPECT_THAT(changed_parameters(spec.plan, preset.plan), IsEmpty()) << preset.name;
  }
}

TEST(Specs, PartsReplaceWhatTheyStandFor) {
  const Spec spec = parsed("grave+nst");
  EXPECT_EQ(spec.name, "grave+nst");
  EXPECT_EQ(spec.preset, "grave");
  EXPECT_EQ(spec.plan.select.formula, Formula::amaf);
  EXPECT_EQ(spec.plan.playout.strategy, Technique::nst);
  EXPECT_EQ(spec.plan.playout.draw.epsilon, 0.2);
  // Only the playouts come from nst: unvisited moves are those of grave.
  EXPECT_EQ(spec.plan.select.unvisited.by, search::select::Unvisited::value);

  const Spec reversed = parsed("nst+grave");
  EXPECT_EQ(reversed.plan.select.formula, Formula::amaf);
  EXPECT_EQ(reversed.plan.playout.strategy, Technique::nst);

  const Spec replaced = parsed("ap+uct+ppafm");
  EXPECT_EQ(replaced.plan.select.formula, Formula::uct);
  EXPECT_EQ(replaced.plan.select.uct.c, 0.7);
  EXPECT_EQ(replaced.plan.playout.strategy, Technique::ppa);
  EXPECT_TRUE(replaced.plan.playout.ppa.memorise);
}

TEST(Specs, Switches) {
  EXPECT_EQ(parsed("uct+swarm").plan.batch.size.width, 512U);
  EXPECT_EQ(search::playouts_of_leaf(parsed("uct+swarm").plan), 8U);
  EXPECT_EQ(search::playouts_of_leaf(parsed("nst+swarm").plan), 1U);
  EXPECT_TRUE(parsed("uct+solver").plan.solver);
  const Spec both = parsed("grave+swarm+nst+solver");
  EXPECT_EQ(both.plan.batch.size.width, 512U);
  EXPECT_TRUE(both.plan.solver);
  EXPECT_EQ(both.plan.playout.strategy, Technique::nst);
  EXPECT_EQ(parsed("uct+swarm:batch.width=64").plan.batch.size.width, 64U);
}

TEST(Specs, ParametersByNameOrByItsEnd) {
  const Spec spec = parsed("grave+nst:select.k=500,epsilon=0.1,decay.move=0.6,ref=inf,solver=on");
  EXPECT_EQ(spec.plan.select.grave.k, 500);
  EXPECT_EQ(spec.plan.playout.draw.epsilon, 0.1);
  EXPECT_EQ(spec.plan.playout.decay.move, 0.6);
  EXPECT_EQ(spec.plan.select.grave.ref, infinity);
  EXPECT_TRUE(spec.plan.solver);
  // A plus or a colon after the names is part of a value.
  EXPECT_EQ(parsed("grave:select.k=1e+3").plan.select.grave.k, 1000);
}

TEST(Specs, TheTextNamesOnlyWhatDiffers) {
  EXPECT_EQ(parsed("grave:c=0.2").text, "grave");
  EXPECT_EQ(parsed("grave+solver+swarm").text,
            "grave:batch.width=512,batch.playouts=0,batch.count=leaf,solver=true");
  EXPECT_EQ(parsed("uct:formula=history,c=0.50").text, "uct:select.formula=history,select.c=0.5");
  EXPECT_EQ(parsed("hrave+rave").text, "hrave:select.k=250,select.ref=0");
  // Whatever way it was written, one plan from one preset has one text.
  EXPECT_EQ(parsed("uct:threads=2,w=1").text, parsed("uct:select.w=1,threads=2").text);
}

TEST(Specs, TheTextReadsAsTheSamePlan) {
  for (const Preset& first : presets()) {
    for (const Preset& second : presets()) {
      const Result<Spec> spec =
          parse_spec(std::string(first.name) + "+" + std::string(second.name));
      EXPECT_EQ(spec.has_value(), !first.random && second.part != Part::whole)
          << first.name << "+" << second.name;
      if (!spec) continue;
      const Spec again = parsed(spec->text);
      EXPECT_THAT(changed_parameters(again.plan, spec->plan), IsEmpty()) << spec->text;
      EXPECT_EQ(again.text, spec->text);
    }
  }
}

TEST(Specs, UnknownNamesGetTheNearestOne) {
  EXPECT_EQ(problem("grvae"), "grvae: error: there is no agent 'grvae' (did you mean 'grave'?)");
  EXPECT_EQ(problem("grave+nts"),
            "grave+nts: error: there is no agent 'nts' (did you mean 'nst'?)");
  EXPECT_THAT(problem("grave+swram"), HasSubstr("did you mean 'swarm'?"));
  EXPECT_THAT(problem("uct:epsilom=1"), HasSubstr("(did you mean 'playout.epsilon'?)"));
  EXPECT_THAT(problem("uct:select.epsilon=1"), HasSubstr("(did you mean 'playout.epsilon'?)"));
  EXPECT_THAT(problem("zzzz"), HasSubstr("'palamedes agents' lists them"));
}

TEST(Specs, AmbiguousEndsListWhatTheyCanMean) {
  EXPECT_EQ(problem("grave:k=5"), "grave:k=5: error: 'k' can mean select.k or playout.k");
  EXPECT_THAT(problem("uct:alpha=0.5"), HasSubstr("select.alpha or playout.alpha"));
  // memory.decay is the only end, but who writes that may well mean the other ones.
  EXPECT_THAT(problem("nst:decay=0.6"), HasSubstr("playout.decay.simulation or memory.decay"));
}

TEST(Specs, WhatDoesNotFitIsTold) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "an agent starts with the name of a preset"},
      {"+nst", "an agent starts with the name of a preset"},
      {":c=1", "an agent starts with the name of a preset"},
      {"solver", "'solver' can only be added to a preset (as in 'palamedes+solver')"},
      {"grave+", "there is no agent ''"},
      {"grave+ap", "'ap' is a player as a whole and can only come first"},
      {"grave+random", "'random' is a player as a whole"},
      {"grave+nst+mast", "'nst' and 'mast' both stand for 'playout'"},
      {"ap+uct+rave", "'uct' and 'rave' both stand for 'select'"},
      {"grave+solver+solver", "'solver' is added twice"},
      {"random+nst", "'random' has nothing to replace by 'nst'"},
      {"random:c=1", "'random' has no parameters"},
      {"grave:", "needs parameters as name=value, not ''"},
      {"grave:c", "needs parameters as name=value, not 'c'"},
      {"grave:c=1,", "needs parameters as name=value, not ''"},
      {"grave:=1", "there is no parameter ''"},
      {"grave:c=", "select.c needs a number from 0 to 100, not ''"},
      {"grave:c=101", "select.c needs a number from 0 to 100, not '101'"},
      {"grave:c=nan", "select.c needs a number"},
      {"grave:c=1,select.c=2", "'select.c' is given twice"},
      {"grave:select.select.c=1", "there is no parameter 'select.select.c'"},
      {"Grave", "there is no agent 'Grave'"},
      {" grave", "there is no agent ' grave' (did you mean 'grave'?)"},
  };
  for (const auto& [text, says] : cases) EXPECT_THAT(problem(text), HasSubstr(says)) << text;
}

TEST(Specs, AllProblemsAreToldAtOnce) {
  const Result<Spec> spec = parse_spec("grave+nts:c=-1,nothing=2,k=3");
  ASSERT_FALSE(spec);
  EXPECT_EQ(spec.error().error_count(), 4U);
}

TEST(Specs, OverlongTextsAreRefused) {
  std::string everything = "uct";
  char separator = ':';
  for (const Parameter& parameter : parameters_of(search::Parameters{})) {
    everything += separator + parameter.name + "=" + parameter.value;
    separator = ',';
  }
  EXPECT_LT(everything.size(), 2048U);
  EXPECT_EQ(parsed(everything).text, "uct:choose.by=visits");
  EXPECT_EQ(problem("uct:c=" + std::string(5000, '1')), "agent: error: more than 4096 characters");
  EXPECT_LT(problem(std::string(4000, 'x')).size(), 200U);
}

// Pieces of specs, broken ones and any bytes: an answer each time, and a right one reads again.
TEST(Specs, NoTextBreaksTheReader) {
  std::vector<std::string> pieces = preset_names();
  for (const Parameter& parameter : parameters_of(search::Parameters{})) {
    pieces.push_back(parameter.name);
    pieces.push_back(parameter.value);
    pieces.push_back(parameter.name + "=" + parameter.value);
  }
  for (const char* piece : {"+", "+", "+", ":", ":", "=", "=", ",", ",", ".", "swarm", "solver",
                            "inf", "nan", "-1", "1e999", "c=1", "w=2", "threads=3"}) {
    pieces.emplace_back(piece);
  }
  Rng rng(11);
  int accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = i % 2 == 0 ? pieces[rng.below(static_cast<std::uint32_t>(presets().size()))]
                                  : std::string{};
    for (std::uint32_t n = rng.below(8); n > 0; --n) {
      text += pieces[rng.below(static_cast<std::uint32_t>(pieces.size()))];
      if (rng.chance(0.1)) text += static_cast<char>(rng.below(256));
    }
    const Result<Spec> spec = parse_spec(text);
    if (!spec) {
      EXPECT_TRUE(spec.error().has_errors());
      continue;
    }
    ++accepted;
    const Result<Spec> again = parse_spec(spec->text);
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(again->text, spec->text) << text;
    EXPECT_THAT(changed_parameters(again->plan, spec->plan), IsEmpty()) << text;
  }
  EXPECT_GT(accepted, 100);
}

TEST(Specs, AParameterCanBeChangedLater) {
  Spec spec = parsed("grave:select.k=500");
  ASSERT_TRUE(change_parameter(spec, "select.k", "7").has_value());
  EXPECT_EQ(spec.plan.select.grave.k, 7);
  EXPECT_EQ(spec.text, "grave:select.k=7");
  EXPECT_FALSE(change_parameter(spec, "select.k", "many").has_value());
  EXPECT_EQ(spec.plan.select.grave.k, 7);
  Spec random = parsed("random");
  EXPECT_FALSE(change_parameter(random, "select.k", "7").has_value());
}

TEST(Specs, TheResolvedTextIsThatOfThePlan) {
  EXPECT_EQ(resolved_text(parsed("grave:select.k=500")),
            resolved_text(parsed("grave:select.k=500.0")));
  EXPECT_NE(resolved_text(parsed("grave")), resolved_text(parsed("grave:select.k=7")));
  EXPECT_NE(resolved_text(parsed("grave")), resolved_text(parsed("random")));
  // by whatever names a plan is made
  const Spec combined = parsed("grave+nst+solver:epsilon=0.1");
  EXPECT_EQ(resolved_text(combined), resolved_text(parsed(combined.text)));
}

TEST(Specs, TuningComesLast) {
  const Spec spec = parsed("ap:playout.fpu=0.9,tune=mab,batch=3:k=10/50,ref");
  EXPECT_EQ(spec.plan.playout.fpu, 0.9);
  ASSERT_TRUE(spec.tuning);
  EXPECT_EQ(tune::to_text(*spec.tuning), "mab,batch=3:select.k=10/50,select.ref");
  EXPECT_EQ(spec.text, "ap:playout.fpu=0.9,tune=mab,batch=3:select.k=10/50,select.ref");
  EXPECT_EQ(parsed(spec.text).text, spec.text);
  EXPECT_EQ(parsed("ap:tune=ntbea:k,ref").text, "ap:tune=ntbea:select.k,select.ref");
  EXPECT_EQ(parsed("ap-ntbea-2:c=0.4").text, "ap-ntbea-2:select.c=0.4");
  EXPECT_EQ(parsed("ap-ntbea-2:tune=ntbea:k,ref").text, "ap-ntbea-2");
  const Spec none = parsed("ap-ntbea-2:c=0.4,tune=none");
  EXPECT_FALSE(none.tuning);
  EXPECT_EQ(none.text, "ap-ntbea-2:select.c=0.4,tune=none");
  EXPECT_EQ(parsed(none.text).text, none.text);
}

// What an agent tunes decides how it plays, so that results of others are not taken for its own.
TEST(Specs, TuningIsPartOfWhatDecides) {
  EXPECT_EQ(resolved_text(parsed("ap-ntbea-2")),
            resolved_text(parsed("ap")) + ",tune=ntbea:select.k,select.ref");
  EXPECT_EQ(resolved_text(parsed("ap-ntbea-2:tune=none")), resolved_text(parsed("ap")));
  EXPECT_EQ(resolved_text(parsed("ap:tune=ntbea:k,ref")), resolved_text(parsed("ap-ntbea-2")));
}

TEST(Specs, TuningMustFitTheAgent) {
  EXPECT_THAT(problem("uct:tune=ntbea:select.k"),
              HasSubstr("'select.k' cannot be tuned: it acts with"));
  EXPECT_THAT(problem("ap-ntbea-4:formula=uct"), HasSubstr("'select.k' cannot be tuned"));
  EXPECT_THAT(problem("ap:tune=ntbea"), HasSubstr("names no parameters"));
  EXPECT_THAT(problem("ap:tune="), HasSubstr("starts with the name of a strategy"));
  EXPECT_THAT(problem("random:tune=mab:c"), HasSubstr("'random' has no parameters"));
  EXPECT_THAT(problem("ap:tune=mab:c,solver"), HasSubstr("the search as a whole"));
  Spec spec = parsed("ap");
  EXPECT_FALSE(change_tuning(spec, "mab:w"));
  EXPECT_TRUE(change_tuning(spec, "mab:c"));
  EXPECT_EQ(spec.text, "ap:tune=mab:select.c");
  EXPECT_TRUE(change_tuning(spec, "none"));
  EXPECT_EQ(spec.text, "ap");
}

}  // namespace
}  // namespace palamedes::agent
