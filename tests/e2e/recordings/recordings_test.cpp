// The shipped recordings of the built-in games, which come from another reader of the rules: each
// replayed by the real program on every machine. And that reader, tests/oracle/record, itself.

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/program.h"
#include "e2e/samples.h"

namespace palamedes::e2e {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

const fs::path source = PALAMEDES_SOURCE_DIR;
const fs::path recordings = source / "tests" / "recordings";
constexpr std::string_view ending = ".jsonl.gz";

// Without folder and ending, sorted.
std::vector<std::string> names(const fs::path& where, std::string_view suffix) {
  std::vector<std::string> result;
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator(where, absent)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(suffix)) result.push_back(name.substr(0, name.size() - suffix.size()));
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string recording_of(const std::string& game) {
  return (recordings / (game + std::string(ending))).string();
}

TEST(Recordings, AreThereOfEveryBuiltInGameAndOfNothingElse) {
  EXPECT_EQ(names(recordings, ending), names(source / "games", ".kif"));
}

class Recording : public testing::TestWithParam<std::string> {
 protected:
  static void replay(const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"replay", GetParam(), recording_of(GetParam())};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr(": 2 matches, "), EndsWith(" states agree\n")));
    // A machine that gives up and leaves the work to another one says so.
    EXPECT_EQ(outcome.err, "");
  }
};

class RecordingOnTheSwarm : public Recording {};

TEST_P(Recording, AgreesWithTheProver) { replay({"--machine", "prover"}); }

TEST_P(Recording, AgreesWithThePropnet) { replay({"--machine", "propnet"}); }

TEST_P(Recording, AgreesWithTheScalarMachine) {
  // The circuit of amazons is large, and to make it smaller takes longer than to replay all others.
  const char* passes = GetParam() == "amazons" ? "" : "default";
  replay(
      {"--machine", "scalar", "--proof-time", "0.02", std::string("--circuit-passes=") + passes});
}

TEST_P(RecordingOnTheSwarm, Agrees) { replay({"--machine", "swarm", "--proof-time", "0.02"}); }

// All but the one for which the swarm takes longer to get ready than for all others together.
std::vector<std::string> affordable_names() {
  std::vector<std::string> result = names(recordings, ending);
  result.erase(std::remove(result.begin(), result.end(), "amazons"), result.end());
  return result;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) { return info.param; }

INSTANTIATE_TEST_SUITE_P(Games, Recording, testing::ValuesIn(names(recordings, ending)), test_name);
INSTANTIATE_TEST_SUITE_P(Games, RecordingOnTheSwarm, testing::ValuesIn(affordable_names()),
                         test_name);

class Recorder : public testing::Test {
 protected:
  void SetUp() override {
    if (shell("command -v clingo").status != 0) GTEST_SKIP() << "clingo is not installed";
  }
  // Arguments as in a shell.
  static Outcome record(const std::string& arguments) {
    return shell("'" + (source / "tests" / "oracle" / "record").string() + "' --out - " +
                 arguments);
  }
  static Outcome record_sheet(const std::string& text, const std::string& options = {}) {
    return record(options + " '" + write_file("tiny.kif", text) + "'");
  }
};

TEST_F(Recorder, MakesTheShippedRecordingsAgain) {
  for (const std::string game : {"chomp", "nim", "tictactoe"}) {
    const Outcome made = record("'" + (source / "games" / (game + ".kif")).string() + "'");
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(made.out, shell("gzip -dc '" + recording_of(game) + "'").out);
  }
}

TEST_F(Recorder, KnowsAMatchByHand) {
  EXPECT_EQ(record_sheet(tiny, "--matches 1").out, tiny_trace);
  EXPECT_EQ(record_sheet(tiny, "--matches 2").out, std::string(tiny_trace) + tiny_trace);
}

TEST_F(Recorder, CutsALongMatch) {
  EXPECT_EQ(record_sheet(tiny, "--matches 1 --steps 1").out,
            R"json({"game":"tiny","roles":["walker"],"truncated":true,"steps":[)json"
            R"json({"state":["(at 1)"],"terminal":false,"legal":[["go"]],"move":["go"]},)json"
            R"json({"state":["(at 2)"],"terminal":false,"legal":[["go"]]}]})json"
            "\n");
}

TEST_F(Recorder, ReadsWhatSheetsSeldomDo) {
  // Upper case, a proposition in parentheses, odd names, nested terms and nested formulas; the
  // first role has two goals and the second none.
  const Outcome outcome = record_sheet(
      R"((ROLE a) (role b) (init (p)) (init (n (f 1) "%\")) ; (
         (legal a (go +y?)) (<= (legal b (s (f ?x))) (true (n (f ?x) ?y)))
         (<= (next ?f) (true ?f) (not (and (distinct ?f p) (or c d))))
         (<= (next (did ?m)) (does ?r ?m) (not (not (true p))) (not (or c d)) (distinct ?r a))
         (<= (next (same ?x)) (not (distinct ?x (f 1))))
         (<= terminal (true (same ?x)))
         (goal a 1) (<= (goal a 2) terminal))",
      "--matches 1");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            R"json({"game":"tiny","roles":["a","b"],"truncated":false,"steps":[)json"
            R"json({"state":["(n (f 1) \"%\\\")","p"],"terminal":false,)json"
            R"json("legal":[["(go +y?)"],["(s (f 1))"]],"move":["(go +y?)","(s (f 1))"]},)json"
            R"json({"state":["(did (s (f 1)))","(n (f 1) \"%\\\")","(same (f 1))","p"],)json"
            R"json("terminal":true,"goals":[-1,-1]}]})json"
            "\n");
}

TEST_F(Recorder, RefusesWhatItCannotRead) {
  struct Case {
    std::string sheet;
    std::string says;
  };
  const std::vector<Case> cases = {
      {"(role a)\n (x (y)", "tiny.kif:2:2: error: this parenthesis is never closed"},
      {"(role a))", "tiny.kif:1:9: error: this parenthesis closes nothing"},
      {"(init p)", "tiny.kif: error: no role fact"},
      {"(role a) (init p) (<= terminal (true q))", "tiny.kif: error: a has no move in step 1"},
      {"(role a) (<= (legal a x) (not q)) (<= q (not (legal a x)))",
       "tiny.kif: error: clingo finds several models, not one"},
      {"(role a) (<= (legal a ?x) (not (q ?x)))", "unsafe variables"},
  };
  for (const Case& bad : cases) {
    const Outcome outcome = record_sheet(bad.sheet);
    EXPECT_EQ(outcome.status, 1) << bad.sheet;
    EXPECT_EQ(outcome.out, "") << bad.sheet;
    EXPECT_THAT(outcome.err, HasSubstr(bad.says));
  }
}

}  // namespace
}  // namespace palamedes::e2e
