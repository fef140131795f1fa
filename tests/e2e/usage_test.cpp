// Help, version, and how a wrong command line is answered.

#include <algorithm>
#include <chrono>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"
#include "e2e/terminal.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::vector<std::string>& command_names() {
  static const std::vector<std::string> names = {
      "games",  "check",  "explain", "simulate", "perft", "replay",    "bench",
      "bandit", "agents", "analyse", "match",    "web",   "completion"};
  return names;
}

TEST(Usage, WithoutArgumentsTheOverviewAndStatusTwo) {
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("Usage: palamedes COMMAND"));
}

TEST(Usage, HelpNamesEveryCommand) {
  const std::vector<std::vector<std::string>> ways = {{"--help"}, {"-h"}, {"help"}};
  for (const auto& arguments : ways) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.err, IsEmpty());
    for (const std::string& name : command_names())
      EXPECT_THAT(outcome.out, HasSubstr("\n  " + name));
  }
}

TEST(Usage, EveryCommandHasItsHelp) {
  for (const std::string& name : command_names()) {
    const Outcome outcome = run({"help", name});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, StartsWith("palamedes " + name + ": "));
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("Usage: palamedes " + name), HasSubstr("Examples:")));
    EXPECT_EQ(run({name, "--help"}).out, outcome.out);
    EXPECT_EQ(run({name, "-h"}).status, 0);
  }
}

TEST(Usage, TheHelpFitsATerminal) {
  for (const std::string& name : command_names()) {
    std::istringstream lines(run({"help", name}).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST(Usage, TheHelpFollowsANarrowTerminal) {
  std::vector<std::vector<std::string>> texts = {{"help"}};
  for (const char* name : {"play", "manager", "match"}) texts.push_back({"help", name});
  for (const auto& arguments : texts) {
    Terminal terminal(arguments, "dumb", {.rows = 40, .columns = 40});
    ASSERT_EQ(terminal.wait(std::chrono::seconds(30)), 0);
    std::istringstream lines(terminal.screen());
    EXPECT_THAT(terminal.screen(), HasSubstr("palamedes"));
    for (std::string line; std::getline(lines, line);) {
      if (line.ends_with('\r')) line.pop_back();
      // a word that cannot be broken stands alone
      const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
      if (line.find(' ', first) == std::string::npos) continue;
      EXPECT_LE(line.size(), 40U) << line;
    }
  }
}

TEST(Usage, VersionNamesBuildAndCompiler) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, testing::MatchesRegex(
                               "palamedes [0-9.]+\nbuild +[0-9a-z]+\ncompiler +.*[0-9.]+.*\n"));
}

struct WrongUsage {
  std::vector<std::string> arguments;
  std::string says;
};

void check(const std::vector<WrongUsage>& cases) {
  for (const WrongUsage& wrong : cases) {
    const Outcome outcome = run(wrong.arguments);
    EXPECT_EQ(outcome.status, 2) << wrong.says;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr(wrong.says));
    EXPECT_THAT(outcome.err, HasSubstr("See 'palamedes help"));
  }
}

TEST(Usage, WrongUsageSaysWhatAndEndsWithTwo) {
  const std::vector<WrongUsage> cases = {
      {{"simulat", "tictactoe"}, "there is no command 'simulat' (did you mean 'simulate'?)"},
      {{"--versoin"}, "there is no option '--versoin' (did you mean '--version'?)"},
      {{"help", "prft"}, "there is no command 'prft' (did you mean 'perft'?)"},
      {{"help", "perft", "more"}, "unexpected argument 'more'"},
      {{"simulate"}, "palamedes simulate: RULES is missing"},
      {{"simulate", "tictactoe", "--sede", "5"},
       "unknown option '--sede' (did you mean '--seed'?)"},
      {{"simulate", "tictactoe", "--sede=5"}, "unknown option '--sede'"},
      {{"simulate", "tictactoe", "-x"}, "unknown option '-x'"},
      {{"simulate", "tictactoe", "more"}, "unexpected argument 'more'"},
      {{"simulate", "tictactoe", "--playouts", "many"},
       "--playouts needs a whole number from 1, not 'many'"},
      {{"simulate", "tictactoe", "--playouts", "0"},
       "--playouts needs a whole number from 1, not '0'"},
      {{"simulate", "tictactoe", "--playouts", "1.5"}, "not '1.5'"},
      {{"simulate", "tictactoe", "--playouts", "99999999999999999999999"}, "--playouts needs"},
      {{"simulate", "tictactoe", "--playouts"}, "--playouts needs exactly one value N"},
      {{"simulate", "tictactoe", "--seed", "1", "--seed", "2"}, "--seed needs exactly one value N"},
      {{"simulate", "tictactoe", "--seconds", "0"}, "--seconds needs a number of seconds above 0"},
      {{"simulate", "tictactoe", "--seconds", "nan"},
       "--seconds needs a number of seconds above 0"},
      {{"simulate", "tictactoe", "--machine", "prver"}, "--machine cannot be 'prver'"},
      {{"simulate", "tictactoe", "--machine", "prver"}, "did you mean 'prover'?"},
      {{"simulate", "tictactoe", "--json=no"}, "--json takes no value"},
      {{"perft", "tictactoe"}, "--depth N is missing"},
      {{"perft", "tictactoe", "--depth", "-1"}, "--depth"},
      {{"replay", "tictactoe"}, "TRACES is missing"},
      {{"check"}, "RULES is missing"},
      {{"explain", "tictactoe", "--stage", "ruels"},
       "--stage cannot be 'ruels' (one of: rules, ground, net, circuit; did you mean 'rules'?)"},
      {{"explain", "tictactoe", "--stage", "ground", "--format", "dot"},
       "--format dot needs --stage net"},
      {{"explain", "tictactoe", "--stage", "net", "--rewritten"},
       "--rewritten needs --stage rules"},
      {{"explain", "tictactoe", "--stage", "net", "--format", "dot", "--json"},
       "--json and --format dot cannot be had together"},
      {{"bench"}, "RULES is missing"},
      {{"bench", "tictactoe", "--machine", "prover,propnot"}, "did you mean 'propnet'?"},
      {{"bench", "tictactoe", "--seconds", "0"}, "--seconds needs a number of seconds above 0"},
      {{"games", "tictactoo"}, "did you mean 'tictactoe'?"},
      {{"completion"}, "SHELL is missing"},
      {{"completion", "tcsh"}, "one of: bash, zsh, fish"},
  };
  check(cases);
}

TEST(Usage, EveryCommandWithAMachineHasItsOptions) {
  const std::vector<std::vector<std::string>> commands = {{"simulate", "tictactoe"},
                                                          {"perft", "tictactoe", "--depth", "1"},
                                                          {"replay", "tictactoe", "/dev/null"},
                                                          {"bench", "tictactoe"}};
  const std::vector<WrongUsage> wrong = {
      {{"--passes", "opt1,otp0"}, "there is no pass 'otp0'"},
      {{"--passes", "opt1,otp0"}, "did you mean 'opt0'?"},
      {{"--passes", ",opt1"}, "there is no pass ''"},
      {{"--propagation", "foward"}, "did you mean 'forward'?"},
      {{"--time-limit", "soon"}, "--time-limit needs a number of seconds, not 'soon'"},
      {{"--memory-limit", "much"}, "--memory-limit needs a size like 500M or 4G, not 'much'"},
      {{"--memory-limit", "0"}, "--memory-limit needs a size"},
      {{"--max-rules", "0"}, "--max-rules needs a whole number from 1"},
      {{"--demand", "maybe"}, "--demand cannot be 'maybe' (one of: auto, always, never)"},
      {{"--no-decompose=yes"}, "--no-decompose takes no value"},
      {{"--cache=yes"}, "--cache takes no value"}};
  std::vector<WrongUsage> cases;
  for (const auto& command : commands) {
    for (const WrongUsage& each : wrong) {
      cases.push_back({command, each.says});
      cases.back().arguments.insert(cases.back().arguments.end(), each.arguments.begin(),
                                    each.arguments.end());
    }
  }
  check(cases);
}

}  // namespace
}  // namespace palamedes::e2e
