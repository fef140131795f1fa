#include "exercise/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/exercise/temporary_file.h"
#include "unit/exercise/toy_machine.h"

namespace palamedes::exercise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The diamond's way b, c, e.
const std::string walk = R"({"game":"diamond","roles":["walker"],"truncated":false,"steps":[)"
                         R"({"state":["s"],"terminal":false,"legal":[["a","b"]],"move":["b"]},)"
                         R"({"state":["r"],"terminal":false,"legal":[["c","d"]],"move":["c"]},)"
                         R"({"state":["m"],"terminal":false,"legal":[["e"]],"move":["e"]},)"
                         R"({"state":["x"],"terminal":true,"goals":[100]}]})";

std::string changed(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

ReplayReport replay(ToyGame game, const std::string& content, std::size_t fault_after = 0) {
  ToyMachine machine(std::move(game));
  machine.fault_after = fault_after;
  return replay_file(machine, TemporaryFile(content).path());
}

Difference difference_of(const std::string& content) {
  const ReplayReport report = replay(diamond(), content);
  EXPECT_FALSE(report.agrees());
  EXPECT_TRUE(report.difference.has_value());
  return report.difference.value_or(Difference{});
}

TEST(Replay, AgreesWithATrueRecord) {
  const ReplayReport report = replay(diamond(), walk + "\n" + walk + "\n");
  EXPECT_TRUE(report.agrees());
  EXPECT_EQ(report.matches, 2U);
  EXPECT_EQ(report.steps, 8U);
}

TEST(Replay, ReadsGzip) { EXPECT_TRUE(replay(diamond(), gzip(walk + "\n")).agrees()); }

TEST(Replay, ChecksTheLastStateOfATruncatedMatch) {
  const std::string cut = R"({"game":"diamond","roles":["walker"],"truncated":true,"steps":[)"
                          R"({"state":["s"],"terminal":false,"legal":[["a","b"]],"move":["b"]},)"
                          R"({"state":["r"],"terminal":false,"legal":[["c","d"]]}]})";
  EXPECT_TRUE(replay(diamond(), cut).agrees());
  EXPECT_EQ(difference_of(changed(cut, R"(["c","d"])", R"(["c"])")).step, 2U);
}

TEST(Replay, ShowsOtherFacts) {
  const Difference difference =
      difference_of(walk + "\n" + changed(walk, R"(["m"])", R"(["m2","n"])"));
  EXPECT_EQ(difference.match, 2U);
  EXPECT_EQ(difference.line, 2U);
  EXPECT_EQ(difference.step, 3U);
  EXPECT_EQ(difference.what, "other facts");
  EXPECT_THAT(difference.missing, ElementsAre("m2", "n"));
  EXPECT_THAT(difference.too_many, ElementsAre("m"));
  EXPECT_THAT(difference.history, ElementsAre("b", "c"));
}

TEST(Replay, ShowsOtherLegalMoves) {
  const Difference difference = difference_of(changed(walk, R"(["c","d"])", R"(["c","f"])"));
  EXPECT_EQ(difference.what, "other legal moves of 'walker'");
  EXPECT_EQ(difference.step, 2U);
  EXPECT_THAT(difference.missing, ElementsAre("f"));
  EXPECT_THAT(difference.too_many, ElementsAre("d"));
}

TEST(Replay, ShowsOtherGoals) {
  Difference difference = difference_of(changed(walk, "[100]", "[50]"));
  EXPECT_EQ(difference.what, "another goal of 'walker'");
  EXPECT_EQ(difference.step, 4U);
  EXPECT_THAT(difference.missing, ElementsAre("50"));
  EXPECT_THAT(difference.too_many, ElementsAre("100"));
  difference = difference_of(changed(walk, "[100]", "[-1]"));
  EXPECT_THAT(difference.missing, ElementsAre("undefined"));
}

TEST(Replay, UndefinedGoalsAgreeWithMinusOne) {
  const std::string odd =
      R"({"game":"pennies","roles":["row","column"],"truncated":false,"steps":[)"
      R"({"state":["toss"],"terminal":false,"legal":[["1","2"],["1","2","3"]],"move":["1","3"]},)"
      R"({"state":["d"],"terminal":true,"goals":[-1,10]}]})";
  EXPECT_TRUE(replay(pennies(), odd).agrees());
  EXPECT_FALSE(replay(pennies(), changed(odd, "[-1,", "[0,")).agrees());
}

TEST(Replay, ShowsAnotherEnd) {
  const std::string early =
      changed(walk,
              R"({"state":["m"],"terminal":false,"legal":[["e"]],"move":["e"]},)"
              R"({"state":["x"],"terminal":true,"goals":[100]})",
              R"({"state":["m"],"terminal":true,"goals":[100]})");
  EXPECT_EQ(difference_of(early).what, "not terminal, but in the recording it is");
  const std::string late = changed(walk, R"({"state":["x"],"terminal":true,"goals":[100]})",
                                   R"({"state":["x"],"terminal":false,"legal":[[]]})");
  EXPECT_EQ(difference_of(changed(late, "\"truncated\":false", "\"truncated\":true")).what,
            "terminal, but not in the recording");
}

TEST(Replay, ShowsOtherRoles) {
  const Difference difference = difference_of(changed(walk, "\"walker\"", "\"runner\""));
  EXPECT_EQ(difference.step, 0U);
  EXPECT_THAT(difference.missing, ElementsAre("runner"));
  EXPECT_THAT(difference.too_many, ElementsAre("walker"));
  EXPECT_THAT(difference.history, IsEmpty());
}

TEST(Replay, ReportsMalformedFilesAndKeepsWhatAgreedBefore) {
  const ReplayReport report = replay(diamond(), walk + "\n{\n");
  EXPECT_FALSE(report.agrees());
  EXPECT_FALSE(report.difference);
  EXPECT_EQ(report.matches, 1U);
  EXPECT_THAT(to_string(report.problems.list().front()), HasSubstr(":2:"));
}

TEST(Replay, AFileWithoutMatchesProvesNothing) {
  EXPECT_FALSE(replay(diamond(), "").agrees());
  EXPECT_FALSE(replay(diamond(), "\n\n").agrees());
}

TEST(Replay, ReportsAMachineThatGivesUp) {
  const ReplayReport report = replay(diamond(), walk, 2);
  EXPECT_EQ(report.fault, "the toy broke");
  EXPECT_FALSE(report.difference);
  EXPECT_FALSE(report.agrees());
}

}  // namespace
}  // namespace palamedes::exercise
