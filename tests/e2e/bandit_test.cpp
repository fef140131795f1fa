// The command `bandit`: its output, its pictures, and what it refuses.

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// Small enough to take no time.
std::vector<std::string> small(std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"bandit",    "--models", "3",       "--tasks", "4",
                                        "--samples", "50",       "--every", "25"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Bandit, PrintsACurvePerPolicyAndTheGain) {
  const Outcome outcome = run(small());
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  const auto lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0], "arms,winners,sample,uct,uct_interval,st,st_interval,gain,gain_interval");
  EXPECT_THAT(lines[1], StartsWith("20,2,1,"));
  EXPECT_THAT(lines[2], StartsWith("20,2,25,"));
  EXPECT_THAT(lines[3], StartsWith("20,2,50,"));
  for (const std::string& line : lines) EXPECT_EQ(std::count(line.begin(), line.end(), ','), 8);
}

TEST(Bandit, DependsOnTheSeedAlone) {
  EXPECT_EQ(run(small()).out, run(small()).out);
  EXPECT_EQ(run(small()).out, run(small({"--policies", "st,uct"})).out);
  EXPECT_NE(run(small()).out, run(small({"--seed", "2"})).out);
}

TEST(Bandit, TellsTheSameInJson) {
  const json value = json::parse(run(small({"--policies", "st", "--json"})).out);
  EXPECT_EQ(value["models"], 3);
  EXPECT_EQ(value["payoff"], "outcome");
  EXPECT_EQ(value["threshold"], 0.6);
  ASSERT_EQ(value["bandits"].size(), 1U);
  const json& curves = value["bandits"][0];
  EXPECT_EQ(curves["winners"], 2);
  EXPECT_EQ(curves["sample"], json({1, 25, 50}));
  EXPECT_EQ(curves["st"].size(), 3U);
  EXPECT_FALSE(curves.contains("uct"));
  EXPECT_FALSE(curves.contains("gain"));
  const auto lines = lines_of(run(small({"--policies", "st"})).out);
  ASSERT_EQ(lines.size(), 4U);
  std::istringstream row(lines[3]);
  std::string cell;
  for (int column = 0; column < 4; ++column) std::getline(row, cell, ',');
  EXPECT_DOUBLE_EQ(std::stod(cell), curves["st"][2].get<double>());
}

TEST(Bandit, HasTheFiguresOfThePaper) {
  const auto kinds = [](const std::string& figure) {
    std::set<std::string> result;
    const auto lines = lines_of(run(small({"--figure", figure})).out);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      result.insert(lines[i].substr(0, lines[i].find(',', lines[i].find(',') + 1)));
    }
    return result;
  };
  EXPECT_EQ(kinds("2a"), (std::set<std::string>{"1,1", "2,0"}));  // arm, truth
  EXPECT_EQ(kinds("2b"), (std::set<std::string>{"20,2", "20,6", "50,5", "50,15"}));
  EXPECT_EQ(kinds("3a"), (std::set<std::string>{"20,2"}));
  EXPECT_EQ(kinds("3b"), (std::set<std::string>{"20,6"}));
  EXPECT_EQ(kinds("4a"), (std::set<std::string>{"50,5"}));
  EXPECT_EQ(kinds("4b"), (std::set<std::string>{"50,15"}));
}

TEST(Bandit, ShowsPathsFromStartToEnd) {
  const auto lines = lines_of(run({"bandit", "--paths", "--arms", "1"}).out);
  ASSERT_GE(lines.size(), 27U);
  EXPECT_EQ(lines[0], "arm,truth,sample,mean");
  EXPECT_EQ(lines[1], "1,1,1,0.5");
  EXPECT_THAT(lines.back(), StartsWith("1,1,"));
  EXPECT_TRUE(lines.back().ends_with(",1")) << lines.back();
  const json value =
      json::parse(run({"bandit", "--paths", "--arms", "3", "--every", "9", "--json"}).out);
  EXPECT_EQ(value["arms"].size(), 3U);
  EXPECT_EQ(value["arms"][2]["truth"], 0);
  EXPECT_EQ(value["arms"][2]["mean"].back(), 0);
}

TEST(Bandit, RefusesWhatCannotBe) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--figure", "5"}, "--figure cannot be '5' (one of: 2a, 2b, 3a, 3b, 4a, 4b"},
      {{"--policies", "rave"}, "--policies cannot be 'rave'"},
      {{"--arms", "0"}, "--arms needs a whole number from 1"},
      {{"--winning", "101"}, "--winning needs a whole number from 1 to 100"},
      {{"--threshold", "1.5"}, "--threshold needs a number from 0 to 1, not '1.5'"},
      {{"--step", "0"}, "--step needs a number from 1e-06 to 1, not '0'"},
      {{"--exploration", "nan"}, "--exploration needs a number from 0 to 1000, not 'nan'"},
      {{"--plot", "curve.gif"}, "--plot needs a file that ends in .svg, not 'curve.gif'"},
      {{"--plot", "curve.png"}, "--plot needs a file that ends in .svg, not 'curve.png'"},
      {{"--treshold", "1"}, "unknown option '--treshold' (did you mean '--threshold'?)"},
      {{"--figure", "3a", "--arms", "20"}, "--figure decides --arms"},
      {{"--figure", "3a", "--policies", "st"}, "--figure decides --arms"},
      {{"--figure", "3a", "--paths"}, "--figure decides --arms"}};
  for (const auto& [arguments, message] : cases) {
    const Outcome outcome = run(small(arguments));
    EXPECT_EQ(outcome.status, 2) << message;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr("palamedes bandit: " + message));
    EXPECT_THAT(outcome.err, HasSubstr("See 'palamedes help bandit'."));
  }
}

TEST(Bandit, FailsWhereNoPathArrives) {
  const Outcome outcome = run(small({"--max-steps", "25"}));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(outcome.err, "error: no random walk from 0.5 reaches 1 before 25 steps of 0.02\n");
}

TEST(Picture, IsDrawnBesideTheOutput) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> figures = {
      {"2a", {">mean</text>", ">arm 1, true value 1</text>", ">arm 2, true value 0</text>"}},
      {"2b",
       {">ratio of optimal play</text>", ">20 arms, 2 win</text>", ">50 arms, 15 win</text>"}},
      {"4b", {">gain in optimal play of ST over UCT</text>", "<line class=\"reference\""}}};
  for (const auto& [figure, parts] : figures) {
    const std::string file = folder() + "/it's.svg";
    const Outcome outcome = run(small({"--figure", figure, "--plot", file}));
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.err, IsEmpty());
    EXPECT_EQ(outcome.out, run(small({"--figure", figure})).out);
    const std::string picture = read_file(file);
    EXPECT_THAT(picture, StartsWith("<?xml"));
    EXPECT_THAT(picture, HasSubstr(">samples</text>"));
    for (const std::string& part : parts) EXPECT_THAT(picture, HasSubstr(part)) << figure;
    const Outcome parsed = shell(
        "python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' \"" + file + "\"");
    EXPECT_EQ(parsed.status, 0) << parsed.err;
  }
}

TEST(Picture, IsTheSameWithTheSameSeed) {
  const auto picture = [](const std::string& seed) {
    const std::string file = folder() + "/seeded.svg";
    EXPECT_EQ(run(small({"--seed", seed, "--plot", file})).status, 0);
    return read_file(file);
  };
  const std::string first = picture("3");
  EXPECT_EQ(picture("3"), first);
  EXPECT_NE(picture("4"), first);
}

TEST(Picture, ThatCannotBeWrittenIsAnErrorAndLeavesNothing) {
  const Outcome outcome = run(small({"--plot", folder() + "/no/such/folder/curve.svg"}));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("cannot be written: No such file or directory"));
  const std::string occupied = folder() + "/occupied.svg";
  std::filesystem::create_directories(occupied + "/inside");
  EXPECT_EQ(run(small({"--plot", occupied})).status, 1);
  EXPECT_FALSE(std::filesystem::exists(occupied + ".part"));
}

}  // namespace
}  // namespace palamedes::e2e
