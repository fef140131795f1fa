#include "lab/measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/filter.h"
#include "lab/report/formats.h"
#include "unit/lab/sample.h"

namespace palamedes::lab {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* speed_text =
    "title = \"Speeds\"\n"                              // 1
    "kind = \"speed\"\n"                                // 2
    "machines = [\"prover\", \"propnet:opt1,opt0\"]\n"  // 3
    "seconds = 0.02\n"                                  // 4
    "[[games]]\n"                                       // 5
    "name = \"tictactoe\"\n"                            // 6
    "[[published]]\n"                                   // 7
    "of = [\"prover\"]\n"                               // 8
    "unit = \"states/s\"\n"                             // 9
    "values = { tictactoe = 100 }\n"                    // 10
    "[[published]]\n"                                   // 11
    "of = [\"propnet:opt1,opt0\"]\n"                    // 12
    "unit = \"components\"\n"                           // 13
    "values = { tictactoe = 200 }\n";                   // 14

constexpr const char* bandit_text =
    "title = \"Bandits\"\nkind = \"bandit\"\narms = 5\nwinning = 20\nmodels = 4\ntasks = 10\n"
    "samples = 200\nthreshold = 0.7\npolicies = [\"uct\", \"st\"]\n";

TEST(SpeedFile, IsReadAsItIsWritten) {
  const Experiment experiment = sample(speed_text);
  EXPECT_EQ(experiment.measured_seconds, 0.02);
  ASSERT_EQ(experiment.machines.size(), 2U);
  EXPECT_FALSE(experiment.machines[0].passes.has_value());
  EXPECT_EQ(experiment.machines[1].machine, "propnet");
  EXPECT_EQ(experiment.machines[1].passes, "opt1,opt0");
  EXPECT_EQ(experiment.published[1].unit, "components");
  // a colon with nothing after it: no passes
  EXPECT_EQ(sample(replaced(replaced(speed_text, "propnet:opt1,opt0", "propnet:"),
                            "propnet:opt1,opt0", "propnet:"))
                .machines[1]
                .passes,
            "");
}

TEST(SpeedFile, EveryErrorHasItsPlace) {
  EXPECT_THAT(errors_of(replaced(speed_text, "\"prover\", ", "\"provre\", ")),
              ElementsAre(HasSubstr("3:13: error: there is no machine 'provre' (did you mean"),
                          HasSubstr("8:7: error: 'prover' is none of the 'machines'")));
  EXPECT_THAT(errors_of(replaced(speed_text, "\"components\"", "\"parts\"")),
              ElementsAre(HasSubstr(
                  "13:8: error: 'unit' can be states/s, playouts/s, init_s, components, ")));
  EXPECT_THAT(
      errors_of(replaced(speed_text, "name = \"tictactoe\"", "name = \"tictactoe\"\ngames = 3")),
      ElementsAre(HasSubstr("7:1: error: there is no key 'games'")));
  EXPECT_THAT(errors_of(replaced(bandit_text, "arms = 5", "arms = 0")),
              ElementsAre(HasSubstr("3:8: error: 'arms' needs a whole number from 1 to 10000")));
}

TEST(Measure, SpeedsOfMachines) {
  const Experiment experiment = sample(speed_text);
  const auto measurements = *measurements_of(experiment, {});
  ASSERT_EQ(measurements.size(), 2U);
  EXPECT_NE(measurements[0].key, measurements[1].key);
  Figures figures;
  for (const Measurement& each : measurements) {
    ASSERT_TRUE(is_measurement(each.request));
    figures[each.key] = measure(each.request);
    const json known = json::parse(figures[each.key]);
    EXPECT_GT(known["states/s"], 0) << known;
    EXPECT_GT(known["playouts/s"], 0);
    EXPECT_GT(known["init_s"], 0);
  }
  const report::Report report = measurement_report(experiment, measurements, figures);
  ASSERT_EQ(report.sections.size(), 2U);
  EXPECT_EQ(report.sections[0].title, "prover: states/s");
  EXPECT_EQ(report.sections[1].title, "propnet:opt1,opt0: components");
  EXPECT_EQ(report::published_text(report.sections[1], report.sections[1].rows[0]), "200");
  ASSERT_TRUE(report.sections[0].rows[0].ours.has_value());
  EXPECT_THAT(report::mark_text(report.sections[0], report.sections[0].rows[0]), HasSubstr("x"));
  EXPECT_THAT(report::to_html(report), HasSubstr("propnet:opt1,opt0: components"));
}

// A module makes a state with each clock.
TEST(Measure, HardwareHasClocksInsteadOfSpeeds) {
  const Experiment experiment = sample(replaced(
      replaced(speed_text, "[\"prover\", ", "[\"verilog\", \"prover\", "),
      "of = [\"prover\"]\nunit = \"states/s\"", "of = [\"verilog\"]\nunit = \"clocks/state\""));
  const auto measurements =
      *measurements_of(experiment, std::vector<std::string>{"machine=verilog"});
  ASSERT_EQ(measurements.size(), 1U);
  const json figures = json::parse(measure(measurements[0].request));
  EXPECT_EQ(figures.value("error", ""), "");
  EXPECT_EQ(figures.at("clocks/state"), 1);
  EXPECT_GT(figures.at("depth"), 2);
  EXPECT_GT(figures.at("components"), 50);
  const report::Report report =
      measurement_report(experiment, measurements, {{measurements[0].key, figures.dump()}});
  ASSERT_FALSE(report.sections.empty());
  EXPECT_EQ(report.sections[0].rows[0].ours->value, 1);
}

constexpr const char* position_text =
    "title = \"Right moves\"\nkind = \"position\"\nseed = 3\n"  // 1 to 3
    "simulations = [1, 50]\nruns = 40\n"                        // 4, 5
    "[agents.uct]\nspec = \"uct\"\nlabel = \"UCT\"\n"           // 6 to 8
    "[agents.any]\nspec = \"random\"\n"                         // 9, 10
    "[[games]]\nname = \"maze\"\nrules = \"one.kif\"\nbest = [\"go\"]\n";

// Going on is right: 100 points at the end of the way, 10 for stopping.
TEST(Measure, HowOftenAgentsFindTheRightMoveOfAPosition) {
  const Experiment experiment = sample(position_text);
  const auto measurements = *measurements_of(experiment, {});
  ASSERT_EQ(measurements.size(), 4U);
  Figures figures;
  for (const Measurement& each : measurements) {
    figures[each.key] = measure(each.request);
    EXPECT_EQ(figures[each.key], measure(each.request));  // the same seeds
  }
  const report::Report report = measurement_report(experiment, measurements, figures);
  ASSERT_EQ(report.sections.size(), 2U);
  const auto& rows = report.sections[0].rows;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].game, "maze with 50 simulations");
  EXPECT_THAT(report.sections[0].measure, HasSubstr("in percent of 40 searches"));
  EXPECT_EQ(rows[1].ours->value, 100);
  EXPECT_GT(rows[1].ours->low, 90);  // 1 / (1 + 3.8415 / 40)
  // One of two moves by chance: 20 of 40, give or take four deviations of 3.2.
  EXPECT_NEAR(report.sections[1].rows[1].ours->value, 50, 32);
  EXPECT_EQ((*measurements_of(experiment, std::vector<std::string>{"agent=any"})).size(), 2U);
}

TEST(Measure, PositionsNeedAMoveThatIsLegal) {
  const Experiment experiment = sample(replaced(position_text, "\"go\"", "\"fly\""));
  const auto measurements = *measurements_of(experiment, {});
  EXPECT_THAT(measure(measurements[0].request), HasSubstr("'walker' has no legal move fly"));
  EXPECT_THAT(errors_of(replaced(position_text, "best = [\"go\"]\n", "")),
              ElementsAre(HasSubstr("'best' is missing")));
  EXPECT_THAT(errors_of(replaced(position_text, "[1, 50]", "[0, \"x\"]")),
              ElementsAre(HasSubstr("4:16: error: 'simulations' needs whole numbers"),
                          HasSubstr("4:19: error: 'simulations' needs whole numbers")));
  EXPECT_THAT(errors_of(replaced(position_text, "simulations = [1, 50]\n", "")),
              ElementsAre(HasSubstr("there are no 'simulations'")));
}

TEST(Measure, MachinesMayHaveACache) {
  const Experiment experiment =
      sample(replaced(replaced(speed_text, "\"prover\", ", "\"prover\", \"prover+cache\", "),
                      "of = [\"prover\"]", "of = [\"prover+cache\"]"));
  EXPECT_FALSE(experiment.machines[0].cache);
  EXPECT_TRUE(experiment.machines[1].cache);
  EXPECT_TRUE(experiment.machines[1].options().cache);
  EXPECT_EQ(experiment.machines[1].machine, "prover");
  const auto measurements = *measurements_of(experiment, {});
  ASSERT_EQ(measurements.size(), 3U);
  // the key of a machine without one is what it was before there were any
  EXPECT_EQ(measurements[0].key, (*measurements_of(sample(speed_text), {}))[0].key);
  EXPECT_EQ(measurements[0].request.find("cache"), std::string::npos);
  EXPECT_NE(measurements[1].key, measurements[0].key);
  const json cached = json::parse(measure(measurements[1].request));
  EXPECT_EQ(cached["machine"], "prover") << cached;
  EXPECT_GT(cached["states/s"], 0);
}

TEST(Measure, FiltersNameWhatTheyMean) {
  const auto selected = [](const Experiment& experiment, const std::string& only) -> std::string {
    const auto list = measurements_of(experiment, split_filters(only));
    return list ? std::to_string(list->size()) : to_string(list.error().list().front());
  };
  const Experiment speeds = sample(speed_text);
  EXPECT_EQ(selected(speeds, ""), "2");
  EXPECT_EQ(selected(speeds, "game=tictactoe"), "2");
  EXPECT_EQ(selected(speeds, "machine=prover"), "1");
  EXPECT_EQ(selected(speeds, "machine=propnet:opt1,opt0,game=tictactoe"), "1");
  EXPECT_THAT(selected(speeds, "game=tictactoo"), HasSubstr("there is no game 'tictactoo' (did"));
  EXPECT_THAT(selected(speeds, "machine=provre"), HasSubstr("there is no machine 'provre' (did"));
  EXPECT_THAT(selected(speeds, "agent=uct"), HasSubstr("needs game=NAME or machine=NAME where"));
  EXPECT_THAT(selected(speeds, "prover"), HasSubstr("needs game=NAME or machine=NAME where"));
  EXPECT_THAT(selected(sample(bandit_text), "game=x"), HasSubstr("there is nothing to choose"));
}

TEST(Measure, BanditsAreReproducible) {
  const Experiment experiment = sample(bandit_text);
  const auto measurements = *measurements_of(experiment, {});
  ASSERT_EQ(measurements.size(), 1U);
  const std::string answer = measure(measurements[0].request);
  EXPECT_EQ(measure(measurements[0].request), answer);
  const report::Report report =
      measurement_report(experiment, measurements, {{measurements[0].key, answer}});
  ASSERT_EQ(report.sections.size(), 3U);
  EXPECT_EQ(report.sections[2].title, "st minus uct");
  ASSERT_EQ(report.sections[0].rows.size(), 20U);
  EXPECT_EQ(report.sections[0].rows[0].game, "after 10 samples");
  EXPECT_EQ(report.sections[0].rows[19].game, "after 200 samples");
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_NEAR(report.sections[1].rows[i].ours->value - report.sections[0].rows[i].ours->value,
                report.sections[2].rows[i].ours->value, 1e-9);
  }
}

TEST(Measure, ABadRequestIsAnError) {
  EXPECT_TRUE(json::parse(measure("{\"measure\":{}}")).contains("error"));
  EXPECT_TRUE(json::parse(measure("{\"measure\":")).contains("error"));
  EXPECT_FALSE(is_measurement("{\"agents\":[]}"));
}

}  // namespace
}  // namespace palamedes::lab
