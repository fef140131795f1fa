// Machines and their options; bench.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"
#include "e2e/samples.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

json parsed(const Outcome& outcome) {
  json value = json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << outcome.out;
  return value;
}

json levels(std::vector<std::string> options) {
  std::vector<std::string> arguments = {"perft",  "tictactoe", "--depth", "5",
                                        "--json", "--machine", "propnet"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const json result = parsed(run(arguments));
  EXPECT_EQ(result.at("machine"), "propnet");
  return result.at("levels");
}

TEST(Machines, EveryOptionPlaysTheSameGame) {
  const json expected = parsed(run({"perft", "tictactoe", "--depth", "5", "--json"})).at("levels");
  const std::vector<std::vector<std::string>> ways = {{},
                                                      {"--passes", ""},
                                                      {"--passes", "opt0,opt3"},
                                                      {"--cache"},
                                                      {"--propagation", "backward"},
                                                      {"--propagation", "backward", "--cache"},
                                                      {"--no-decompose"},
                                                      {"--demand", "always"},
                                                      {"--demand", "never"}};
  for (const auto& way : ways) {
    EXPECT_EQ(levels(way), expected) << testing::PrintToString(way);
  }
}

// Hundreds of thousands of rules without variables, none of which the prover ever looks at: the
// walker is never in two places at once.
std::string large_game() {
  std::string text = tiny;
  for (int i = 0; i < 25; ++i) text += "(digit " + std::to_string(i) + ")\n";
  return text +
         "(<= (next (at 9)) (true (at 1)) (true (at 2)))\n"
         "(<= (next (number ?a ?b ?c ?d)) (true (at 9))\n"
         "    (digit ?a) (digit ?b) (digit ?c) (digit ?d))\n";
}

TEST(Machines, ALimitLeadsToTheProverWithANotice) {
  const std::string file = write_file("large.kif", large_game());
  const std::vector<std::pair<std::vector<std::string>, std::string>> limits = {
      {{"--time-limit", "0"}, "grounding stopped at 0 seconds"},
      {{"--memory-limit", "1K"}, "grounding stopped at"},
      {{"--max-rules", "1"}, "grounding stopped at"}};
  for (const auto& [options, says] : limits) {
    std::vector<std::string> arguments = {"simulate", file,         "--machine", "propnet",
                                          "--json",   "--playouts", "5"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.err, AllOf(StartsWith(file + ": "), HasSubstr(says),
                                   HasSubstr("; the prover machine will be used\n")));
    EXPECT_EQ(parsed(outcome).at("machine"), "prover");
    EXPECT_EQ(parsed(outcome).at("finished"), 5);
  }
  const Outcome text =
      run({"perft", file, "--depth", "1", "--machine", "propnet", "--max-rules", "1"});
  EXPECT_THAT(text.out, HasSubstr("(machine prover, "));
  const Outcome trace = run({"replay", file, write_file("large.jsonl", tiny_trace), "--machine",
                             "propnet", "--max-rules", "1", "--json"});
  EXPECT_EQ(parsed(trace).at("machine"), "prover");
}

TEST(Bench, MeasuresEveryMachineOnEveryGame) {
  const std::string file = write_file("tiny.kif", tiny);
  const Outcome outcome = run({"bench", "tictactoe", file, "--seconds", "0.02", "--json"});
  EXPECT_EQ(outcome.status, 0);
  const json list = parsed(outcome).at("results");
  const std::vector<std::string> machines = {"prover", "propnet", "scalar", "swarm"};
  ASSERT_EQ(list.size(), 2 * machines.size());
  for (const json& entry : list) {
    for (const char* key :
         {"states_per_s", "playouts_per_s", "init_s", "init_cpu_s", "memory_bytes", "playouts",
          "states", "seconds", "average_length", "roles"}) {
      ASSERT_TRUE(entry.at(key).is_number()) << key;
      EXPECT_GT(entry.at(key).get<double>(), 0) << key;
    }
    EXPECT_TRUE(entry.at("available").get<bool>());
    EXPECT_GE(entry.at("seconds").get<double>(), 0.02);
  }
  for (std::size_t i = 0; i < machines.size(); ++i) {
    EXPECT_EQ(list.at(i).at("game"), "tictactoe");
    EXPECT_EQ(list.at(i).at("machine"), machines[i]);
    const json& tiny_game = list.at(machines.size() + i);
    EXPECT_EQ(tiny_game.at("game"), file);
    EXPECT_EQ(tiny_game.at("machine"), machines[i]);
    EXPECT_EQ(tiny_game.at("average_length"), 2);
  }
  EXPECT_TRUE(list.at(1).at("components").is_number_integer());
}

TEST(Bench, SaysWhatAutoTook) {
  const Outcome outcome = run({"bench", "nim", "--machine", "auto", "--seconds", "0.02", "--json"});
  EXPECT_EQ(parsed(outcome).at("results").at(0).at("machine"), "auto");
  EXPECT_EQ(parsed(outcome).at("results").at(0).at("chosen"), "scalar");
  EXPECT_THAT(run({"bench", "nim", "--machine", "auto", "--seconds", "0.02"}).out,
              HasSubstr("auto: scalar"));
  const Outcome large = run({"bench", write_file("large.kif", large_game()), "--machine", "auto",
                             "--seconds", "0.02", "--max-rules", "1", "--json"});
  EXPECT_EQ(parsed(large).at("results").at(0).at("chosen"), "prover");
}

TEST(Bench, ShowsATableWithRatios) {
  const Outcome outcome =
      run({"bench", "nim", "--machine", "propnet,prover", "--seconds", "0.02", "--cache"});
  EXPECT_EQ(outcome.status, 0);
  std::istringstream lines(outcome.out);
  std::string titles;
  std::string first;
  std::string second;
  std::getline(lines, titles);
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_THAT(titles, AllOf(StartsWith("Game"), testing::EndsWith("Ratio")));
  EXPECT_THAT(first, AllOf(StartsWith("nim   propnet"), testing::EndsWith(" 1.00")));
  EXPECT_THAT(second, StartsWith("nim   prover"));
}

TEST(Bench, SaysWhereAMachineIsNotAvailable) {
  const std::string file = write_file("large.kif", large_game());
  const std::vector<std::string> arguments = {"bench", file,          "--seconds",
                                              "0.02",  "--max-rules", "1"};
  const Outcome text = run(arguments);
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.out, HasSubstr(file + ": no propnet: grounding stopped at 1 ground rules, the "
                                         "limit of --max-rules\n"));
  std::vector<std::string> with_json = arguments;
  with_json.emplace_back("--json");
  const json list = parsed(run(with_json)).at("results");
  ASSERT_EQ(list.size(), 4U);
  EXPECT_EQ(list.at(0).at("machine"), "prover");
  EXPECT_TRUE(list.at(0).at("available").get<bool>());
  for (std::size_t i = 1; i < list.size(); ++i) {
    EXPECT_FALSE(list.at(i).at("available").get<bool>());
    EXPECT_TRUE(list.at(i).at("states_per_s").is_null());
    EXPECT_THAT(list.at(i).at("notice").get<std::string>(), HasSubstr("grounding stopped at"));
  }
}

TEST(Bench, ABadSheetDoesNotCostTheOthers) {
  const Outcome outcome = run({"bench", "tictactow", "nim", "--seconds", "0.02", "--json"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean 'tictactoe'?"));
  EXPECT_EQ(parsed(outcome).at("results").size(), 4U);
  const Outcome nothing = run({"bench", "tictactow", "--json"});
  EXPECT_EQ(nothing.status, 1);
  EXPECT_THAT(nothing.out, IsEmpty());
}

}  // namespace
}  // namespace palamedes::e2e
