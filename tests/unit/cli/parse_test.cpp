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
  double share = 0.5;
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
    options.decimal("share", "", share, 0, 1);
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

TEST(Parse, SaysTheRangeOfWhatIsTooLarge) {
  const std::string large = "99999999999999999999";  // above 64 bits
  EXPECT_EQ(Sample{}.read({"r", "--depth", large}).error,
            "--depth needs a whole number from 1 to 10, not '" + large + "'");
  EXPECT_EQ(Sample{}.read({"r", "--playouts", large}).error,
            "--playouts needs a whole number from 0 to 18446744073709551615, not '" + large + "'");
  EXPECT_EQ(Sample{}.read({"r", "--seconds", "1e300"}).error,
            "--seconds needs a number of seconds up to 1000000000, not '1e300'");
  EXPECT_EQ(Sample{}.read({"r", "--seconds", "1000000h"}).error,
            "--seconds needs a number of seconds up to 1000000000, not '1000000h'");
}

TEST(Parse, ReadsDecimalsWithinTheirRange) {
  for (const auto& [text, value] :
       {std::pair("0", 0.0), {"1", 1.0}, {"0.25", 0.25}, {"1e-3", 0.001}}) {
    Sample sample;
    EXPECT_EQ(sample.read({"r", "--share", text}).error, "") << text;
    EXPECT_EQ(sample.share, value);
  }
  for (const char* text : {"", "-0.1", "1.01", "nan", "inf", "half", "0.5 ", "+0.5"}) {
    Sample sample;
    EXPECT_THAT(sample.read({"r", std::string("--share=") + text}).error,
                HasSubstr("--share needs a number from 0 to 1, not '" + std::string(text) + "'"));
    EXPECT_EQ(sample.share, 0.5);
  }
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

enum class Colour : std::uint8_t { red, green };

struct Details {
  bool decompose = true;
  double limit = 60;
  std::uint64_t memory = std::uint64_t{4} << 30U;
  std::string passes = "a,b";
  std::vector<std::string> machines = {"prover", "swarm"};
  Colour colour = Colour::green;
  Options options;

  Details() {
    options.flag("no-decompose", "", decompose, false);
    options.seconds("time-limit", "", limit);
    options.size("memory-limit", "", memory);
    options.text("passes", "LIST", "", passes, [](const std::string& text) {
      return text == "bad" ? std::string("is bad") : std::string{};
    });
    options.list("machine", "LIST", "", machines, {"prover", "swarm"});
    options.choice("colour", "C", "", colour, {{"red", Colour::red}, {"green", Colour::green}});
  }
  std::string read(std::vector<std::string> arguments) {
    return parse(options, std::move(arguments)).error;
  }
};

TEST(Parse, ReadsListsTextsAndNamedValues) {
  Details details;
  EXPECT_EQ(details.read({"--no-decompose", "--time-limit", "0", "--passes", "", "--machine",
                          "swarm,prover", "--colour", "red"}),
            "");
  EXPECT_FALSE(details.decompose);
  EXPECT_EQ(details.limit, 0);
  EXPECT_EQ(details.passes, "");
  EXPECT_THAT(details.machines, ElementsAre("swarm", "prover"));
  EXPECT_EQ(details.colour, Colour::red);
}

TEST(Parse, AnEmptyValueIsAValue) {
  Details details;
  EXPECT_EQ(details.read({"--passes="}), "");
  EXPECT_EQ(details.passes, "");
  EXPECT_EQ(details.read({"--time-limit="}), "--time-limit needs a number of seconds, not ''");
}

TEST(Parse, ShowsDefaults) {
  Details details;
  std::vector<std::string> defaults;
  for (const Option& option : details.options.list()) defaults.push_back(option.default_text);
  EXPECT_THAT(defaults, ElementsAre("", "60", "4G", "a,b", "prover,swarm", "green"));
}

TEST(Parse, RefusesBadDetailsAndChangesNothing) {
  Details details;
  EXPECT_EQ(details.read({"--time-limit=-1"}), "--time-limit needs a number of seconds, not '-1'");
  EXPECT_EQ(details.read({"--passes", "bad"}), "--passes is bad");
  EXPECT_THAT(details.read({"--machine", "prover,swram"}), HasSubstr("did you mean 'swarm'?"));
  EXPECT_EQ(details.read({"--machine", "swarm,swarm"}), "--machine has 'swarm' twice");
  EXPECT_THAT(details.read({"--machine", "swarm,"}), HasSubstr("cannot be ''"));
  EXPECT_THAT(details.read({"--colour", "rde"}), HasSubstr("did you mean 'red'?"));
  EXPECT_EQ(details.limit, 60);
  EXPECT_EQ(details.passes, "a,b");
  EXPECT_EQ(details.machines.size(), 2U);
  EXPECT_EQ(details.colour, Colour::green);
}

TEST(Parse, ReadsSizes) {
  const std::vector<std::pair<std::string, std::uint64_t>> sizes = {
      {"1", 1},
      {"4096", 4096},
      {"1K", 1024},
      {"1.5k", 1536},
      {"500M", 524288000},
      {"4G", std::uint64_t{4} << 30U},
      {"2t", std::uint64_t{2} << 40U}};
  for (const auto& [text, bytes] : sizes) {
    Details details;
    EXPECT_EQ(details.read({"--memory-limit", text}), "");
    EXPECT_EQ(details.memory, bytes) << text;
  }
  const std::string form = "--memory-limit needs a size like 500M or 4G, not '";
  const std::string range = "--memory-limit needs a size from 1 to 1024T, not '";
  for (const char* text : {"", "G", "4X", "4 G", "4GB", "nan", "inf"}) {
    Details details;
    EXPECT_EQ(details.read({std::string("--memory-limit=") + text}), form + text + "'");
    EXPECT_EQ(details.memory, std::uint64_t{4} << 30U);
  }
  for (const char* text : {"0", "-1", "1e30", "1025T", "0.1"}) {
    Details details;
    EXPECT_EQ(details.read({std::string("--memory-limit=") + text}), range + text + "'");
    EXPECT_EQ(details.memory, std::uint64_t{4} << 30U);
  }
}

}  // namespace
}  // namespace palamedes::cli
