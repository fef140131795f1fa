#include "cli/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Sample {
  std::string first;
  std::vector<std::string> rest;
  bool json = false;
  std::uint64_t depth = 3;
  std::optional<std::uint64_t> playouts;
  std::optional<double> seconds;
  std::string machine = "prover";

  Parsed read(std::vector<std::string> arguments) {
    Options options;
    options.positional("RULES", "", Completes::rules, first);
    options.positionals("TRACES", "", Completes::files, rest);
    options.optional();
    options.flag("json", "", json);
    options.number("depth", "", depth, 1, 10);
    options.number("playouts", "", playouts);
    options.seconds("seconds", "", seconds);
    options.choice("machine", "M", "", machine, {"prover", "swarm"});
    return parse(options, std::move(arguments));
  }
};

TEST(Parse, GivesOptionsTheirValues) {
  Sample sample;
  const Parsed parsed = sample.read({"r", "--depth", "7", "a", "--json", "b", "--playouts=5",
                                     "--seconds", "0.25", "--machine", "swarm"});
  EXPECT_EQ(parsed.error, "");
  EXPECT_EQ(sample.first, "r");
  EXPECT_THAT(sample.rest, ElementsAre("a", "b"));
  EXPECT_TRUE(sample.json);
  EXPECT_EQ(sample.depth, 7U);
  EXPECT_EQ(sample.playouts, 5U);
  EXPECT_EQ(sample.seconds, 0.25);
  EXPECT_EQ(sample.machine, "swarm");
}

TEST(Parse, LeavesDefaultsAlone) {
  Sample sample;
  EXPECT_EQ(sample.read({"r"}).error, "");
  EXPECT_EQ(sample.depth, 3U);
  EXPECT_FALSE(sample.playouts);
  EXPECT_EQ(sample.machine, "prover");
}

TEST(Parse, ReadsNumbersStrictly) {
  for (const char* text : {"", "0", "11", "-1", "+3", " 3", "3 ", "0x3", "3.0", "1e1", "ten"}) {
    Sample sample;
    EXPECT_NE(sample.read({"r", std::string("--depth=") + text}).error, "") << text;
    EXPECT_EQ(sample.depth, 3U);
  }
  Sample sample;
  EXPECT_EQ(sample.read({"r", "--depth", "11"}).error,
            "--depth needs a whole number from 1 to 10, not '11'");
}

TEST(Parse, HelpWinsOverWhatIsMissing) {
  Sample sample;
  EXPECT_TRUE(sample.read({"--help"}).help);
  EXPECT_TRUE(sample.read({"r", "-h"}).help);
  EXPECT_EQ(sample.read({}).error, "RULES is missing");
}

TEST(Parse, AfterTwoDashesNothingIsAnOption) {
  Sample sample;
  EXPECT_EQ(sample.read({"--json", "--", "--depth", "--help"}).error, "");
  EXPECT_EQ(sample.first, "--depth");
  EXPECT_THAT(sample.rest, ElementsAre("--help"));
}

TEST(Parse, SuggestsTheNearestName) {
  Sample sample;
  EXPECT_THAT(sample.read({"r", "--dpeth", "3"}).error, HasSubstr("did you mean '--depth'?"));
  EXPECT_THAT(sample.read({"r", "--machine", "swram"}).error, HasSubstr("did you mean 'swarm'?"));
}

}  // namespace
}  // namespace palamedes::cli
