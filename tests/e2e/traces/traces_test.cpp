// The recorded matches of an independent reasoner, each file replayed by the real program.

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

namespace fs = std::filesystem;

const fs::path traces = fs::path(PALAMEDES_SHARED_DIR) / "traces" / "gdl";
const fs::path sheets = fs::path(PALAMEDES_SHARED_DIR) / "games" / "gdl";
constexpr std::string_view ending = ".jsonl.gz";

// Where the recorder reads a sheet in another way than GDL says. The sheet is changed so that both
// readings are the same; then everything is compared.
struct Edit {
  std::string from;  // every occurrence
  std::string to;
};
const std::multimap<std::string, Edit> edits = {
    // GDL knows no upper case; for the recorder these are other names than `verticalTerrorist` and
    // `timeout`, about which nothing is known.
    {"wargame03", {"VerticalTerrorist", "nobodys_type"}},
    {"wargame03_v1", {"VerticalTerrorist", "nobodys_type"}},
    {"wargame03", {"timeOut", "nobodys_time"}},
    // A proposition may stand in parentheses; for the recorder this is another one than `terminal`.
    {"anon", {"(terminal)", "nobodys_end"}},
};

std::string edited(std::string text, const Edit& edit) {
  std::size_t at = text.find(edit.from);
  EXPECT_NE(at, std::string::npos) << "the sheet has changed: is the edit still needed?";
  for (; at != std::string::npos; at = text.find(edit.from, at + edit.to.size())) {
    text.replace(at, edit.from.size(), edit.to);
  }
  return text;
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator(traces, absent)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(ending)) result.push_back(name.substr(0, name.size() - ending.size()));
  }
  std::sort(result.begin(), result.end());
  return result;
}

class Traces : public testing::TestWithParam<std::string> {};

TEST(TraceFolder, IsThere) {
  if (names().empty()) GTEST_SKIP() << "no recorded matches in " << traces;
}

// The sets of passes that the thesis compares, besides its best one.
constexpr std::array pass_sets = {"",     "opt0",      "opt1",           "opt2",
                                  "opt3", "opt1,opt2", "opt1,opt0,opt2", "opt1,opt3"};
// Larger networks take too long for a test; there the program falls back to the prover. All of them
// and every set of passes: bench/replay_all.
constexpr const char* max_rules = "200000";
constexpr const char* time_limit = "2";

std::string sheet_of(const std::string& name) {
  std::string sheet = (sheets / (name + ".kif")).string();
  for (auto [edit, end] = edits.equal_range(name); edit != end; ++edit) {
    sheet = write_file("edited.kif", edited(read_file(sheet), edit->second));
  }
  return sheet;
}

std::string trace_of(const std::string& name) {
  return (traces / (name + std::string(ending))).string();
}

TEST_P(Traces, AgreeWithTheProver) {
  const Outcome outcome =
      run({"replay", sheet_of(GetParam()), trace_of(GetParam()), "--machine", "prover"});
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
}

// A number of the file, by which the ways to replay it take turns.
std::size_t turn_of(const std::string& name) {
  return std::accumulate(name.begin(), name.end(), std::size_t{0});
}

TEST_P(Traces, AgreeWithThePropnet) {
  // Each file with the best set and with one of the others, so that all have their turn.
  const std::size_t turn = turn_of(GetParam());
  for (const std::string passes : {"opt1,opt0,opt2,opt3", pass_sets[turn % pass_sets.size()]}) {
    const Outcome outcome =
        run({"replay", sheet_of(GetParam()), trace_of(GetParam()), "--machine", "propnet",
             "--passes=" + passes, "--max-rules", max_rules, "--time-limit", time_limit});
    EXPECT_EQ(outcome.status, 0) << passes << ": " << outcome.out << outcome.err;
  }
}

// Each file with one of the two fast machines and one of their ways to evaluate gates, so that all
// have their turn. Every file with each of them: bench/replay_all.
TEST_P(Traces, AgreeWithAFastMachine) {
  constexpr std::array lanes = {"64", "256", "512"};
  const std::size_t turn = turn_of(GetParam());
  std::vector<std::string> arguments = {"replay", sheet_of(GetParam()), trace_of(GetParam())};
  if (turn % 2 == 0) {
    for (const char* argument :
         {"--machine", "scalar", "--evaluation", turn % 3 == 0 ? "whole" : "incremental"}) {
      arguments.emplace_back(argument);
    }
  } else {
    for (const char* argument : {"--machine", "swarm", "--swarm-lanes", lanes[turn % 3],
                                 "--swarm-gates", turn % 4 == 1 ? "native" : "interpreted"}) {
      arguments.emplace_back(argument);
    }
  }
  for (const char* argument :
       {"--proof-time", "0.02", "--max-rules", "50000", "--time-limit", "1"}) {
    arguments.emplace_back(argument);
  }
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
}

// File names with characters that a test name cannot have.
std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return std::to_string(info.index) + "_" + name;
}

INSTANTIATE_TEST_SUITE_P(Recorded, Traces, testing::ValuesIn(names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Traces);

}  // namespace
}  // namespace palamedes::e2e
